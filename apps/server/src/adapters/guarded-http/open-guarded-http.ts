import { lookup as resolveName } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { Agent, buildConnector, type Dispatcher, request as send } from 'undici'
import { assertNetworkAllowed } from '../../core/no-network.ts'
import { type OutboundAnswer, OutboundError, type OutboundHttp, type OutboundRequest } from '../../ports/outbound-http.ts'
import { checkedUrl } from './checked-url.ts'
import { isPublicAddress } from './public-address.ts'
import { createRequestLimits, type Limited, type RequestLimits } from './request-limits.ts'

export type GuardedHttpOptions = {
  /** Origins that may be fetched even if they are not public or not https: the demo's sample applications. */
  allowedOrigins: readonly string[]
  /** Limits that replace the usual ones for strangers' hosts. */
  limits?: RequestLimits
  /** Resolves a host name. Tests use their own names. */
  resolve?: (hostname: string) => Promise<string[]>
  /** Maps a checked address to the address of the connection. Tests map public addresses to their own server. */
  connectTo?: (address: string) => string
  /** Additional certificate authorities, for tests. */
  ca?: string
}

const MOST = { timeoutMs: 30_000, maxBytes: 10 * 1024 * 1024, maxRedirects: 5 } as const
const CONNECT_WITHIN_MS = 5_000
const MOST_HEADERS_BYTES = 16_384
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** After these redirects a POST becomes a GET, as in browsers. */
const TO_GET = new Set([301, 302, 303])

const systemResolve = async (hostname: string): Promise<string[]> =>
  (await resolveName(hostname, { all: true })).map(({ address }) => address)

/**
 * Fetches strangers' addresses. Connects to public addresses only: a name is resolved once for each connection, all of its addresses are
 * checked, and the connection uses one of these, so that a later, different resolution (DNS rebinding) has no effect. Redirects are checked
 * like the first address. Size, time and rate are limited. Cookies are not stored, a referrer is not sent, and proxy settings of the
 * environment are ignored.
 */
