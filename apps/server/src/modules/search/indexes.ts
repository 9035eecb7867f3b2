import type { DocumentOrder, IndexedDocument } from '@marketplace/search/document'
import type { ApplicationSort } from '@marketplace/contracts/core/enumerations'
import type { IndexDefinition } from '../../adapters/embedded-search/index-definition.ts'

// The same order of names as in lists.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorts documents by these keys in ascending order, then by name. The same order as sortApplications. */
const by =
  (...keys: readonly string[]): DocumentOrder =>
  (a: IndexedDocument, b: IndexedDocument) => {
    for (const key of keys) {
      const difference = Number(a.sortKeys[key]) - Number(b.sortKeys[key])
      if (difference !== 0) return difference
    }
    return collator.compare(String(a.sortKeys.name), String(b.sortKeys.name))
  }

/** The keys of each sort order, as sortKeysOf writes them. */
const SORT_KEYS: Readonly<Record<ApplicationSort, readonly string[]>> = {
  recommended: ['order', 'installations'],
  popularity: ['installations', 'rate', 'votes'],
  published: ['publishedAt'],
  alphabetically: [],
  price: ['price'],
}

/** Applications and services. Ranking is by name, short description, long description, category, then the rest. */
export const APPS: IndexDefinition = {
  name: 'apps',
  attributes: ['name', 'shortDescription', 'longDescription', 'category.name', 'company.name'],
  highlighted: ['name', 'shortDescription', 'category.name', 'company.name'],
  long: ['longDescription'],
  facets: [
    'category.name',
    'payment',
    'compatibility',
    'placements',
    'services',
    'languages',
    'country',
    'industries',
    'verified',
    'kind',
  ],
  numbers: ['price', 'installations', 'rating.rate', 'rating.votes', 'publishedAt'],
  replicas: Object.fromEntries(Object.entries(SORT_KEYS).map(([sort, keys]) => [`apps_${sort}`, by(...keys)])),
}

/** Experts, and developers with at least one application in a list. */
export const PARTNERS: IndexDefinition = {
  name: 'partners',
  attributes: ['name', 'shortDescription', 'longDescription'],
  highlighted: ['name', 'shortDescription'],
  long: ['longDescription'],
  facets: ['kind', 'services', 'compatibility', 'languages', 'country', 'industries', 'verified', 'recommended'],
  numbers: ['products'],
  replicas: {},
}

/** The variants whose lists contain a record. The marketplace's own pages filter by it. */
export const VARIANTS_FACET = 'variants'
/** The variants whose lists contain a record in beta mode. */
export const BETA_FACET = 'inBeta'
/** The facet's value for records that are only in lists of beta mode. Only requests that ask for it find them. */
export const BETA_ONLY = 'only'
