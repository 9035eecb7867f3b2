import type { PageLink } from '@marketplace/contracts/pages/parts'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/Menu.tsx'
import { CategoryLinks, PlainLinks } from './MenuLinks.tsx'
import { otherEntries } from './nav-entries.ts'
import { Link } from '../../ui/Link.tsx'

const entry = ({ href, name }: PageLink) => (
  <Link key={href} to={href} className="flex min-h-10 items-center rounded-control px-3 text-sm transition-colors hover:bg-hover">
    {name}
  </Link>
)

/** The navigation of wide screens. */
export const MainNav = ({ site, className }: { site: SiteData; className: string }) => (
  <nav aria-label="Main" className={classNames('items-center gap-1', className)}>
    {entry({ href: paths.apps(), name: 'Apps' })}
    <Menu label="Categories" name="main-menu" panelClassName="mt-2 max-h-[70vh] w-[34rem] rounded-card p-2">
      <ul className="columns-2 gap-1">
        <CategoryLinks categories={site.categories} />
      </ul>
    </Menu>
    <Menu label="Collections" name="main-menu" panelClassName="mt-2 max-h-[70vh] w-64 rounded-card p-2">
      <ul>
        <PlainLinks links={site.collections} />
      </ul>
      {site.landings.length > 0 && (
        <ul className="mt-2 border-t border-line pt-2">
          <PlainLinks links={site.landings} />
        </ul>
      )}
    </Menu>
    {otherEntries(site).map(entry)}
  </nav>
)
