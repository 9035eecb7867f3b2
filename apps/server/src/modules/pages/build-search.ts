import { BRAND } from '@marketplace/contracts/core/brand'
import {
  EMPTY_QUERY,
  isFiltered,
  type ListQuery,
  type QueryParameters,
  parseListQuery,
} from '@marketplace/contracts/pages/list-query'
import type { CardData } from '@marketplace/contracts/pages/parts'
import type { CardMarks, SearchPage } from '@marketplace/contracts/pages/lists'
import { paths } from '@marketplace/contracts/pages/paths'
import { isSearchable, searchText } from '@marketplace/contracts/search/limits'
import { nextChange } from '@marketplace/domain/dates'
import { listingTitle } from '@marketplace/domain/titles'
import { type FoundApplications, type LiveSearch, ONE_SEARCH_MS } from '../search/index.ts'
import { cardOfDeveloper } from './build-developers.ts'
import { categoryLinks } from './build-site.ts'
import type { BuiltPage } from './built-page.ts'
import { canonicalQuery, firstOf } from './filterable-list.ts'
import { listOf, type PageContext, readFound, searchedList, searchPlaces } from './lists.ts'
import { metaOf } from './page-meta.ts'
import { cardOf } from './present-card.ts'
import { cardOfExpert } from './present-expert.ts'

const HEADING = 'Search'
const SUGGESTIONS = 4

/** A card's texts with the matches of the query marked; none if nothing matches. */
const marksOf = ({ id, name, shortDescription }: CardData, { mark }: FoundApplications): [string, CardMarks][] => {
  const marks: CardMarks = { name: mark(name), shortDescription: mark(shortDescription) }
  return Object.values(marks)
    .flat()
    .some(({ matched }) => matched)
    ? [[id, marks]]
    : []
}

/**
 * The canonical query of a search address, before the search. The query that the page shows may differ, because its page number is limited
 * to the existing pages.
 */
export const searchQuery = (context: PageContext, parameters: QueryParameters): ListQuery => {
  const text = searchText(parseListQuery(parameters).text ?? '')
  const known = isSearchable(text) ? canonicalQuery(searchedList(context), parameters) : EMPTY_QUERY
  return text ? { text, ...known } : known
}

/** The results of a search: applications and services as one list with the filters of both, and the matching partners. */
export const buildSearch = async (
  context: PageContext,
  asked: ListQuery,
  search: LiveSearch,
  caller: string,
): Promise<BuiltPage<SearchPage>> => {
  const { snapshot, partners, variant, now } = context
  const { text = '' } = asked
  const idle = text === '' ? 'empty' : isSearchable(text) ? null : 'short'
  const [found, foundPartners] = await Promise.all([
    search.find(text, variant, searchPlaces(context), caller),
    search.findPartners(text, variant, caller),
  ])
  // A request for another page, a filter or an order continues a search that was counted before.
  const isFirst = asked.page === 1 && asked.sortBy === null && !isFiltered(asked)
  const isMissing = isFirst && (found.total === 0 || found.nearest) && (await search.isMissing(text, variant, caller))

  const { items, query, sortBy, filters, pagination } = await readFound(context, found, asked)
  const shown = pagination.page === 1 && !isFiltered(query) ? foundPartners.partners : []
  const nothing = found.total === 0
  const cards = items.map((entry) => cardOf(entry, snapshot, now))
  const heading = text === '' ? HEADING : `Results for “${text}”`
  return {
    status: 200,
    // The page expires after this time, so that the search is counted again.
    until: nextChange(search.until(), isMissing ? new Date(now.getTime() + ONE_SEARCH_MS) : null),
    ...(isMissing && { missed: text }),
    result: {
      kind: 'search',
      meta: metaOf(context, {
        title: listingTitle({ heading, page: pagination.page, product: variant.product }),
        description: `Search the applications, services and partners for ${BRAND.products[variant.product]}.`,
        path: paths.search(),
        noindex: true,
      }),
      heading,
      description: '',
      breadcrumbs: [
        { name: BRAND.marketplace, href: paths.home() },
        { name: HEADING, href: paths.search() },
      ],
      path: paths.search(),
      query,
      filters,
      // An index that returns only its best matches still reports the number of all matches.
      pagination: found.complete || isFiltered(query) ? pagination : { ...pagination, total: found.total },
      text,
      idle,
      cards,
      marks: Object.fromEntries(cards.flatMap((card) => marksOf(card, found))),
      sortBy,
      nearest: found.nearest,
      nearestPartners: foundPartners.nearest,
      experts: shown.flatMap(({ kind, id }) => {
        const expert = kind === 'expert' ? partners.expertById.get(id) : undefined
        return expert ? [cardOfExpert(expert)] : []
      }),
      developers: shown.flatMap(({ kind, id }) => (kind === 'developer' && cardOfDeveloper(context, id)) || []),
      suggestions: nothing
        ? firstOf(listOf(context, { kind: 'all' }), SUGGESTIONS).map((entry) => cardOf(entry, snapshot, now))
        : [],
      categories: nothing ? categoryLinks(context, []) : [],
    },
  }
}
