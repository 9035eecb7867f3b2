import type { PageLink } from '@marketplace/contracts/pages/parts'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { paths } from '../../lib/paths.ts'

/** What the marketplace has beside applications; what there is nothing of is not led to. */
export const otherEntries = ({ hasServices, hasExperts }: SiteData): PageLink[] => [
  ...(hasServices ? [{ href: paths.services(), name: 'Services' }] : []),
  ...(hasExperts ? [{ href: paths.partners(), name: 'Partners' }] : []),
  { href: paths.developers(), name: 'Developers' },
]
