import * as product from './endpoints/product.ts'
import * as search from './endpoints/search.ts'
import * as site from './endpoints/site.ts'

/** Every endpoint there is, by its id. */
export const ENDPOINTS = { ...site, ...product, ...search }
