import fc from 'fast-check'
import type { SearchDocument } from './document.ts'
import type { FacetHit } from './facet-search.ts'
import { createSearchIndex, type FacetRequest, type SearchIndex, type SearchIndexOptions } from './search-index.ts'
import { doAll } from './steps.ts'

/** The attributes of documents in tests, the most important first, as the marketplace indexes them (docs/product/search.md). */
export const ATTRIBUTES = ['name', 'shortDescription', 'longDescription', 'category'] as const

type Given = Partial<Record<(typeof ATTRIBUTES)[number], string>> & Partial<Omit<SearchDocument, 'fields'>>

/** A document with the given fields, and defaults for all others. */
export const documentOf = (
  id: string,
  { name = '', shortDescription = '', longDescription = '', category = '', ...given }: Given = {},
): SearchDocument => ({
  id,
  fields: { name, shortDescription, longDescription, category },
  order: 0,
  installations: 0,
  facets: {},
  numbers: {},
  sortKeys: {},
  ...given,
})

export const indexOf = (documents: readonly SearchDocument[], options: Partial<SearchIndexOptions> = {}): SearchIndex => {
  const index = createSearchIndex({ attributes: ATTRIBUTES, ...options })
  index.put(documents)
  return index
}

/** An index of documents that have a name only. The name is also the id. */
export const indexOfNames = (names: readonly string[], options: Partial<SearchIndexOptions> = {}): SearchIndex =>
  indexOf(
    names.map((name) => documentOf(name, { name })),
    options,
  )

/** Any text, including control characters, marks and halves of surrogate pairs. */
export const anyText = (maxLength: number): fc.Arbitrary<string> => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
  const likely = fc.constantFrom(..."aA1é京 ı#+&'\u0301", '👍')
  return fc.string({ unit: fc.oneof(unit, likely), maxLength })
}

/** A search among the values of a facet, run without a break. */
export const searchFacet = (index: SearchIndex, request: FacetRequest): readonly FacetHit[] => doAll(index.searchFacet(request))
