import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '@marketplace/contracts/loopback'

/** Which peers are our own proxies, whose headers about the client's address and host are believed. */
export type Peers = {
  isTrusted: (address: string | undefined) => boolean
  /** The host that was asked, as Fastify's `request.host` has it. */
  hostOf: (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Trusts these addresses and ranges (10.0.0.0/8), and nobody else. */
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
      // Each proxy appends the host that it was asked for. The last value is from our proxy.
      return (said === forwarded ? said?.split(',').at(-1)?.trim() : said) ?? ''
    },
  }
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** Headers that a proxy adds to a request. A program on this machine sends none of them. */
const BY_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'] as const
const cameByProxy = (headers: FastifyRequest['headers']): boolean => BY_PROXIES.some((name) => headers[name] !== undefined)

/** Whether a request is for a loopback host name, and no proxy says that it brought it. */
export const isAskedLocally = ({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean =>
  !cameByProxy(headers) && [headers.host ?? '', host].every((each) => isLoopbackHost(withoutPort(each)))

/**
 * Whether a request comes from a program on this machine. A proxy on this machine connects from loopback too, for whoever is behind it:
 * what it adds gives it away, and so does the name by which strangers know us. One that adds nothing and asks by a loopback name does not
 * give itself away, so that this is enough only where the public address is a loopback one.
 */
export const isFromThisMachine = ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean =>
  isLoopbackHost(socket.remoteAddress ?? '') && isLoopbackHost(withoutPort(headers.host ?? '')) && !cameByProxy(headers)

/** Headers of which a request has one. Node keeps the first of two, and something before us may have read the second. */
const SINGLE = new Set(['host', 'authorization', 'content-type', 'content-length', 'transfer-encoding'])

/** Whether a header stands twice in a request that can mean one thing only if it stands there once. */
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
