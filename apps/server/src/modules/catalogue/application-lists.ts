import { COLLECTIONS, LANDINGS } from '@marketplace/contracts/catalogue/collections'
import { APPLICATION_SORTS, HIGHLIGHT_TAGS } from '@marketplace/contracts/core/enumerations'
import { VARIANT_MODES, type Variant } from '@marketplace/contracts/core/variants'
import { isInCollection } from '@marketplace/domain/collections'
import { categoryFacet, kindFacet, SEARCH_FACETS } from '@marketplace/domain/facets'
import { isInLanding } from '@marketplace/domain/landings'
import { createLiveList, type LiveList } from '@marketplace/domain/live-list'
import { publicationStatus } from '@marketplace/domain/publication-status'
import { compareApplications, isSortedElsewhere, sortApplications } from '@marketplace/domain/sorting'
import { hasPage, wouldBeListed, isListed, isService, type ListContext } from '@marketplace/domain/visibility'
import type { CatalogueEntry, CategoryRecord } from './stored/records.ts'

type ListSettings = Pick<Variant, 'lists' | 'product' | 'beta'>

/** Variants with equal settings share their lists. */
const groupOf = ({ lists, product, beta }: ListSettings): string => `${lists.join('+')} for ${product}${beta ? ' in beta' : ''}`
export const GROUPS: ReadonlyMap<string, ListContext> = new Map(
  VARIANT_MODES.map(({ lists, product, beta }) => [groupOf({ lists, product, beta }), { lists, product, beta }]),
)

/** The lists of a variant. `everything` contains applications and services, `expected` those that are coming soon. */
export type ListKind = 'applications' | 'services' | 'everything' | 'expected'
const KINDS: readonly ListKind[] = ['applications', 'services', 'everything', 'expected']

/** The name of a variant's list. */
export const listName = (variant: ListSettings, kind: ListKind): string => `${kind} in ${groupOf(variant)}`

/** Two lists beside those of the variants: what the API lists, and what search engines may index. */
export const SHOWN = 'shown'
export const SITEMAP = 'sitemap'

export const marks = {
  verified: 'verified',
  collection: (slug: string) => `collection ${slug}`,
  landing: (slug: string) => `landing ${slug}`,
  tag: (tag: string) => `tag ${tag}`,
}

/** Whether the API lists an application: published and not hidden. */
export const isShown = (entry: CatalogueEntry, now: Date): boolean => !entry.hidden && hasPage(entry, now)

/**
 * Whether search engines may index it. That includes applications that have a page but are in no list, except hidden ones and
 * those under maintenance.
 */
const isFindable = (entry: CatalogueEntry, now: Date): boolean => isShown(entry, now) && !entry.underMaintenance

/** Whether a change of an entry leaves the numbers of its developer's products in all lists as they are. */
export const countsTheSame = (before: CatalogueEntry | null, after: CatalogueEntry | null, now: Date): boolean =>
  before !== null &&
  after !== null &&
  before.developerId === after.developerId &&
  before.customProps.verified === after.customProps.verified &&
  [...GROUPS.values()].every((group) => isListed(before, group, now) === isListed(after, group, now))

const listsOf = (entry: CatalogueEntry, now: Date): string[] => {
  const isAccepted = publicationStatus(entry, now) === 'ACCEPTED'
  const lists: string[] = []
  for (const context of GROUPS.values()) {
    if (isListed(entry, context, now))
      lists.push(listName(context, 'everything'), listName(context, isService(entry) ? 'services' : 'applications'))
    else if (isAccepted && wouldBeListed(entry, context)) lists.push(listName(context, 'expected'))
  }
  if (isShown(entry, now)) lists.push(SHOWN)
  if (isFindable(entry, now)) lists.push(SITEMAP)
  return lists
}

const marksOf = (entry: CatalogueEntry, now: Date): string[] => [
  ...listsOf(entry, now),
  ...(entry.customProps.verified === 'true' ? [marks.verified] : []),
  ...COLLECTIONS.flatMap((collection) => (isInCollection(entry, collection) ? [marks.collection(collection.slug)] : [])),
  ...LANDINGS.flatMap((landing) => (isInLanding(entry, landing, now) ? [marks.landing(landing.slug)] : [])),
  ...HIGHLIGHT_TAGS.flatMap((tag) => (entry.tags.includes(tag) ? [marks.tag(tag)] : [])),
]

/** All applications and services, with the lists of all variants. */
export const createApplicationLists = (categoryOf: (entry: CatalogueEntry) => CategoryRecord | null): LiveList<CatalogueEntry> =>
  createLiveList({
    idOf: ({ id }) => id,
    facets: [kindFacet, categoryFacet(categoryOf), ...SEARCH_FACETS],
    marksOf,
    lists: [...[...GROUPS.values()].flatMap((context) => KINDS.map((kind) => listName(context, kind))), SHOWN, SITEMAP],
    orders: APPLICATION_SORTS.map((sort) => ({
      name: sort,
      isMoved: (before, then, after, now) => isSortedElsewhere(sort, before, then, after, now),
      sort: (entries, now) => sortApplications(entries, sort, now),
      compare: (now) => compareApplications(sort, now),
    })),
  })
