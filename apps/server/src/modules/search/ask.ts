import type { SearchResult } from '@marketplace/contracts/search/protocol'
import { type VariantModeName, variantNameOf } from '@marketplace/contracts/core/variants'
import type { IndexRequest, SearchPort } from '../../ports/search.ts'
import { APPS, BETA_FACET, VARIANTS_FACET } from './indexes.ts'
import { POST_TAG, PRE_TAG } from './marked-text.ts'

export type PageSearch = {
  text: string
  variant: VariantModeName
  limit: number
  highlight: readonly string[]
  typoTolerance?: boolean
}

const isBeta = (mode: VariantModeName): boolean => mode !== variantNameOf(mode)

/** Builds the request to an index. */
export const requestOf = (
  indexName: string,
  { text, variant, limit, highlight, typoTolerance = true }: PageSearch,
): IndexRequest => ({
  indexName,
  query: text,
  hitsPerPage: limit,
  facetFilters: [
    isBeta(variant) && indexName === APPS.name ? `${BETA_FACET}:${variant}` : `${VARIANTS_FACET}:${variantNameOf(variant)}`,
  ],
  typoTolerance,
  // All other fields come from memory, where they are newer.
  attributesToRetrieve: ['objectID'],
  attributesToHighlight: [...highlight],
  highlightPreTag: PRE_TAG,
  highlightPostTag: POST_TAG,
})

type Answers<PageSearches extends readonly unknown[]> = { [Place in keyof PageSearches]: SearchResult }

/** Sends one search to each index, all at once. */
export const ask = async <const PageSearches extends readonly (readonly [index: string, search: PageSearch])[]>(
  port: SearchPort,
  searches: PageSearches,
  caller: string,
): Promise<Answers<PageSearches>> => {
  const answers = await port.search(
    searches.map(([index, search]) => requestOf(index, search)),
    caller,
  )
  return answers as unknown as Answers<PageSearches>
}
