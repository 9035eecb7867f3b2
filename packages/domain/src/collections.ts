import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import type { Collection } from '@marketplace/contracts/catalogue/collections'
import { HIGHLIGHTS_LIMIT, type HighlightTag } from '@marketplace/contracts/core/enumerations'
import { isFlagSet, type WithCustomProps } from './custom-props.ts'
import { activeDiscount } from './discount.ts'
import { sortApplications, type SortableApplication } from './sorting.ts'

/** The fields of an application that decide to which collections it belongs. */
export type CollectableApplication = {
  collections: readonly string[]
  customProps: CustomProps
  authorization: { type: string | null; clientId: string | null } | null
}

/** How many applications a `newest` collection without members shows. */
export const NEWEST_LIMIT = 24

/** Tags in the order in which the home page shows them: tags of a single application first, then the tag that fills the rest. */
const HIGHLIGHT_ORDER = [
  'app-of-the-week',
  'app-of-the-month',
  'app-of-the-month-right',
  'monthly-highlights',
] as const satisfies readonly HighlightTag[]

const usesOAuth = ({ authorization }: Pick<CollectableApplication, 'authorization'>): boolean =>
  authorization !== null && (Boolean(authorization.clientId) || /^oauth/i.test(authorization.type?.trim() ?? ''))

/**
 * Whether an application belongs to a collection by the collection's rule: docs/product/catalogue.md, Collections. For `newest` only members
 * belong; collectionMembers fills an empty one, because that depends on the other applications.
 */
export const isInCollection = (
  application: CollectableApplication,
  { slug, rule }: Pick<Collection, 'slug' | 'rule'>,
): boolean => {
  switch (rule.kind) {
    case 'member':
    case 'newest':
      return application.collections.includes(slug)
    case 'flag':
      return isFlagSet(application.customProps, rule.customProp)
    case 'no-oauth':
      return !usesOAuth(application)
  }
}

/**
 * The applications that belong to a collection, in the given order. A `newest` collection without members has the NEWEST_LIMIT most recently
 * published ones instead, newest first. `applications` are those that lists show.
 */
export const collectionMembers = <T extends CollectableApplication & SortableApplication>(
  applications: readonly T[],
  collection: Pick<Collection, 'slug' | 'rule'>,
  now: Date,
): T[] => {
  const members = applications.filter((application) => isInCollection(application, collection))
  if (members.length > 0 || collection.rule.kind !== 'newest') return members
  const published = applications.filter(({ publishedAt }) => publishedAt !== null && publishedAt <= now)
  return sortApplications(published, 'published', now).slice(0, NEWEST_LIMIT)
}

/** Whether an application is listed under /saas-deals/: it has a price above 0, and a discount above 0 % runs today. */
export const isSaasDeal = (application: WithCustomProps & { payment: { price: number } | null }, now: Date): boolean =>
  (application.payment?.price ?? 0) > 0 && (activeDiscount(application.customProps, now)?.percent ?? 0) > 0

/**
 * The highlights of the home page: at most HIGHLIGHTS_LIMIT applications, each once, under the first of its tags; in recommended order within
 * a tag. docs/product/catalogue.md, Collections, has the rule. `applications` are those that lists show.
 */
export const highlights = <T extends SortableApplication & { tags: readonly string[] }>(
  applications: readonly T[],
  now: Date,
): { tag: HighlightTag; application: T }[] => {
  const tagged = applications.filter(({ tags }) => HIGHLIGHT_ORDER.some((tag) => tags.includes(tag)))
  const sorted = sortApplications(tagged, 'recommended', now)
  const firstTagOf = ({ tags }: T) => HIGHLIGHT_ORDER.find((tag) => tags.includes(tag))
  return HIGHLIGHT_ORDER.flatMap((tag) =>
    sorted.filter((application) => firstTagOf(application) === tag).map((application) => ({ tag, application })),
  ).slice(0, HIGHLIGHTS_LIMIT)
}
