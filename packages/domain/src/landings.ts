import type { Landing } from '@marketplace/contracts/collections'
import type { WithCustomProps } from './custom-props.ts'
import { isSaasDeal } from './collections.ts'

/** What decides whether an application is in a landing's list. */
export type LandingApplication = WithCustomProps & {
  collections: readonly string[]
  categoryId: number | null
  payment: { price: number } | null
}

/** Whether an application belongs to a landing by the landing's rule; which category stands in for it is for landingMembers. */
export const isInLanding = (
  application: Omit<LandingApplication, 'categoryId'>,
  { slug, rule }: Pick<Landing, 'slug' | 'rule'>,
  now: Date,
): boolean => (rule.kind === 'deal' ? isSaasDeal(application, now) : application.collections.includes(slug))

/**
 * Those of the listed applications that a landing shows (contracts, LANDINGS), in the order given. `categoryId` is that of the
 * category which stands in where no application names the landing; null where there is no such category.
 */
export const landingMembers = <T extends LandingApplication>(
  applications: readonly T[],
  { slug, rule }: Pick<Landing, 'slug' | 'rule'>,
  categoryId: number | null,
  now: Date,
): T[] => {
  const members = applications.filter((application) => isInLanding(application, { slug, rule }, now))
  if (members.length > 0 || rule.kind === 'deal' || categoryId === null) return members
  return applications.filter((application) => application.categoryId === categoryId)
}
