import type { PageData } from '@marketplace/contracts/pages/page-data'
import type { DataRouter } from 'react-router'
import { dataSearch } from '../../lib/list-address.ts'
import { fetchPageData, isError } from '../../lib/page-data.ts'
import { PREFETCHED_MS } from '../../lib/page-memory.ts'
import { loadPageComponent } from './page-components.tsx'
import type { PageLoader } from './page-loader.ts'
import { PAGE_ROUTE_ID } from './routes.tsx'

// Requests in the background. They are not retried, and a failure changes nothing.

/** Prefetches the data and the code of a link's page. */
export const prefetch = async (loader: PageLoader, to: string): Promise<void> => {
  const { basename, memory, ahead, keep, destinationOf, isOfBuild } = loader
  const { path, search } = destinationOf(new URL(to))
  const wanted = dataSearch(search)
  const address = path + wanted
  if (ahead.has(address) || memory.read(address)) return
  const coming = fetchPageData({ basename, pathname: path, search: wanted, retries: 0, priority: 'low' })
  const kept = coming.then(({ data, buildHash }) => {
    ahead.delete(address)
    if (isError(data) || data.path !== path || !isOfBuild(buildHash)) return null
    keep(path, search, data, PREFETCHED_MS)
    return data
  })
  ahead.set(address, kept)
  const data = await kept
  if (data) await loadPageComponent(data.result.kind)
}

/** Refreshes the data of the current page if it is old. The page is rendered again only if the data has changed. */
export const refresh = async ({ basename, memory, keep, isOfBuild }: PageLoader, router: DataRouter): Promise<void> => {
  const shown = () => router.state.loaderData[PAGE_ROUTE_ID] as PageData | undefined
  const data = shown()
  const { location, navigation } = router.state
  if (!data || isError(data) || !memory.isOld(data) || navigation.state !== 'idle') return
  const pathname = location.pathname.slice(basename.length) || '/'
  const { data: now, buildHash } = await fetchPageData({ basename, pathname, search: dataSearch(location.search), retries: 0 })
  if (now.result.kind === 'server-error' || !isOfBuild(buildHash)) return
  const isNew = JSON.stringify(now.result) !== JSON.stringify(data.result)
  keep(pathname, location.search, isNew ? now : data)
  if (isNew && shown() === data && router.state.navigation.state === 'idle') await router.revalidate()
}
