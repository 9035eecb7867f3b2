import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '@marketplace/contracts/core/loopback'

/** Identifies the operator's own proxies. Only their headers about a client's address and host are trusted. */
export type Peers = {
  isTrusted: (address: string | undefined) => boolean
  /** The host that the client requested, like Fastify's `request.host`. */
  hostOf: (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Trusts these addresses and ranges (such as 10.0.0.0/8) only. */
export const createPeers = (trusted: readonly string[]): Peers => {
  const list = new BlockList()
  for (const each of trusted) {
    const [address = '', prefix] = each.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  const isTrusted: Peers['isTrusted'] = (address = '') => isIP(address) !== 0 && list.check(address, familyOf(address))
  return {
    isTrusted,
    hostOf: ({ headers, socket }) => {
      const forwarded = headers['x-forwarded-host']
      const said = typeof forwarded === 'string' && forwarded && isTrusted(socket.remoteAddress) ? forwarded : headers.host
      // Each proxy appends the host that was requested from it, so the last value is from the operator's proxy.
      return (said === forwarded ? said?.split(',').at(-1)?.trim() : said) ?? ''
    },
  }
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** Headers that proxies add. Programs on this machine do not send them. */
const BY_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'] as const
const cameByProxy = (headers: FastifyRequest['headers']): boolean => BY_PROXIES.some((name) => headers[name] !== undefined)

/** Whether a request names a loopback host and did not pass through a proxy. */
export const isAskedLocally = ({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean =>
  !cameByProxy(headers) && [headers.host ?? '', host].every((each) => isLoopbackHost(withoutPort(each)))

/**
 * Whether a request comes from a program on this machine. A proxy on this machine also connects from loopback, but is detected by the
 * headers that it adds, or by the public host name. A proxy that adds none and uses a loopback name is not detected, so this is
 * sufficient only if the public address is a loopback one.
 */
export const isFromThisMachine = ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean =>
  isLoopbackHost(socket.remoteAddress ?? '') && isLoopbackHost(withoutPort(headers.host ?? '')) && !cameByProxy(headers)

/** Headers that may occur only once. Node uses the first of two, while a proxy may have used the second. */
const SINGLE = new Set(['host', 'authorization', 'content-type', 'content-length', 'transfer-encoding'])

/** Whether such a header occurs twice, so that a proxy and Node might read different values. */
export const isAmbiguous = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean => {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!SINGLE.has(name)) continue
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}
