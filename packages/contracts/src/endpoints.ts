import * as accounts from './endpoints/accounts.ts'
import * as installs from './endpoints/installs.ts'
import * as product from './endpoints/product.ts'
import * as search from './endpoints/search.ts'
import * as site from './endpoints/site.ts'

/** Every endpoint by its id. */
export const ENDPOINTS = { ...site, ...product, ...installs, ...search, ...accounts }
