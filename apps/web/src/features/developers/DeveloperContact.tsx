import type { DeveloperPage } from '@marketplace/contracts/pages/people'
import { Globe, Mail, MapPin } from 'lucide-react'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { hostOf } from '../../ui/host-of.ts'
import { IconLine } from '../../ui/IconLine.tsx'

export const hasContact = ({ website, email }: DeveloperPage): boolean => website !== null || email !== null

/** Website, e-mail and country of the developer. */
export const DeveloperContact = ({ page: { website, email, country } }: { page: DeveloperPage }) => (
  <ul className="space-y-1">
    {website && (
      <IconLine icon={Globe}>
        <ExternalLink href={website}>{hostOf(website)}</ExternalLink>
      </IconLine>
    )}
    {email && (
      <IconLine icon={Mail}>
        <a href={`mailto:${email}`} className="min-w-0 underline-offset-4 hover:underline">
          {email}
        </a>
      </IconLine>
    )}
    {country && <IconLine icon={MapPin}>{country}</IconLine>}
  </ul>
)
