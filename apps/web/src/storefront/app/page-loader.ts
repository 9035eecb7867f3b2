import type { BootData } from '@marketplace/contracts/pages/site-data'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { findVariant, withBeta } from '@marketplace/contracts/core/variants'
import { type Navigation, redirect, replace as redirectInPlace } from 'react-router'
import { withRememberedCompatibility } from '../../lib/compatibility.ts'
import { isApplicationList } from '../../lib/expected-page.ts'
import { dataSearch, listSearch } from '../../lib/list-address.ts'
import type { watchBuild } from '../../lib/new-build.ts'
import { errorPageData, fetchPageData, isError } from '../../lib/page-data.ts'
import { createPageMemory } from '../../lib/page-memory.ts'
import { forgetFullLoad, isHere, loadInFull, loadInFullOnce, navigationTarget } from '../../lib/recovery.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { loadPageComponent } from './page-components.tsx'

const never = new Promise<never>(() => {})

/** Loads the data and the code of the page that a navigation leads to, and caches the data. */
export const createPageLoader = (
  { basename, site, page, buildHash, variant }: BootData,
  build: ReturnType<typeof watchBuild>,
  navigation: () => Navigation,
) => {
  const beta = findVariant(variant)?.beta ?? false
  const memory = createPageMemory(Date.now)
  /** Requests for page data before a navigation, by address. */
  const ahead = new Map<string, Promise<unknown>>()

  /**
   * The path and the search of a link's page. Lists get the remembered compatibility filter, and in beta mode links lead to pages in beta
   * mode.
   */
  const destinationOf = ({ pathname, search, href }: URL) => {
    const path = pathname.slice(basename.length) || '/'
    // An address that the browser shows already was typed, or reached by going back. It is not changed.
    if (isHere(href)) return { path, search }
    const chosen = isApplicationList(path, site) ? withRememberedCompatibility(search) : search
    return { path, search: beta ? withBeta(chosen) : chosen }
  }

  /** Stores data that was fetched for this address. */
  const keep = (path: string, search: string, data: PageData, usableMs?: number): void => {
    if (isError(data)) return
    memory.keep(path + dataSearch(search), data, usableMs)
    // Also stores it under the canonical spelling, which the list's address will have.
    if ('filters' in data.result) memory.keep(path + dataSearch(listSearch(search, data.result.query)), data, usableMs)
  }
  keep(page.path, window.location.search, page)

  /** Data of another build may not fit this code. */
  const isOfBuild = (madeBy: string | null): boolean => madeBy === null || madeBy === buildHash

  return {
    basename,
    isOfBuild,
    memory,
    ahead,
    keep,
    destinationOf,
    load: async (request: Request): Promise<PageData> => {
      const url = new URL(request.url)
      const { hash, replace } = navigationTarget(url.href, navigation)
      // The router forgets `replace` after the first redirect, so each redirect sets it again.
      const redirectTo = replace ? redirectInPlace : redirect
      const loadOnce = () => loadInFullOnce(url.href + hash, replace)
      if (build.isOutdated() && loadOnce()) return never
      build.check()
      const { path, search } = destinationOf(url)
      if (isWorkspacePath(path)) {
        loadInFull(url.origin + basename + path + search + hash, replace)
        return never
      }
      if (search !== url.search) throw redirectTo(path + search + hash)
      const address = path + dataSearch(search)
      // Data that is being prefetched is not requested again.
      await ahead.get(address)
      const known = memory.read(address)
      const {
        data,
        redirected,
        buildHash: madeBy,
      } = known
        ? { data: known, redirected: false, buildHash: null }
        : await fetchPageData({ basename, pathname: path, search: dataSearch(search), signal: request.signal })
      // Data of another build may not fit this code, so the page is loaded as a full document of the new build.
      if (!isOfBuild(madeBy) && loadOnce()) return never
      if (redirected && data.path !== path) throw redirectTo(data.path + search + hash)
      try {
        await loadPageComponent(data.result.kind)
      } catch {
        return loadOnce() ? never : errorPageData('server-error', path)
      }
      forgetFullLoad()
      if (!known) keep(path, search, data)
      return data
    },
  }
}

export type PageLoader = ReturnType<typeof createPageLoader>
