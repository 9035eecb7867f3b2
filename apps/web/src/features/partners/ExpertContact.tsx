import type { ExpertPage } from '@marketplace/contracts/pages/people'
import { Globe, Languages, MapPin } from 'lucide-react'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { hostOf } from '../../ui/host-of.ts'
import { IconLine } from '../../ui/IconLine.tsx'

const list = new Intl.ListFormat('en-US')

export const hasContact = ({ website, location, languages }: ExpertPage): boolean =>
  website !== null || location !== null || languages.length > 0

/** Where to find the expert, and in which languages. */
export const ExpertContact = ({ page: { website, location, languages } }: { page: ExpertPage }) => (
  <ul className="space-y-1">
    {website && (
      <IconLine icon={Globe}>
        <ExternalLink href={website}>{hostOf(website)}</ExternalLink>
      </IconLine>
    )}
    {location && <IconLine icon={MapPin}>{location}</IconLine>}
    {languages.length > 0 && <IconLine icon={Languages}>Speaks {list.format(languages)}</IconLine>}
  </ul>
)
