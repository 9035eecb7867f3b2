import { createClient } from '@marketplace/contracts/api/client'
import type { SessionPlace } from './place.ts'
import { takeEarly } from './early-reads.ts'
import { watchedFetch } from './watched-fetch.ts'

/** The region of a token: the text before its first colon. */
export const regionOf = (token: string): string => token.split(':')[0] ?? ''

type Request = RequestInit & { headers?: Record<string, string> }

const send = (token: string, address: string, request: Request): Promise<Response> =>
  watchedFetch(
    address,
    {
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}`, 'x-region': regionOf(token) },
      credentials: 'omit',
      cache: 'no-store',
    },
    isPlainGet(request) ? takeEarly(address, token) : null,
  )

/** Whether the response depends only on the address and the token. */
const isPlainGet = ({ method = 'GET', headers = {} }: Request): boolean => method === 'GET' && Object.keys(headers).length === 0

const fetchBelow =
  (mount: string) =>
  (token: string) =>
  (path: string, request: Request = {}): Promise<Response> =>
    send(token, mount + path, request)

export const productMount = (product: SessionPlace['product']): string => `/api/${product === 'helpdesk' ? 'v1' : 'v2'}`
export const BILLING_MOUNT = '/billing/v3'

/** Sends a request to the product API with this token. */
export const productFetch = ({ product }: Pick<SessionPlace, 'product'>) => fetchBelow(productMount(product))

/** Sends a request to the billing API with this token. */
export const billingFetch = fetchBelow(BILLING_MOUNT)

/** A typed client of the product API. */
export const productApi = (send: ReturnType<ReturnType<typeof productFetch>>) => createClient<'product'>({ baseUrl: '', send })
