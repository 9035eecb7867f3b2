import { createClient } from '@marketplace/contracts/api/client'
import type { SessionPlace } from './place.ts'
import { watchedFetch } from './watched-fetch.ts'

/** The region of a token: the text before its first colon. */
export const regionOf = (token: string): string => token.split(':')[0] ?? ''

type Request = RequestInit & { headers?: Record<string, string> }

const fetchBelow =
  (mount: string) =>
  (token: string) =>
  (path: string, request: Request = {}): Promise<Response> =>
    watchedFetch(mount + path, {
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}`, 'x-region': regionOf(token) },
      credentials: 'omit',
      cache: 'no-store',
    })

/** Sends a request to the product API with this token. */
export const productFetch = ({ product }: Pick<SessionPlace, 'product'>) =>
  fetchBelow(`/api/${product === 'helpdesk' ? 'v1' : 'v2'}`)

/** Sends a request to the billing API with this token. */
export const billingFetch = fetchBelow('/billing/v3')

/** A typed client of the product API. */
export const productApi = (send: ReturnType<ReturnType<typeof productFetch>>) => createClient<'product'>({ baseUrl: '', send })
