import { createClient } from '@marketplace/contracts/client'
import type { SessionPlace } from './store.ts'

type Options = Pick<SessionPlace, 'product'> & { token: () => string; onRefused?: (token: string) => void }

/** The region that a token belongs to: what stands before its first colon (clients.md). */
export const regionOf = (token: string): string => token.split(':')[0] ?? ''

/** Calls of the product API by whoever is signed in; `onRefused` hears of a token that is none any more. */
export const productApi = ({ product, token, onRefused }: Options) =>
  createClient({
    baseUrl: `/api/${product === 'helpdesk' ? 'v1' : 'v2'}`,
    send: async (url, request) => {
      const used = token()
      const response = await fetch(url, {
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${used}`, 'x-region': regionOf(used) },
        credentials: 'omit',
        cache: 'no-store',
      })
      if (response.status === 401) onRefused?.(used)
      return response
    },
  })
export type ProductApi = ReturnType<typeof productApi>
