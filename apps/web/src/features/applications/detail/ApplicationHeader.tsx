import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { Download } from 'lucide-react'
import { Icon } from '../../../ui/Icon.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Rating } from '../../../ui/Rating.tsx'
import { BadgeList } from '../Badges.tsx'
import { Link } from '../../../ui/Link.tsx'
import { grouped } from '../../../ui/counted.ts'

const textLink = 'inline-block min-h-6 leading-6 text-ink underline-offset-4 hover:underline'

/** Name, developer and rating of the application. */
export const ApplicationHeader = ({ page }: { page: ApplicationPage }) => (
  <header className="mt-6 flex gap-4 sm:gap-7">
    <IconTile icon={page.icon} size="page" eager className="shared-icon" />
    <div className="min-w-0 wrap-anywhere">
      <h1 className="text-2xl font-semibold sm:text-3xl md:text-4xl">{page.name}</h1>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted sm:mt-2 sm:text-base">
        {page.developer && (
          <span>
            by{' '}
            {page.developer.href ? (
              <Link to={page.developer.href} className={textLink}>
                {page.developer.name}
              </Link>
            ) : (
              <span className="text-ink">{page.developer.name}</span>
            )}
          </span>
        )}
        {page.developer && page.category && <span aria-hidden>·</span>}
        {page.category && (
          <Link to={page.category.href} className={textLink}>
            {page.category.name}
          </Link>
        )}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 sm:mt-4">
        {page.rating ? (
          <Link to={{ hash: 'reviews' }} className="inline-flex rounded-xs underline-offset-4 hover:underline">
            <Rating {...page.rating} />
          </Link>
        ) : (
          <span className="text-sm text-muted">No ratings yet</span>
        )}
        {page.installations !== null && (
          <span className="inline-flex items-center gap-1.5 text-sm text-muted tabular-nums">
            <Icon as={Download} />
            {grouped(page.installations)} {page.installations === 1 ? 'install' : 'installs'}
          </span>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-1.5 empty:hidden">
        <BadgeList badges={page.badges} withVerified />
      </div>
    </div>
  </header>
)
