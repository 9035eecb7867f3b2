import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { errorPageData } from '../../lib/page-data.ts'
import { report, track } from '../../lib/signals.ts'
import { NotFoundPage } from '../../shell/NotFoundPage.tsx'
import { ServerErrorPage } from '../pages/errors/ServerErrorPage.tsx'
import { PageHead } from './PageHead.tsx'

const failed = errorPageData('server-error', '')
const missing = errorPageData('not-found', '')

/** Shown if rendering a page threw an error, or if the address contains a line break, which no route matches. */
export const RenderError = ({ site }: { site: SiteData }) => {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (isMissing) return
    console.error(error)
    report(error)
    track('error_shown', { detail: 'screen' })
  }, [error, isMissing])
  return (
    <>
      <PageHead meta={(isMissing ? missing : failed).result.meta} />
      {isMissing ? <NotFoundPage site={site} /> : <ServerErrorPage site={site} />}
    </>
  )
}
