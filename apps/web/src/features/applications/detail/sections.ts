import type { ApplicationPage } from '@marketplace/contracts/pages/application'

/** The sections of an application's page, in order. The ids are the anchors. */
export const SECTION_IDS = [
  'upgrades',
  'description',
  'features',
  'benefits',
  'support',
  'app-terms',
  'reviews',
  'changelog',
  'more-by-developer',
] as const
export type SectionId = (typeof SECTION_IDS)[number]

/** A table of plans is shown for two or more; a single plan is shown as the price. */
export const hasPlanTable = ({ plans }: ApplicationPage): boolean => plans.length > 1

const upgradesTitle = (page: ApplicationPage): string =>
  hasPlanTable(page) ? (page.upgrades.length > 0 ? 'Plans and upgrades' : 'Plans') : 'Upgrades'

const hasSupport = ({ links, developer }: ApplicationPage): boolean =>
  Boolean(links.tutorial ?? developer?.email ?? developer?.website)

const hasTerms = ({ links, access, otherScopes }: ApplicationPage): boolean =>
  Boolean(links.terms ?? links.privacyPolicy) || access.length > 0 || otherScopes.length > 0

/** The sections that have content. */
export const sectionsOf = (page: ApplicationPage): { id: SectionId; title: string; shortTitle: string }[] => {
  const titles: Record<SectionId, string | false> = {
    upgrades: (hasPlanTable(page) || page.upgrades.length > 0) && upgradesTitle(page),
    description: page.description !== null && 'Description',
    features: (page.features.length > 0 || page.triggers.length > 0) && 'Features',
    benefits: page.benefits.length > 0 && 'Benefits',
    support: hasSupport(page) && 'Support',
    'app-terms': hasTerms(page) && (page.access.length > 0 || page.otherScopes.length > 0 ? 'Permissions and terms' : 'Terms'),
    reviews: 'Reviews',
    changelog: page.changelog !== null && 'Changelog',
    'more-by-developer': page.moreByDeveloper.length > 0 && `More by ${page.developer?.name ?? 'this developer'}`,
  }
  return SECTION_IDS.flatMap((id) => {
    const title = titles[id]
    return title ? [{ id, title, shortTitle: id === 'more-by-developer' ? 'More' : title }] : []
  })
}
