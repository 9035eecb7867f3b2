import { BRAND } from '@marketplace/contracts/core/brand'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/Menu.tsx'
import { CategoryLinks, PlainLinks } from './MenuLinks.tsx'
import { otherEntries } from './nav-entries.ts'
import { ProductLinks } from './ProductLinks.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const Group = ({ title, className, children }: { title: string; className?: string; children: ReactNode }) => (
  <>
    <p className={classNames('mt-4 mb-1 px-3 text-xs text-muted', className)}>{title}</p>
    <ul className={classNames('sm:columns-2', className)}>{children}</ul>
  </>
)

/** The navigation of small screens, with everything that the wide header has. */
export const SmallMenu = ({ site, className }: { site: SiteData; className: string }) => (
  <Menu
    label="Menu"
    name="main-menu"
    className={className}
    summaryClassName="-me-3 font-semibold max-sm:ps-2"
    panelClassName="inset-x-0 top-full max-h-[calc(100dvh-52px-var(--top))] border-x-0 px-1 pt-2 pb-8 md:px-5"
  >
    <nav aria-label="Main">
      <ul className="font-semibold sm:columns-2">
        <PlainLinks links={[{ href: paths.apps(), name: BRAND.allApps }, ...otherEntries(site)]} />
      </ul>
      <Group title="Categories">
        <CategoryLinks categories={site.categories} />
      </Group>
      <Group title="Collections">
        <PlainLinks links={[...site.collections, ...site.landings]} />
      </Group>
      <Group title="Products" className="sm:hidden">
        <ProductLinks products={site.products} />
      </Group>
    </nav>
    <div className="mt-6 flex items-center justify-between px-3 text-sm text-muted no-js:hidden">
      Theme
      <ThemeSwitch />
    </div>
  </Menu>
)
