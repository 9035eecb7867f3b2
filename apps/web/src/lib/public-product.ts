import { createClient } from '@marketplace/contracts/api/client'

/** Calls the product API without a token. Public endpoints answer the same at every product's address. */
export const publicProduct = createClient<'product'>({
  baseUrl: '/api/v2',
  send: (url, request) => fetch(url, { ...request, credentials: 'omit' }),
})
