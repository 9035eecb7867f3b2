import type { Collection, Landing } from '@marketplace/contracts/collections'
import { APPLICATION_SORTS, type ApplicationSort } from '@marketplace/contracts/enumerations'
import { SEARCH_LIMIT } from '@marketplace/contracts/search-limits'
import type { Variant } from '@marketplace/contracts/variants'
import { type BitSet, bitsWhere } from '@marketplace/domain/bit-set'
import { collectionMembers } from '@marketplace/domain/collections'
import { nextChange } from '@marketplace/domain/dates'
import { APPLICATION_FACETS, categoryFacet, kindFacet, SEARCH_FACETS, SERVICE_FACETS } from '@marketplace/domain/facets'
import { landingMembers } from '@marketplace/domain/landings'
import { buildListIndex, type ListIndex, membersOf } from '@marketplace/domain/list-index'
import { sortApplications } from '@marketplace/domain/sorting'
import { isListed, isService } from '@marketplace/domain/visibility'
import type { Places } from '../../ports/search.ts'
import { type CatalogueEntry, type CatalogueSnapshot, nextChangeOf } from '../catalogue/index.ts'
import type { PartnersSnapshot } from '../partners/index.ts'
import type { FoundApplications } from '../search/index.ts'
import type { FilterableList, ListFrame } from './filterable-list.ts'

/** Where and when a page is built: what it is made of, the variant it is for. */
export type PageContext = {
  snapshot: CatalogueSnapshot
  partners: PartnersSnapshot
  variant: Variant
  publicUrl: string
  accountsUrl: string
  /** The host product. */
  hostUrl: string
  now: Date
}

/** Which applications or services a list is about. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'category'; slug: string }
  | { kind: 'collection'; collection: Collection }
  | { kind: 'landing'; landing: Landing }
  | { kind: 'services' }

type Dated<T> = { value: T; until: Date | null }

/** What this variant lists at all, applications and services; the rule itself is isListed. */
const listed = ({ snapshot, variant, now }: PageContext): Dated<{ applications: CatalogueEntry[]; services: CatalogueEntry[] }> =>
  snapshot.remember(`listed ${variant.name}`, now, () => {
    const applications: CatalogueEntry[] = []
    const services: CatalogueEntry[] = []
    let until: Date | null = null
    for (const entry of snapshot.entries) {
      until = nextChange(until, nextChangeOf(entry, now))
      if (isListed(entry, { lists: variant.lists, product: variant.product, beta: false }, now))
        (isService(entry) ? services : applications).push(entry)
    }
    return { value: { applications, services }, until }
  })

export const listedApplications = (context: PageContext): readonly CatalogueEntry[] => listed(context).value.applications
export const listedServices = (context: PageContext): readonly CatalogueEntry[] => listed(context).value.services
/** The next instant at which time alone changes what is listed. */
export const listedUntil = (context: PageContext): Date | null => listed(context).until

/** What an index is about. */
type Items = 'applications' | 'services' | 'everything'

/** The listed applications, or services, or both, ready to be filtered; made once for a snapshot. */
const indexOf = (context: PageContext, which: Items): ListIndex<CatalogueEntry> => {
  const { snapshot, variant, now } = context
  return snapshot.remember(`index ${variant.name} ${which}`, now, () => {
    const { value, until } = listed(context)
    const category = categoryFacet<CatalogueEntry>((entry) =>
      entry.categoryId === null ? null : (snapshot.categoryById.get(entry.categoryId) ?? null),
    )
    const facets = {
      applications: [category, ...APPLICATION_FACETS],
      services: SERVICE_FACETS,
      everything: [kindFacet, category, ...SEARCH_FACETS],
    }
    const items = which === 'everything' ? [...value.applications, ...value.services] : value[which]
    return { value: buildListIndex(items, facets[which], (entry) => entry.customProps.verified === 'true'), until }
  }).value
}

/** The places of an index's items in an order; worked out once for a snapshot. */
const orderOf = (context: PageContext, which: Items, sort: ApplicationSort): ArrayLike<number> => {
  const { snapshot, variant, now } = context
  return snapshot.remember(`order ${variant.name} ${which} ${sort}`, now, () => {
    const { items } = indexOf(context, which)
    const places = new Map(items.map((entry, place) => [entry, place]))
    return {
      value: Uint32Array.from(sortApplications(items, sort, now), (entry) => places.get(entry) ?? 0),
      until: listedUntil(context),
    }
  }).value
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

const membersOfScope = ({ snapshot, now }: PageContext, index: ListIndex<CatalogueEntry>, scope: Scope): BitSet => {
  const those = (members: readonly CatalogueEntry[]): BitSet => {
    const set = new Set(members)
    return bitsWhere(index.items.length, (place) => set.has(index.items[place] as CatalogueEntry))
  }
  switch (scope.kind) {
    case 'category':
      return membersOf(index, 'categories', scope.slug)
    case 'collection':
      return those(collectionMembers(index.items, scope.collection, now))
    case 'landing': {
      const { rule } = scope.landing
      const category = rule.kind === 'member' ? snapshot.categoryBySlug.get(rule.category) : undefined
      return those(landingMembers(index.items, scope.landing, category?.id ?? null, now))
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
  const { snapshot, variant, now } = context
  const which = scope.kind === 'services' ? 'services' : 'applications'
  const index = indexOf(context, which)
  const until = listedUntil(context)
  const key = `${variant.name} ${scopeKey(scope)}`
  return {
    key,
    index,
    scope: snapshot.remember(`scope ${key}`, now, () => ({ value: membersOfScope(context, index, scope), until })).value,
    // Which category it is, is what the page is about.
    without: scope.kind === 'category' ? ['categories'] : [],
    sorts: APPLICATION_SORTS,
    usual: usualSort(scope),
    orderBy: (sort) => orderOf(context, which, sort),
    until,
    remember: (what, work) => snapshot.remember(what, now, () => ({ value: work(), until })).value,
  }
}

/** The order of search results that a search itself gives. */
export type SearchSort = 'relevance' | ApplicationSort

/** Where the list of search results has each application and service. */
export const searchPlaces = (context: PageContext): Places => {
  const { snapshot, variant, now } = context
  return snapshot.remember(`places ${variant.name}`, now, () => {
    const { items } = indexOf(context, 'everything')
    return { value: { of: new Map(items.map(({ id }, place) => [id, place])), size: items.length }, until: listedUntil(context) }
  }).value
}

/** All that can be searched; see foundList. */
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
    until: listedUntil(context),
    // It stands for one request alone.
    remember: (_, work) => work(),
  }
}

/**
 * The applications and services that a search has found, by searchPlaces, as a list of its own: filtered, counted and sorted is all
 * of it, paged through no more than SEARCH_LIMIT (section 9).
 */
export const foundList = (
  context: PageContext,
  found: Pick<FoundApplications, 'places' | 'best'>,
): FilterableList<CatalogueEntry, SearchSort> => ({
  ...searchedList(context),
  scope: found.places(),
  orderBy: (sort, matches) => (sort === 'relevance' ? found.best(SEARCH_LIMIT, matches) : orderOf(context, 'everything', sort)),
})
