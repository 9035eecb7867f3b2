import { createClient } from '@marketplace/contracts/client'
import type { SessionPlace } from './place.ts'

type Options = Pick<SessionPlace, 'product'> & { token: () => string; onRefused?: (token: string) => void }

/** The region that a token belongs to: what stands before its first colon (clients.md). */
export const regionOf = (token: string): string => token.split(':')[0] ?? ''

/** Requests to the product API as whoever is signed in; `onRefused` hears of a token that is none any more. */
export const productFetch =
  ({ product, token, onRefused }: Options) =>
  async (path: string, request: { method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<Response> => {
    const used = token()
    const response = await fetch(`/api/${product === 'helpdesk' ? 'v1' : 'v2'}${path}`, {
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${used}`, 'x-region': regionOf(used) },
      credentials: 'omit',
      cache: 'no-store',
    })
    if (response.status === 401) onRefused?.(used)
    return response
  }

/** The same, typed by the declared endpoints. */
export const productApi = (options: Options) => createClient({ baseUrl: '', send: productFetch(options) })
