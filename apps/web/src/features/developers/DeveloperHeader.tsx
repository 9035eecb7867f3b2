import type { DeveloperPage } from '@marketplace/contracts/pages/people'
import { BadgeCheck } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { IconTile } from '../../ui/IconTile.tsx'
import { Rating } from '../../ui/Rating.tsx'
import { productCounts } from './product-counts.ts'

/** The developer's name, and the mean rating of all of its applications. */
export const DeveloperHeader = ({ page }: { page: DeveloperPage }) => (
  <header className="mt-6 flex gap-4 sm:gap-7">
    <IconTile icon={page.icon} size="page" className="shared-icon" />
    <div className="min-w-0 wrap-anywhere">
      <h1 className="text-2xl font-semibold sm:text-3xl md:text-4xl">{page.name}</h1>
      <p className="mt-1 text-sm text-muted tabular-nums sm:mt-2 sm:text-base">
        {[page.country, page.since, productCounts(page)].filter(Boolean).join(' · ')}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 empty:hidden">
        {page.rating && <Rating {...page.rating} />}
        {page.verified && (
          <Badge tone="accent" icon={BadgeCheck}>
            Verified
          </Badge>
        )}
      </div>
    </div>
  </header>
)
