import type { BootData } from '@marketplace/contracts/page-data'
import { findVariant } from '@marketplace/contracts/variants'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { SiteFooter } from '../features/site/SiteFooter.tsx'
import { SiteHeader } from '../features/site/SiteHeader.tsx'
import { ToastRegion } from '../ui/toast/ToastRegion.tsx'
import faviconUrl from './favicon.svg'
import { RouteEffects } from './RouteEffects.tsx'

type Props = { boot: BootData; children?: ReactNode }

/** The whole document. Scripts, styles and the boot block are put into it by the server's renderer. */
export const Document = ({ boot, children }: Props) => {
  const variant = findVariant(boot.variant)
  const headerHeight = variant?.headerHeight ?? null
  return (
    // The theme's script sets classes here before React arrives.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href={faviconUrl} />
      </head>
      <body data-variant={boot.variant}>
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        {headerHeight !== null && <SiteHeader site={boot.site} height={headerHeight} />}
        <main id="main" tabIndex={-1} className="min-h-[60vh] outline-none">
          {children ?? <Outlet />}
        </main>
        <SiteFooter site={boot.site} framed={headerHeight === null} />
        <ToastRegion />
        <RouteEffects />
      </body>
    </html>
  )
}