export const openGuardedHttp = (options: GuardedHttpOptions): OutboundHttp => {
  const { allowedOrigins, resolve = systemResolve, connectTo = (address) => address, ca, limits } = options
  const limited = createRequestLimits(limits)
  const tls = { timeout: CONNECT_WITHIN_MS, ...(ca !== undefined && { ca }) }
  const guarded = new Agent({ connect: guardedConnector(tls, { resolve, connectTo }, limited), ...agentOptions })
  const plain = new Agent({ connect: { timeout: CONNECT_WITHIN_MS }, ...agentOptions })

  const follow = async (asked: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> => {
    const started = performance.now()
    let { method, body, headers = {} } = asked
    let url = checkedUrl(asked.url, allowedOrigins)
    for (let redirects = 0; ; redirects++) {
      const dispatcher = allowedOrigins.includes(url.origin) ? plain : guarded
      const answer = await limited.run({ host: url.hostname, owner: asked.owner }, async () => {
        const got = await send(url, { dispatcher, method, headers: { ...headers }, body: body ?? null, signal })
        const location = REDIRECTS.has(got.statusCode) ? got.headers.location : undefined
        // The body of a redirect is not read, because only its Location header is needed.
        if (location !== undefined) return { location: String(location), status: got.statusCode, body: discard(got.body) }
        return {
          location: null,
          status: got.statusCode,
          headers: joined(got.headers),
          body: await read(got.body, asked.maxBytes),
        }
      })
      if (answer.location === null) {
        const { status, headers: got, body: read } = answer
        return { status, headers: got, body: read, url: url.href, milliseconds: performance.now() - started }
      }
      if (redirects >= asked.maxRedirects) throw new OutboundError('TOO_MANY_REDIRECTS', `${url.origin} redirects too often`)
      const next = checkedUrl(answer.location, allowedOrigins, url)
      // Headers may contain credentials for the first origin only.
      if (next.origin !== url.origin) headers = {}
      if (TO_GET.has(answer.status) && method === 'POST') [method, body] = ['GET', undefined]
      if (next.origin !== url.origin && method === 'POST')
        throw new OutboundError('ADDRESS_REFUSED', 'a POST is not sent on to another origin')
      url = next
    }
  }

  return {
    fetch: async (asked) => {
      assertNetworkAllowed('outbound HTTP')
      const signal = AbortSignal.timeout(Math.min(asked.timeoutMs, MOST.timeoutMs))
      const bounded = {
        ...asked,
        maxBytes: Math.min(asked.maxBytes, MOST.maxBytes),
        maxRedirects: Math.min(asked.maxRedirects, MOST.maxRedirects),
      }
      try {
        return await follow(bounded, signal)
      } catch (error) {
        throw outboundError(error, signal)
      }
    },
    close: async () => {
      await Promise.all([guarded.destroy(), plain.destroy()])
    },
  }
}

const agentOptions = {
  // Connections are not reused, so that the address of each request is checked.
  pipelining: 0,
  keepAliveTimeout: 1,
  keepAliveMaxTimeout: 1,
  maxHeaderSize: MOST_HEADERS_BYTES,
  headersTimeout: MOST.timeoutMs,
  bodyTimeout: MOST.timeoutMs,
} as const

/** A checked address, and the address of the connection, which differs only in tests. */
type Resolved = { checked: string; address: string }
type Names = Required<Pick<GuardedHttpOptions, 'resolve' | 'connectTo'>>

/**
 * Connects to public addresses. An open connection counts towards the limit of its network address: while it connects, of the name's first
 * address, and then of the address that accepted it.
 */
const guardedConnector =
  (tls: buildConnector.BuildOptions, names: Names, { connect }: Limited): buildConnector.connector =>
  (options, callback) => {
    let end = () => {}
    let resolved: readonly Resolved[] = []
    const holdOf = (address: string) => {
      end()
      end = connect(address)
    }
    try {
      const host = options.hostname.replaceAll(/^\[|\]$/g, '')
      if (isIP(host)) holdOf(host)
    } catch (error) {
      return callback(error as Error, null)
    }
    const lookup = publicLookup(names, (found) => {
      resolved = found
      if (found[0]) holdOf(found[0].checked)
    })
    buildConnector({ ...tls, lookup })(options, (error, socket) => {
      if (!socket) {
        end()
        return callback(error, null)
      }
      try {
        const answered = resolved.find(({ address }) => address === socket.remoteAddress)
        if (answered) holdOf(answered.checked)
      } catch (tooMany) {
        socket.destroy()
        return callback(tooMany as Error, null)
      }
      socket.once('close', () => end())
      callback(null, socket)
    })
  }

/** Resolves a name to public addresses. Refuses a name if one of its addresses is not public. */
const publicLookup =
  ({ resolve, connectTo }: Names, resolved: (found: readonly Resolved[]) => void): LookupFunction =>
  (hostname, { all }, callback) => {
    const checked = async () => {
      const addresses = await resolve(hostname)
      const inner = addresses.find((address) => !isPublicAddress(address))
      if (inner !== undefined) throw new OutboundError('ADDRESS_NOT_PUBLIC', `${hostname} resolves to ${inner}`)
      const found = addresses.map((checked) => {
        const address = connectTo(checked)
        return { checked, address, family: familyOf(address) }
      })
      resolved(found)
      const [first] = found
      if (!first) throw new OutboundError('UNREACHABLE', `${hostname} has no address`)
      return { found, first }
    }
    callbackify(checked)((error, result) => {
      if (error) callback(error, '')
      else if (all) callback(null, result.found)
      else callback(null, result.first.address, result.first.family)
    })
  }

const familyOf = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4)

const joined = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(', ')]])),
  )

const discard = (body: Dispatcher.ResponseData['body']): Buffer => {
  body.on('error', () => {})
  body.destroy()
  return Buffer.alloc(0)
}

const read = async (body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop destroys the connection.
    if (size > maxBytes) throw new OutboundError('TOO_LARGE', `the answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Finds an OutboundError among the causes, because the HTTP client wraps errors of the connection. */
const outboundError = (error: unknown, signal: AbortSignal): OutboundError => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof OutboundError) return cause
  if (signal.aborted) return new OutboundError('TIMED_OUT', 'the answer did not come in time', { cause: error })
  return new OutboundError('UNREACHABLE', error instanceof Error ? error.message : String(error), { cause: error })
}
