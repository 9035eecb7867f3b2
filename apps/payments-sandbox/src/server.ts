import type { IncomingMessage, ServerResponse } from 'node:http'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { isLoopbackHost } from '@marketplace/contracts/core/loopback'
import type { Caller } from './api/call.ts'
import { isSame } from './api/client-secret.ts'
import { newId } from './ledger/new-id.ts'
import { API_VERSION } from './api/present.ts'
import { invalid, Refusal, type Answer } from './api/refusal.ts'
import { createRunner, type Reply } from './api/run-call.ts'
import { runControl } from './control.ts'
import type { Store } from './ledger/store.ts'
import { answerPage } from './pages/answer-page.ts'

const MAX_BODY_BYTES = 256 * 1024

/** The sandbox's own origin, the shop's, and those of host products. */
export type Origins = { own: string; shop: string; hosts: readonly string[] }

class BodyTooLarge extends Error {}
/** The connection was closed before the request was complete. */
class CallerGone extends Error {}

const readBody = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      // The rest of the body is not read, because the connection is closed.
      if (size > MAX_BODY_BYTES) reject(new BodyTooLarge())
      else chunks.push(chunk)
    })
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.once('error', () => reject(new CallerGone()))
    request.once('close', () => reject(new CallerGone()))
  })

const header = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

const unauthorized = (message: string) => new Refusal(401, 'invalid_request_error', message)

/** Identifies the caller by its API key. Throws for a wrong key, for a secret key in a browser, and for a page of another origin. */
const callerOf = (request: IncomingMessage, origins: Origins): Caller => {
  const key = /^Bearer (\S{1,200})$/.exec(header(request, 'authorization') ?? '')?.[1] ?? ''
  const origin = header(request, 'origin')
  if (isSame(key, SANDBOX_KEYS.secret)) {
    if (origin !== null) throw unauthorized('A secret key was used in a browser. Use the publishable key there.')
    return 'secret'
  }
  if (!isSame(key, SANDBOX_KEYS.publishable)) throw unauthorized('Invalid API Key provided.')
  if (origin !== null && origin !== origins.shop && origin !== origins.own) throw unauthorized(`${origin} may not use this key.`)
  return 'publishable'
}

/**
 * Whether the Host header is this machine's or the sandbox's own. By DNS rebinding, other names could point to this server, and give pages
 * of strangers access to it.
 */
const isKnownHost = (host: string | null, own: string): boolean => {
  const url = URL.parse(`http://${host ?? ''}`)
  return url !== null && (isLoopbackHost(url.hostname) || url.host === URL.parse(own)?.host)
}

export const createHandler = (store: Store, origins: () => Origins) => {
  const run = createRunner(store, Date.now)

  const sendJson = (response: ServerResponse, { status, body }: Answer): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  const answerApi = async (request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void> => {
    const { shop } = origins()
    response.setHeader('vary', 'origin')
    response.setHeader('request-id', newId('req'))
    if (header(request, 'origin') === shop) response.setHeader('access-control-allow-origin', shop)
    if (request.method === 'OPTIONS')
      return void response
        .writeHead(204, {
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-max-age': '600',
        })
        .end()
    const caller = callerOf(request, origins())
    const version = header(request, 'stripe-version')
    if (version !== null && version !== API_VERSION) throw invalid(`The sandbox speaks version ${API_VERSION}, not ${version}.`)
    const sent = new URLSearchParams(request.method === 'POST' ? await readBody(request) : query)
    const idempotencyKey = header(request, 'idempotency-key')
    const reply: Reply = await run({ method: request.method ?? 'GET', path, sent, caller, idempotencyKey })
    if ('silentFor' in reply) {
      const timer = setTimeout(() => response.destroy(), reply.silentFor)
      return void response.once('close', () => clearTimeout(timer))
    }
    response.setHeader('stripe-version', API_VERSION)
    if (idempotencyKey !== null) response.setHeader('idempotency-key', encodeURIComponent(idempotencyKey))
    if (reply.replayed) response.setHeader('idempotent-replayed', 'true')
    // A retry with the same key would only repeat the stored answer.
    if (reply.status >= 500) response.setHeader('stripe-should-retry', 'false')
    sendJson(response, reply)
  }

  const answerControl = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    // Browsers send Origin or Sec-Fetch-Site. Tests and command-line tools send neither.
    if (header(request, 'origin') !== null || (header(request, 'sec-fetch-site') ?? 'none') !== 'none')
      throw new Refusal(403, 'invalid_request_error', 'The controls are not for pages.')
    const text = await readBody(request)
    let body: unknown
    try {
      body = text === '' ? undefined : JSON.parse(text)
    } catch {
      throw invalid('The body is not JSON.')
    }
    sendJson(response, await runControl(store, request.method ?? 'GET', path, body))
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
    if (!isKnownHost(header(request, 'host'), origins().own))
      throw new Refusal(421, 'invalid_request_error', 'The sandbox does not answer to this host name.')
    if (path.startsWith('/v1/')) return answerApi(request, response, path, query)
    if (path.startsWith('/_sandbox/')) return answerControl(request, response, path)
    const body = request.method === 'POST' ? new URLSearchParams(await readBody(request)) : null
    return answerPage(
      store,
      origins(),
      { method: request.method ?? 'GET', path, query: new URLSearchParams(query), body },
      response,
    )
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-content-type-options', 'nosniff')
    answer(request, response).catch((error: unknown) => {
      if (error instanceof CallerGone) return void response.destroy()
      if (error instanceof Refusal) return sendJson(response, error.answer)
      if (error instanceof BodyTooLarge) {
        response.setHeader('connection', 'close')
        return sendJson(response, new Refusal(413, 'invalid_request_error', 'The body is too large.').answer)
      }
      // After an unexpected error, changes may not be on the disk. The process ends, so that it cannot confirm them.
      throw error
    })
  }
}
