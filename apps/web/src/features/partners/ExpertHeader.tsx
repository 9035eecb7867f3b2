import type { ExpertPage } from '@marketplace/contracts/pages/people'
import { Award, BadgeCheck, MapPin } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconTile } from '../../ui/IconTile.tsx'

/** The expert's logo, name, headline, location and badges. */
export const ExpertHeader = ({ page }: { page: ExpertPage }) => (
  <header className="mt-6 flex gap-4 sm:gap-7">
    <IconTile icon={page.icon} size="page" eager className="shared-icon" />
    <div className="min-w-0">
      <h1 className="text-2xl font-semibold sm:text-3xl md:text-4xl">{page.name}</h1>
      {page.headline && <p className="mt-1 max-w-2xl sm:mt-2 sm:text-lg">{page.headline}</p>}
      {page.location && (
        <p className="mt-2 flex items-center gap-1.5 text-sm text-muted">
          <Icon as={MapPin} className="shrink-0" />
          {page.location}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-1.5 empty:hidden">
        {page.verified && (
          <Badge tone="accent" icon={BadgeCheck}>
            Verified
          </Badge>
        )}
        {page.recommended && (
          <Badge tone="accent" icon={Award}>
            Recommended
          </Badge>
        )}
      </div>
    </div>
  </header>
)
