import type { PageLink } from '@marketplace/contracts/pages/parts'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { Link } from '../../ui/Link.tsx'
import { grouped } from '../../ui/counted.ts'

const menuItem = 'flex min-h-10 items-center justify-between gap-4 rounded-sm px-3 text-sm hover:bg-hover'

export const CategoryLinks = ({ categories }: Pick<SiteData, 'categories'>) =>
  categories.map(({ slug, href, name, count }) => (
    <li key={slug} className="break-inside-avoid">
      <Link to={href} className={menuItem}>
        {name}
        <span className="text-xs text-muted tabular-nums">
          {grouped(count)}
          <span className="sr-only"> apps</span>
        </span>
      </Link>
    </li>
  ))

export const PlainLinks = ({ links }: { links: PageLink[] }) =>
  links.map(({ href, name }) => (
    <li key={href} className="break-inside-avoid">
      <Link to={href} className={menuItem}>
        {name}
      </Link>
    </li>
  ))
