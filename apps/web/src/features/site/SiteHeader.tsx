import type { SiteData } from '@marketplace/contracts/page-data'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/Menu.tsx'
import { BrandMark } from './BrandMark.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const item = 'flex min-h-10 items-center justify-between gap-4 rounded-sm px-3 text-sm hover:bg-hover'

const CategoryLinks = ({ site }: { site: SiteData }) =>
  site.categories.map(({ slug, href, name, count }) => (
    <li key={slug} className="break-inside-avoid">
      <Link to={href} className={item}>
        {name}
        <span className="text-xs text-muted tabular-nums" aria-label={`${count} apps`}>
          {count.toLocaleString('en-US')}
        </span>
      </Link>
    </li>
  ))

const CollectionLinks = ({ site }: { site: SiteData }) =>
  site.collections.map(({ href, name }) => (
    <li key={href} className="break-inside-avoid">
      <Link to={href} className={item}>
        {name}
      </Link>
    </li>
  ))

const heights = { 90: 'h-[90px]', 52: 'h-[52px]' }

export const SiteHeader = ({ site, height }: { site: SiteData; height: 90 | 52 }) => (
  <header className={classNames('relative z-30 border-b border-line bg-canvas', heights[height])}>
    <div className="wrap flex h-full items-center gap-8">
      <Link to={paths.home()} className="-ms-1 flex min-h-10 items-center gap-2.5 rounded-sm px-1">
        <BrandMark size={height === 52 ? 24 : 30} />
        <span className="text-base font-semibold tracking-tight">{site.marketplace}</span>
        <span className="hidden border-s border-line ps-2.5 text-sm text-muted sm:inline">{site.productName}</span>
      </Link>

      <nav aria-label="Main" className="hidden grow items-center gap-1 lg:flex">
        <Link
          to={paths.apps()}
          className="flex min-h-10 items-center rounded-control px-3 text-sm transition-colors hover:bg-hover"
        >
          Apps
        </Link>
        <Menu label="Categories" name="main-menu" panelClassName="mt-2 max-h-[70vh] w-[34rem] rounded-card p-2">
          <ul className="columns-2 gap-1">
            <CategoryLinks site={site} />
          </ul>
        </Menu>
        <Menu label="Collections" name="main-menu" panelClassName="mt-2 w-64 rounded-card p-2">
          <ul>
            <CollectionLinks site={site} />
          </ul>
        </Menu>
      </nav>

      <div className="hidden lg:block">
        <ThemeSwitch />
      </div>

      <Menu
        label="Menu"
        name="small-menu"
        className="ms-auto lg:hidden"
        summaryClassName="-me-3 font-semibold"
        panelClassName="inset-x-0 top-full max-h-[calc(100dvh-52px)] border-x-0 px-1 pt-2 pb-8 md:px-5"
      >
        <nav aria-label="Main">
          <Link to={paths.apps()} className={classNames(item, 'font-semibold')}>
            All apps
            <span className="text-xs text-muted tabular-nums">{site.applicationCount}</span>
          </Link>
          <p className="mt-4 mb-1 px-3 text-xs text-muted">Categories</p>
          <ul className="sm:columns-2">
            <CategoryLinks site={site} />
          </ul>
          <p className="mt-4 mb-1 px-3 text-xs text-muted">Collections</p>
          <ul className="sm:columns-2">
            <CollectionLinks site={site} />
          </ul>
        </nav>
        <div className="mt-6 flex items-center justify-between px-3 text-sm text-muted no-js:hidden">
          Theme
          <ThemeSwitch />
        </div>
      </Menu>
    </div>
  </header>
)
