import type { PageLink } from '@marketplace/contracts/pages/parts'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { paths } from '../../lib/paths.ts'

/** The links to services and experts. A list that would be empty is not linked. */
export const otherEntries = ({ hasServices, hasExperts }: SiteData): PageLink[] => [
  ...(hasServices ? [{ href: paths.services(), name: 'Services' }] : []),
  ...(hasExperts ? [{ href: paths.partners(), name: 'Partners' }] : []),
  { href: paths.developers(), name: 'Developers' },
]
