import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Page, ScreenHead } from '../kit/Page.tsx'
import { useShell } from '../kit/shell.ts'
import { useIsHydrated } from '../kit/use-is-hydrated.ts'

/** The placeholder that the server sends for every screen, shown until the screen's code has loaded. */
export const Waiting = () => {
  const { screen } = useShell()
  const shape = (
    <div className="min-h-[80vh]">
      <div role="status" className="no-js:hidden">
        <span className="sr-only">Loading</span>
        <div className="space-y-4">
          <Skeleton className="h-44 rounded-card" />
          <Skeleton className="h-44 rounded-card" />
          <Skeleton className="h-44 rounded-card" />
        </div>
      </div>
      <div className="js:hidden">
        <p className="mb-4 text-muted">This page needs scripts, which this browser does not run. So does signing in.</p>
        <ButtonLink to={paths.signIn()}>Sign in</ButtonLink>
      </div>
    </div>
  )
  if (screen.isList) return <Page screen={screen}>{shape}</Page>
  return (
    <div className="wrap pt-10">
      <ScreenHead title={screen.title} />
      <h1 className="sr-only">{screen.heading}</h1>
      {shape}
    </div>
  )
}

/**
 * Renders a screen, or its failure, only after hydration. The code may load or fail earlier, but hydration must render the same as the
 * server.
 */
export const AfterHydration = ({ children }: { children: ReactNode }) => (useIsHydrated() ? children : <Waiting />)
