import { isApiPath, isSearchPath } from './api-path.ts'
import { envelope } from './errors.ts'
import { searchFailure } from './search-errors.ts'
import type { Site } from './site.ts'

/** The storefront's origin: pages, the product API, billing and search. */
export const STOREFRONT: Site = {
  name: 'storefront',
  apis: ['site', 'product', 'billing', 'search'],
  isApi: isApiPath,
  failure: (code, { id, url }, details) => (isSearchPath(url) ? searchFailure(code) : envelope(code, id, details)),
  // A sign-in popup must keep its opener.
  openerPolicy: 'same-origin-allow-popups',
}
