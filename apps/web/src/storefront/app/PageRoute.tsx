import type { BootData } from '@marketplace/contracts/pages/site-data'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { createElement, useMemo } from 'react'
import { useLoaderData } from 'react-router'
import { PageHead } from './PageHead.tsx'
import { pageComponent } from './page-components.tsx'
import { PendingPage } from './PendingPage.tsx'
import { usePendingPath } from './use-pending-path.ts'

/** The page at this address, of whatever kind it is; the shape of the next one while that is slow to come. */
export const PageRoute = ({ boot: { basename, site } }: { boot: BootData }) => {
  const { path, result } = useLoaderData<PageData>()
  const pendingPath = usePendingPath(basename, path)
  // While a navigation is on its way, nothing of the page is drawn again.
  const shown = useMemo(() => createElement(pageComponent(result.kind), { key: path, page: result, site }), [path, result, site])
  return (
    <>
      <PageHead meta={result.meta} />
      {/* It keeps its height, and so the window its place in it: who goes back finds the card that was pressed. */}
      <div inert={pendingPath !== null} className={pendingPath === null ? '' : 'invisible'}>
        {shown}
      </div>
      {pendingPath !== null && <PendingPage path={pendingPath} site={site} />}
    </>
  )
}
