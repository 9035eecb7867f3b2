import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { BookOpen, Globe, Mail } from 'lucide-react'
import { ExternalLink } from '../../../ui/ExternalLink.tsx'
import { IconLine } from '../../../ui/IconLine.tsx'

/** The developer's support contacts. */
export const Support = ({ page: { links, developer } }: { page: ApplicationPage }) => (
  <>
    {developer && <p className="mb-4 max-w-2xl">{developer.name} builds this and answers questions about it.</p>}
    <ul className="space-y-1 text-sm">
      {developer?.email && (
        <IconLine icon={Mail}>
          <a href={`mailto:${developer.email}`} className="min-w-0 underline-offset-4 hover:underline">
            {developer.email}
          </a>
        </IconLine>
      )}
      {links.tutorial && (
        <IconLine icon={BookOpen}>
          <ExternalLink href={links.tutorial}>Setup guide</ExternalLink>
        </IconLine>
      )}
      {developer?.website && (
        <IconLine icon={Globe}>
          <ExternalLink href={developer.website}>Website of {developer.name}</ExternalLink>
        </IconLine>
      )}
    </ul>
  </>
)
