import type { Collection, Landing } from '@marketplace/contracts/catalogue/collections'
import { APPLICATION_SORTS, type ApplicationSort } from '@marketplace/contracts/core/enumerations'
import type { ListQuery } from '@marketplace/contracts/pages/list-query'
import { SEARCH_LIMIT } from '@marketplace/contracts/search/limits'
import { type BitSet, bitsWhere, countBits, intersectionOf, positionsIn } from '@marketplace/domain/bit-set'
import { NEWEST_LIMIT } from '@marketplace/domain/collections'
import { APPLICATION_FACETS, SEARCH_FACETS, SERVICE_FACETS } from '@marketplace/domain/facets'
import { type ListIndex, membersOf, itemsInOrder } from '@marketplace/domain/list-index'
import type { Places } from '../../ports/search.ts'
import { type CatalogueEntry, type ListKind, listName, marks } from '../catalogue/index.ts'
import type { FoundApplications } from '../search/index.ts'
import { type FilterableList, type ListFrame, selectPage, sortOf } from './filterable-list.ts'
import type { PageContext } from './page-context.ts'

export type { PageContext } from './page-context.ts'

/** The applications or services that a list contains. */
export type ListScope =
  | { kind: 'all' }
  | { kind: 'category'; slug: string }
  | { kind: 'collection'; collection: Collection }
  | { kind: 'landing'; landing: Landing }
  | { kind: 'services' }

/** The items that an index contains. */
type Items = Exclude<ListKind, 'expected'>

const namesOf = (facets: readonly { name: string }[]): string[] => facets.map(({ name }) => name)
const FACETS: Readonly<Record<Items, readonly string[]>> = {
  applications: ['categories', ...namesOf(APPLICATION_FACETS)],
  services: namesOf(SERVICE_FACETS),
  everything: ['kind', 'categories', ...namesOf(SEARCH_FACETS)],
}

/** The index of the listed applications, services or both, for filters. */
const indexOf = (context: PageContext, which: Items): ListIndex<CatalogueEntry> =>
  context.remember(`index of ${which}`, ({ snapshot, variant }) =>
    snapshot.applications.index(listName(variant, which), FACETS[which], marks.verified),
  )

/** The places of an index's items in an order. It may contain places of other items too. */
const orderOf = ({ snapshot, variant }: PageContext, which: Items, sort: ApplicationSort): Uint32Array =>
  snapshot.applications.order(listName(variant, which), sort)

/** The number of applications or services that this variant lists. */
export const countListed = (context: PageContext, which: 'applications' | 'services'): number =>
  context.remember(`number of ${which}`, ({ snapshot, variant }) =>
    countBits(snapshot.applications.members(listName(variant, which))),
  )

/** The entries that are coming soon in this variant. */
export const expectedEntries = ({ snapshot, variant }: PageContext): CatalogueEntry[] => {
  const { applications, byId } = snapshot
  // Read by id, so that the read is recorded.
  return positionsIn(applications.members(listName(variant, 'expected'))).flatMap(
    (place) => byId.get(applications.itemAt(place)?.id ?? '') ?? [],
  )
}

/** The listed applications with any of these tags. */
export const taggedEntries = ({ snapshot, variant }: PageContext, tags: readonly string[]): CatalogueEntry[] => {
  const { applications, byId } = snapshot
  const listed = applications.members(listName(variant, 'applications'))
  const places = tags.flatMap((tag) => positionsIn(intersectionOf(listed, applications.marked(marks.tag(tag)))))
  return [...new Set(places)].flatMap((place) => byId.get(applications.itemAt(place)?.id ?? '') ?? [])
}

const scopeKey = (scope: ListScope): string => {
  switch (scope.kind) {
    case 'category':
      return `category ${scope.slug}`
    case 'collection':
      return `collection ${scope.collection.slug}`
    case 'landing':
      return `landing ${scope.landing.slug}`
    default:
      return scope.kind
  }
}

