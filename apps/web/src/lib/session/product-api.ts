import { createClient } from '@marketplace/contracts/api/client'
import type { SessionPlace } from './place.ts'

/** The region of a token: the text before its first colon. */
export const regionOf = (token: string): string => token.split(':')[0] ?? ''

/** One request to the product API with this token. */
export const productFetch =
  ({ product }: Pick<SessionPlace, 'product'>) =>
  (token: string) =>
  (path: string, request: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> =>
    fetch(`/api/${product === 'helpdesk' ? 'v1' : 'v2'}${path}`, {
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}`, 'x-region': regionOf(token) },
      credentials: 'omit',
      cache: 'no-store',
    })

/** The same, typed by the declared endpoints. */
export const productApi = (send: ReturnType<ReturnType<typeof productFetch>>) => createClient<'product'>({ baseUrl: '', send })
