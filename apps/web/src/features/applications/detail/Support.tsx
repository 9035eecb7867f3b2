import type { ApplicationPage } from '@marketplace/contracts/page-data'
import { BookOpen, Globe, LifeBuoy, Mail, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ExternalLink } from '../../../ui/ExternalLink.tsx'
import { Icon } from '../../../ui/Icon.tsx'

const Way = ({ icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex min-h-8 items-center gap-3">
    <Icon as={icon} size={18} className="shrink-0 text-muted" />
    {children}
  </li>
)

/** Who helps, and where. */
export const Support = ({ page: { links, developer } }: { page: ApplicationPage }) => (
  <>
    {developer && <p className="mb-4 max-w-2xl">{developer.name} builds this and answers questions about it.</p>}
    <ul className="space-y-1 text-sm">
      {links.support && (
        <Way icon={LifeBuoy}>
          <ExternalLink href={links.support}>Get help</ExternalLink>
        </Way>
      )}
      {developer?.email && (
        <Way icon={Mail}>
          <a href={`mailto:${developer.email}`} className="min-w-0 underline-offset-4 hover:underline">
            {developer.email}
          </a>
        </Way>
      )}
      {links.tutorial && (
        <Way icon={BookOpen}>
          <ExternalLink href={links.tutorial}>Setup guide</ExternalLink>
        </Way>
      )}
      {developer?.website && (
        <Way icon={Globe}>
          <ExternalLink href={developer.website}>Website of {developer.name}</ExternalLink>
        </Way>
      )}
    </ul>
  </>
)
