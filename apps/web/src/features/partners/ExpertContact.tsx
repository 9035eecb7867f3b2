import type { ExpertPage } from '@marketplace/contracts/pages/people'
import { Globe, Languages, MapPin } from 'lucide-react'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { hostOf } from '../../ui/host-of.ts'
import { IconLine } from '../../ui/IconLine.tsx'

/** The expert's website, location and languages. */
export const ExpertContact = ({ page: { website, location, languages } }: { page: ExpertPage }) => (
  <ul className="mb-6 space-y-1 empty:hidden">
    {website && (
      <IconLine icon={Globe}>
        <ExternalLink href={website}>{hostOf(website)}</ExternalLink>
      </IconLine>
    )}
    {location && <IconLine icon={MapPin}>{location}</IconLine>}
    {languages.length > 0 && <IconLine icon={Languages}>Speaks {new Intl.ListFormat('en-US').format(languages)}</IconLine>}
  </ul>
)