const isEmpty = (set: BitSet): boolean => set.every((word) => word === 0)

/** The places in an index that are in a scope, by the rules of collectionMembers and landingMembers. */
const membersOfScope = (context: PageContext, which: Items, scope: ListScope): BitSet => {
  const index = indexOf(context, which)
  const { applications } = context.snapshot
  switch (scope.kind) {
    case 'category':
      return membersOf(index, 'categories', scope.slug)
    case 'collection': {
      const { slug, rule } = scope.collection
      const members = intersectionOf(index.everything, applications.marked(marks.collection(slug)))
      if (rule.kind !== 'newest' || !isEmpty(members)) return members
      const order = orderOf(context, which, 'published')
      const newest = new Set(itemsInOrder(index, order, index.everything, 0, NEWEST_LIMIT))
      return bitsWhere(index.items.length, (place) => newest.has(index.items[place] as CatalogueEntry))
    }
    case 'landing': {
      const { slug, rule } = scope.landing
      const members = intersectionOf(index.everything, applications.marked(marks.landing(slug)))
      return rule.kind === 'deal' || !isEmpty(members) ? members : membersOf(index, 'categories', rule.category)
    }
    default:
      return index.everything
  }
}

/** The order of a list if the person does not choose one. */
export const defaultSortOf = (scope: ListScope): ApplicationSort =>
  scope.kind === 'collection' && scope.collection.rule.kind === 'newest' ? 'published' : 'recommended'

/** A list of applications or services that can be filtered, sorted and paged. */
export const listOf = (context: PageContext, scope: ListScope): FilterableList<CatalogueEntry, ApplicationSort> => {
  const which = scope.kind === 'services' ? 'services' : 'applications'
  const key = scopeKey(scope)
  return {
    key,
    index: indexOf(context, which),
    scope: context.remember(`scope of ${key}`, (own) => membersOfScope(own, which, scope)),
    // The page is about one category, so this filter is not offered.
    hiddenFacets: scope.kind === 'category' ? ['categories'] : [],
    sorts: APPLICATION_SORTS,
    defaultSort: defaultSortOf(scope),
    orderBy: (sort) => orderOf(context, which, sort),
    remember: (what, work) => context.remember(`${what} of ${key}`, (own) => work(listOf(own, scope))),
  }
}

/** Search results can also be ordered by relevance. */
export type SearchSort = 'relevance' | ApplicationSort

/** The places of applications and services in the list of search results. */
export const searchPlaces = ({ snapshot }: PageContext): Places => snapshot.applications.places

/** All entries that can be searched; see readFound. */
export const searchedList = (context: PageContext): ListFrame<CatalogueEntry, SearchSort> => {
  const index = indexOf(context, 'everything')
  return {
    key: 'search',
    index,
    scope: index.everything,
    hiddenFacets: [],
    sorts: ['relevance', ...APPLICATION_SORTS],
    defaultSort: 'relevance',
    pagedTo: SEARCH_LIMIT,
  }
}

/**
 * A page of the applications and services that searchPlaces found. Filters, counts and sorting cover all matches; paging covers at most
 * SEARCH_LIMIT.
 */
export const readFound = async (context: PageContext, found: Pick<FoundApplications, 'places' | 'best'>, asked: ListQuery) => {
  const searched = searchedList(context)
  // The index may lag behind the catalogue.
  const list = { ...searched, scope: intersectionOf(searched.index.everything, found.places()) }
  const { matches, from, ...page } = selectPage(list, asked)
  const { to } = page.pagination
  const sortBy = sortOf(list, page.query)
  // Only as many matches as the page shows are ranked.
  const order = sortBy === 'relevance' ? await found.best(to, matches) : orderOf(context, 'everything', sortBy)
  const items = itemsInOrder(list.index, order, matches, from, to - from)
  // An application may have been removed meanwhile.
  return { ...page, sortBy, items: items.filter((item) => item !== undefined) }
}
