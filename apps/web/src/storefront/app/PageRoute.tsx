import type { BootData } from '@marketplace/contracts/pages/site-data'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { createElement, useMemo } from 'react'
import { useLoaderData } from 'react-router'
import { PageHead } from './PageHead.tsx'
import { pageComponent } from './page-components.tsx'
import { PendingPage } from './PendingPage.tsx'
import { usePendingPath } from './use-pending-path.ts'

/** The page at the current address. If the next page loads slowly, its placeholder. */
export const PageRoute = ({ boot: { basename, site } }: { boot: BootData }) => {
  const { path, result } = useLoaderData<PageData>()
  const pendingPath = usePendingPath(basename, path)
  // During a navigation the current page is not rendered again.
  const shown = useMemo(() => createElement(pageComponent(result.kind), { key: path, page: result, site }), [path, result, site])
  return (
    <>
      <PageHead meta={result.meta} />
      {/* The page keeps its height, so that the window keeps its scroll position: people who go back see the card again that they had
          opened. */}
      <div inert={pendingPath !== null} className={pendingPath === null ? '' : 'invisible'}>
        {shown}
      </div>
      {pendingPath !== null && <PendingPage path={pendingPath} site={site} />}
    </>
  )
}
