import { createClient } from '@marketplace/contracts/api/client'
import type { SessionPlace } from './place.ts'
import { browserTokens } from './token-storage.ts'
import { watchedFetch } from './watched-fetch.ts'

/** The region of a token: the text before its first colon. */
export const regionOf = (token: string): string => token.split(':')[0] ?? ''

type Request = RequestInit & { headers?: Record<string, string> }

const send = (token: string, address: string, request: Request = {}): Promise<Response> =>
  watchedFetch(address, {
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${token}`, 'x-region': regionOf(token) },
    credentials: 'omit',
    cache: 'no-store',
  })

// The first requests of a screen are sent while the session is still being confirmed, so that neither waits for the other. Each response is
// stored here until the screen needs it.

/** The time (ms) for which a response may be used. After that the request is sent again, because the data may have changed. */
const FRESH_MS = 10_000

const waiting = new Map<string, { token: string; until: number; response: Promise<Response> }>()

/** Returns the response to an early request with the same token, and removes it. */
const takeAhead = (address: string, token: string): Promise<Response> | null => {
  const found = waiting.get(address)
  waiting.delete(address)
  return found && found.token === token && performance.now() <= found.until ? found.response : null
}

/** Whether the response depends only on the address and the token. */
const isPlainGet = ({ method = 'GET', headers = {} }: Request): boolean => method === 'GET' && Object.keys(headers).length === 0

const fetchBelow =
  (mount: string) =>
  (token: string) =>
  (path: string, request: Request = {}): Promise<Response> =>
    (isPlainGet(request) && takeAhead(mount + path, token)) || send(token, mount + path, request)

const productMount = (product: SessionPlace['product']): string => `/api/${product === 'helpdesk' ? 'v1' : 'v2'}`
const BILLING_MOUNT = '/billing/v3'

/** Sends a request to the product API with this token. */
export const productFetch = ({ product }: Pick<SessionPlace, 'product'>) => fetchBelow(productMount(product))

/** Sends a request to the billing API with this token. */
export const billingFetch = fetchBelow(BILLING_MOUNT)

/**
 * Sends GET requests with the stored token, if there is one, before the session is open. The server checks the token, as it does for each
 * request. The first requests of the session to the same addresses use these responses.
 */
export const readAhead = (
  { product }: Pick<SessionPlace, 'product'>,
  reads: readonly (readonly [api: 'product' | 'billing', path: string])[],
): void => {
  const token = browserTokens.ofTab() ?? browserTokens.ofCookie()
  if (token === null) return
  for (const [api, path] of reads) {
    const address = (api === 'billing' ? BILLING_MOUNT : productMount(product)) + path
    const response = send(token, address)
    // The screen shows a failure when it takes the response. Without this handler, browsers would report a failure that no screen takes.
    response.catch(() => {})
    waiting.set(address, { token, until: performance.now() + FRESH_MS, response })
  }
}

/** A typed client of the product API. */
export const productApi = (send: ReturnType<ReturnType<typeof productFetch>>) => createClient<'product'>({ baseUrl: '', send })
