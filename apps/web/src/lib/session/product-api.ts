import { createClient } from '@marketplace/contracts/api/client'
import { askAhead, takeAhead } from './asked-ahead.ts'
import type { SessionPlace } from './place.ts'
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

/** Sends GET requests before the session is open. The first requests of the session to the same addresses use these responses. */
export const readAhead = (
  { product }: Pick<SessionPlace, 'product'>,
  reads: readonly (readonly [api: 'product' | 'billing', path: string])[],
): void => {
  for (const [api, path] of reads) askAhead((api === 'billing' ? BILLING_MOUNT : productMount(product)) + path, send)
}

/** A typed client of the product API. */
export const productApi = (send: ReturnType<ReturnType<typeof productFetch>>) => createClient<'product'>({ baseUrl: '', send })
