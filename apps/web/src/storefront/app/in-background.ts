import type { PageData } from '@marketplace/contracts/pages/page-data'
import type { DataRouter } from 'react-router'
import { dataSearch } from '../../lib/list-address.ts'
import { fetchPageData, isError } from '../../lib/page-data.ts'
import { PREFETCHED_MS } from '../../lib/page-memory.ts'
import { loadPageComponent } from './page-components.tsx'
import type { PageLoader } from './page-loader.ts'
import { PAGE_ROUTE_ID } from './routes.tsx'

// What is fetched while nobody waits for it: one try, and a failure changes nothing.

/** Fetches what a link leads to into the memory, its code too. */
export const prefetch = async ({ basename, memory, ahead, keep, destinationOf }: PageLoader, to: string): Promise<void> => {
  const { path, search } = destinationOf(new URL(to))
  const wanted = dataSearch(search)
  const address = path + wanted
  if (ahead.has(address) || memory.read(address)) return
  const coming = fetchPageData({ basename, pathname: path, search: wanted, retries: 0, priority: 'low' })
  const kept = coming.then(({ data }) => {
    ahead.delete(address)
    if (isError(data) || data.path !== path) return null
    keep(path, search, data, PREFETCHED_MS)
    return data
  })
  ahead.set(address, kept)
  const data = await kept
  if (data) await loadPageComponent(data.result.kind)
}

/** Looks whether what is shown still holds, where it is old. Only what has changed is drawn again. */
export const refresh = async ({ basename, memory, keep }: PageLoader, router: DataRouter): Promise<void> => {
  const shown = () => router.state.loaderData[PAGE_ROUTE_ID] as PageData | undefined
  const data = shown()
  const { location, navigation } = router.state
  if (!data || isError(data) || !memory.isOld(data) || navigation.state !== 'idle') return
  const pathname = location.pathname.slice(basename.length) || '/'
  const { data: now } = await fetchPageData({ basename, pathname, search: dataSearch(location.search), retries: 0 })
  if (now.result.kind === 'server-error') return
  const isNew = JSON.stringify(now.result) !== JSON.stringify(data.result)
  keep(pathname, location.search, isNew ? now : data)
  if (isNew && shown() === data && router.state.navigation.state === 'idle') await router.revalidate()
}
