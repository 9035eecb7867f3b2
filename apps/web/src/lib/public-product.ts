import { createClient } from '@marketplace/contracts/api/client'

/** The product API for what nobody has to sign in for. It is the same at the address of each product. */
export const publicProduct = createClient<'product'>({
  baseUrl: '/api/v2',
  send: (url, request) => fetch(url, { ...request, credentials: 'omit' }),
})
