import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { NotFoundPage } from '../../shell/NotFoundPage.tsx'
import { report, track } from '../../lib/signals.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ScreenHead, useScreen } from '../kit/Page.tsx'
import { useShell } from '../kit/shell.ts'

/** Shown at an address that belongs to the workspace but not to a screen. */
export const NoScreen = () => (
  <>
    <ScreenHead title="Page not found" description="There is no page at this address." />
    <NotFoundPage site={useShell().site} />
  </>
)

/** Shown if a screen's code could not be loaded, or if rendering it threw an error. */
export const ScreenFailure = () => {
  const error = useRouteError()
  const { heading, title } = useScreen()
  useEffect(() => {
    console.error(error)
    report(error)
    track('error_shown', { detail: 'screen' })
  }, [error])
  return (
    <div className="wrap pt-16">
      <ScreenHead title={title} />
      <h1 className="sr-only">{heading}</h1>
      <LoadFailure title="This page did not load" onRetry={() => window.location.reload()} />
    </div>
  )
}
