import type { SiteData } from '@marketplace/contracts/page-data'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { errorPageData } from '../lib/page-data.ts'
import { ServerErrorPage } from '../pages/errors/ServerErrorPage.tsx'
import { PageHead } from './PageHead.tsx'

const data = errorPageData('server-error', '')

/** What stands in the page's place when showing it threw. */
export const RenderError = ({ site }: { site: SiteData }) => {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <>
      <PageHead meta={data.result.meta} />
      <ServerErrorPage site={site} />
    </>
  )
}
