import type { Collection, Landing } from '@marketplace/contracts/collections'
import { APPLICATION_SORTS, type ApplicationSort } from '@marketplace/contracts/enumerations'
import type { ListQuery } from '@marketplace/contracts/list-query'
import { SEARCH_LIMIT } from '@marketplace/contracts/search-limits'
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

/** Which applications or services a list is about. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'category'; slug: string }
  | { kind: 'collection'; collection: Collection }
  | { kind: 'landing'; landing: Landing }
  | { kind: 'services' }

/** What an index is about. */
type Items = Exclude<ListKind, 'expected'>

const namesOf = (facets: readonly { name: string }[]): string[] => facets.map(({ name }) => name)
const FACETS: Readonly<Record<Items, readonly string[]>> = {
  applications: ['categories', ...namesOf(APPLICATION_FACETS)],
  services: namesOf(SERVICE_FACETS),
  everything: ['kind', 'categories', ...namesOf(SEARCH_FACETS)],
}

/** The listed applications, or services, or both, ready to be filtered. */
const indexOf = (context: PageContext, which: Items): ListIndex<CatalogueEntry> =>
  context.remember(`index of ${which}`, ({ snapshot, variant }) =>
    snapshot.applications.index(listName(variant, which), FACETS[which], marks.verified),
  )

/** The places of an index's items in an order, and places of others between them. */
const orderOf = ({ snapshot, variant }: PageContext, which: Items, sort: ApplicationSort): Uint32Array =>
  snapshot.applications.order(listName(variant, which), sort)

/** How many this variant lists. */
export const countListed = (context: PageContext, which: 'applications' | 'services'): number =>
  context.remember(`number of ${which}`, ({ snapshot, variant }) =>
    countBits(snapshot.applications.members(listName(variant, which))),
  )

/** What is coming soon in this variant. */
export const expectedEntries = ({ snapshot, variant }: PageContext): CatalogueEntry[] => {
  const { applications, byId } = snapshot
  // By its id, so that it is noted.
  return positionsIn(applications.members(listName(variant, 'expected'))).flatMap(
    (place) => byId.get(applications.itemAt(place)?.id ?? '') ?? [],
  )
}

/** Those of the listed applications that have any of these tags. */
export const taggedEntries = ({ snapshot, variant }: PageContext, tags: readonly string[]): CatalogueEntry[] => {
  const { applications, byId } = snapshot
  const listed = applications.members(listName(variant, 'applications'))
  const places = tags.flatMap((tag) => positionsIn(intersectionOf(listed, applications.marked(marks.tag(tag)))))
  return [...new Set(places)].flatMap((place) => byId.get(applications.itemAt(place)?.id ?? '') ?? [])
}

const scopeKey = (scope: Scope): string => {
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

/** Who of an index is in a scope; as collectionMembers and landingMembers have it. */
const membersOfScope = (context: PageContext, which: Items, scope: Scope): BitSet => {
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

/** The order in which a scope is shown unless the person chooses another. */
export const usualSort = (scope: Scope): ApplicationSort =>
  scope.kind === 'collection' && scope.collection.rule.kind === 'newest' ? 'published' : 'recommended'

/** A list of applications or services that can be filtered, sorted and paged. */
export const listOf = (context: PageContext, scope: Scope): FilterableList<CatalogueEntry, ApplicationSort> => {
  const which = scope.kind === 'services' ? 'services' : 'applications'
  const key = scopeKey(scope)
  return {
    key,
    index: indexOf(context, which),
    scope: context.remember(`scope of ${key}`, (own) => membersOfScope(own, which, scope)),
    // Which category it is, is what the page is about.
    without: scope.kind === 'category' ? ['categories'] : [],
    sorts: APPLICATION_SORTS,
    usual: usualSort(scope),
    orderBy: (sort) => orderOf(context, which, sort),
    remember: (what, work) => context.remember(`${what} of ${key}`, (own) => work(listOf(own, scope))),
  }
}

/** The order of search results that a search itself gives. */
export type SearchSort = 'relevance' | ApplicationSort

/** Where the list of search results has each application and service. */
export const searchPlaces = ({ snapshot }: PageContext): Places => snapshot.applications.places

/** All that can be searched; see readFound. */
export const searchedList = (context: PageContext): ListFrame<CatalogueEntry, SearchSort> => {
  const index = indexOf(context, 'everything')
  return {
    key: 'search',
    index,
    scope: index.everything,
    without: [],
    sorts: ['relevance', ...APPLICATION_SORTS],
    usual: 'relevance',
    pagedTo: SEARCH_LIMIT,
  }
}

/**
 * A page of the applications and services that a search has found, by searchPlaces, as a list of its own: filtered, counted and sorted is
 * all of it, paged through no more than SEARCH_LIMIT (section 9).
 */
export const readFound = async (context: PageContext, found: Pick<FoundApplications, 'places' | 'best'>, asked: ListQuery) => {
  const searched = searchedList(context)
  // The index may be a moment behind.
  const list = { ...searched, scope: intersectionOf(searched.index.everything, found.places()) }
  const { matches, from, ...page } = selectPage(list, asked)
  const { to } = page.pagination
  const sortBy = sortOf(list, page.query)
  // No more than the page shows is ranked.
  const order = sortBy === 'relevance' ? await found.best(to, matches) : orderOf(context, 'everything', sortBy)
  const items = itemsInOrder(list.index, order, matches, from, to - from)
  // Meanwhile one of them may have gone.
  return { ...page, sortBy, items: items.filter((item) => item !== undefined) }
}
