import type { BootData } from '@marketplace/contracts/pages/site-data'
import { findVariant, variantNameOf } from '@marketplace/contracts/core/variants'
import { useContext, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { CartSlot } from '../features/cart/CartSlot.tsx'
import { SiteSearch } from '../features/search/SiteSearch.tsx'
import { AccountSlot } from '../features/session/AccountSlot.tsx'
import { SessionHost } from '../features/session/SessionHost.tsx'
import { FrameBar } from '../features/site/FrameBar.tsx'
import { SiteFooter } from '../features/site/SiteFooter.tsx'
import { SiteHeader } from '../features/site/SiteHeader.tsx'
import { BetaContext } from '../lib/beta-mode.ts'
import { pieceMark, ServerRenderContext } from '../lib/server-render.ts'
import { ToastRegion } from '../ui/ToastRegion.tsx'
import faviconUrl from './favicon.svg'

/** The ids of the elements around header and footer, which are the same on every page of a variant (see ServerRender). */
export const HEADER_ID = 'site-header'
export const FOOTER_ID = 'site-footer'

const Framed = ({ id, children }: { id: string; children: ReactNode }) =>
  useContext(ServerRenderContext)?.framed ? (
    <div id={id} dangerouslySetInnerHTML={{ __html: pieceMark(id) }} />
  ) : (
    <div id={id}>{children}</div>
  )

type Props = {
  boot: Pick<BootData, 'variant' | 'site'>
  /** Components that react to navigations. */
  effects: ReactNode
  children?: ReactNode
}

/** The HTML document of both storefront and workspace. The server's renderer adds scripts, styles and the boot block. */
export const Document = ({ boot, effects, children }: Props) => {
  const variant = findVariant(boot.variant)
  const headerHeight = variant?.headerHeight ?? null
  return (
    // The theme's script sets classes here before React hydrates.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href={faviconUrl} />
      </head>
      <body data-variant={variant && variantNameOf(variant.name)}>
        <BetaContext value={variant?.beta ?? false}>
          <a href="#main" className="skip-link">
            Skip to content
          </a>
          <Framed id={HEADER_ID}>
            {headerHeight === null ? (
              <FrameBar search={<SiteSearch framed />} cart={<CartSlot />} />
            ) : (
              <SiteHeader
                site={boot.site}
                height={headerHeight}
                search={<SiteSearch />}
                cart={<CartSlot />}
                account={<AccountSlot base={boot.site.signInBase} accountsUrl={boot.site.accountsUrl} />}
              />
            )}
          </Framed>
          <main id="main" tabIndex={-1} className="min-h-[60vh] outline-none">
            {children ?? <Outlet />}
          </main>
          <Framed id={FOOTER_ID}>
            <SiteFooter site={boot.site} framed={variant?.framed ?? false} />
          </Framed>
          <ToastRegion />
          <SessionHost />
          {effects}
        </BetaContext>
      </body>
    </html>
  )
}
