import type { Landing } from '@marketplace/contracts/catalogue/collections'
import type { WithCustomProps } from './custom-props.ts'
import { isSaasDeal } from './collections.ts'

/** The fields of an application that decide to which landings it belongs. */
export type LandingApplication = WithCustomProps & {
  collections: readonly string[]
  categoryId: number | null
  payment: { price: number } | null
}

/** Whether an application belongs to a landing by the landing's rule. landingMembers handles the category that replaces an empty landing. */
export const isInLanding = (
  application: Omit<LandingApplication, 'categoryId'>,
  { slug, rule }: Pick<Landing, 'slug' | 'rule'>,
  now: Date,
): boolean => (rule.kind === 'deal' ? isSaasDeal(application, now) : application.collections.includes(slug))

/**
 * The applications of a landing, in the given order: docs/product/catalogue.md, Collections. `categoryId` is the category whose
 * applications are shown if no application belongs to the landing; null if that category does not exist. `applications` are those that
 * lists show.
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
