import { BRAND } from '@marketplace/contracts/core/brand'
import type { ShellData } from '@marketplace/contracts/pages/site-data'
import { screenAt } from '@marketplace/domain/workspace-screens'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { useShell } from './shell.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

type Screen = ShellData['screen']

/** The screen at the current address. If the address has none, the screen for which the server sent the document. */
export const useScreen = (): Screen => {
  const { pathname } = useLocation()
  const { screen } = useShell()
  return screenAt(pathname) ?? screen
}

/** The address of the screen without its query. Null on the server, whose document is the same for all ids. */
const useCanonical = (): string | null => {
  const { pathname } = useLocation()
  return useIsHydrated() ? window.location.origin + pathname : null
}

/** Title, meta tags and canonical address of a screen. `description` replaces that of the screen. */
export const ScreenHead = ({ title, description }: { title: string; description?: string }) => {
  const screen = useScreen()
  const canonical = useCanonical()
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description ?? screen.description} />
      <meta name="robots" content="noindex" />
      {canonical !== null && <link rel="canonical" href={canonical} />}
    </>
  )
}

type Props = {
  screen: Screen
  intro?: ReactNode
  /** Buttons for the whole page, beside its heading. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the workspace: breadcrumbs, heading and content. */
export const Page = ({ screen: { heading, title }, intro, actions, children }: Props) => {
  const { pathname } = useLocation()
  const { bare = false } = useShell().screen
  return (
    <div className="wrap" {...(bare && { 'data-bare': '' })}>
      <ScreenHead title={title} />
      {!bare && (
        <Breadcrumbs
          steps={[
            { name: BRAND.marketplace, href: paths.home() },
            { name: heading, href: pathname },
          ]}
        />
      )}
      <div className="mt-4 mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-3xl font-semibold md:text-4xl">{heading}</h1>
          {intro && <p className="mt-2 max-w-2xl text-base text-muted md:text-lg">{intro}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}
