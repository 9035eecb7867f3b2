import { BRAND } from '@marketplace/contracts/core/brand'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import type { ReactNode } from 'react'
import { paths, rootAddresses } from '../../lib/paths.ts'
import { BrandMark } from './BrandMark.tsx'
import { otherEntries } from './nav-entries.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Link } from '../../ui/Link.tsx'

/**
 * The number of categories in the footer. The largest ones are listed, because an alphabetical list that is cut off would hide the others.
 */
const CATEGORIES_SHOWN = 14
const link = 'inline-flex min-h-8 items-center text-sm text-muted underline-offset-4 hover:text-ink hover:underline'

const Column = ({ title, className, children }: { title: string; className?: string; children: ReactNode }) => (
  <div className={className}>
    <h2 className="mb-2 text-sm font-semibold">{title}</h2>
    <ul>{children}</ul>
  </div>
)

const item = ({ href, name }: { href: string; name: string }) => (
  <li key={href} className="break-inside-avoid">
    <Link to={href} className={link}>
      {name}
    </Link>
  </li>
)

/** `framed`: a host product may show the page in a frame. There, no link may lead out of the variant. */
export const SiteFooter = ({ site, framed }: { site: SiteData; framed: boolean }) => (
  <footer className="mt-24 border-t border-line bg-surface wrap-anywhere">
    <div className="wrap grid grid-cols-2 gap-x-8 gap-y-10 py-12 md:grid-cols-4 md:py-16 lg:grid-cols-[1.4fr_2fr_1fr_1fr]">
      <div className="col-span-2 md:col-span-4 lg:col-span-1">
        <p className="flex items-center gap-2.5 font-semibold tracking-tight">
          <BrandMark />
          {site.marketplace}
        </p>
        <p className="mt-3 max-w-xs text-sm text-muted">
          Apps and services for {site.listedFor}, with prices and permissions in plain words.
        </p>
        <div className="mt-4">
          <ThemeSwitch />
        </div>
      </div>
      <Column title="Categories" className="col-span-2 *:last:columns-2 *:last:gap-8 lg:col-span-1">
        {site.categories
          .toSorted((a, b) => b.count - a.count)
          .slice(0, CATEGORIES_SHOWN)
          .map(item)}
      </Column>
      <Column title="Collections">{[...site.collections, ...site.landings].map(item)}</Column>
      <Column title="More">
        {item({ href: paths.home(), name: 'Home' })}
        {item({ href: paths.apps(), name: BRAND.allApps })}
        {otherEntries(site).map(item)}
        {item({ href: paths.comingSoon(), name: 'Coming soon' })}
        <li>
          <a href={rootAddresses.apiDocs} className={link} {...(framed && { target: '_blank', rel: 'noopener' })}>
            API reference
            {framed && <span className="sr-only">(opens in a new tab)</span>}
          </a>
        </li>
        <li className="no-js:hidden">
          <button type="button" data-consent="" className={link}>
            Privacy choices
          </button>
        </li>
      </Column>
    </div>
  </footer>
)
