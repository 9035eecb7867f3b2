import type { SiteData } from '@marketplace/contracts/pages/site-data'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { BrandMark } from './BrandMark.tsx'
import { MainNav } from './MainNav.tsx'
import { ProductSwitcher } from './ProductSwitcher.tsx'
import { SmallMenu } from './SmallMenu.tsx'
import { Link } from '../../ui/Link.tsx'

const heights = { 90: 'h-[90px]', 52: 'h-[52px]' }

type Props = { site: SiteData; height: 90 | 52; search: ReactNode; cart: ReactNode; account: ReactNode }

export const SiteHeader = ({ site, height, search, cart, account }: Props) => (
  <header className={classNames('relative z-30 border-b border-line bg-canvas', heights[height])}>
    <div className="wrap flex h-full items-center">
      <Link to={paths.home()} className="-ms-1 flex min-h-10 items-center gap-1.5 rounded-sm px-1 max-sm:min-w-0 sm:gap-2.5">
        <BrandMark size={height === 52 ? 24 : 30} />
        <span className="truncate text-base font-semibold tracking-tight">{site.marketplace}</span>
      </Link>
      <span aria-hidden className="ms-2 hidden h-5 border-s border-line sm:block" />
      <ProductSwitcher site={site} className="hidden sm:block" />
      <MainNav site={site} className="ms-6 hidden xl:flex" />
      <div className="ms-auto flex items-center max-sm:shrink-0 sm:min-w-0 sm:ps-4">
        {search}
        {cart}
        <div className="lg:ps-3">{account}</div>
        <SmallMenu site={site} className="lg:ps-2 xl:hidden" />
      </div>
    </div>
  </header>
)
