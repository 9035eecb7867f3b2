import type { BootData } from '@marketplace/contracts/pages/site-data'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { findVariant, withBeta } from '@marketplace/contracts/core/variants'
import { redirect, redirectDocument } from 'react-router'
import { withRememberedCompatibility } from '../../lib/compatibility.ts'
import { isApplicationList } from '../../lib/expected-page.ts'
import { dataSearch, listSearch } from '../../lib/list-address.ts'
import type { watchBuild } from '../../lib/new-build.ts'
import { errorPageData, fetchPageData, isError } from '../../lib/page-data.ts'
import { createPageMemory } from '../../lib/page-memory.ts'
import { forgetFullLoad, loadInFullOnce } from '../../lib/recovery.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { loadPageComponent } from './page-components.tsx'

const never = new Promise<never>(() => {})

/** Reads the data and the code of the page that a navigation goes to, and remembers for a while what it has read. */
export const createPageLoader = (
  { basename, site, page, buildHash, variant }: BootData,
  build: ReturnType<typeof watchBuild>,
) => {
  const beta = findVariant(variant)?.beta ?? false
  const memory = createPageMemory(Date.now)
  /** Page data that is on its way before anybody goes there, by its address. */
  const ahead = new Map<string, Promise<unknown>>()

  /** Where a link leads within the variant; to a list that the remembered compatibility applies to, with that; in beta mode to the page in
   * that mode. */
  const destinationOf = ({ pathname, search, href }: URL) => {
    const path = pathname.slice(basename.length) || '/'
    // An address that stands in the browser already was gone back to, or says what the person wanted: it stays as it is.
    const settled = href.split('#')[0] === window.location.href.split('#')[0]
    if (settled) return { path, search }
    const chosen = isApplicationList(path, site) ? withRememberedCompatibility(search) : search
    return { path, search: beta ? withBeta(chosen) : chosen }
  }

  /** Keeps data that was asked for at this address. */
  const keep = (path: string, search: string, data: PageData, usableMs?: number): void => {
    if (isError(data)) return
    memory.keep(path + dataSearch(search), data, usableMs)
    // The same list under the spelling that its address will have.
    if ('filters' in data.result) memory.keep(path + dataSearch(listSearch(search, data.result.query)), data, usableMs)
  }
  keep(page.path, window.location.search, page)

  return {
    basename,
    memory,
    ahead,
    keep,
    destinationOf,
    load: async (request: Request): Promise<PageData> => {
      const url = new URL(request.url)
      if (build.isOutdated() && loadInFullOnce(url.href)) return never
      build.check()
      const { path, search } = destinationOf(url)
      if (isWorkspacePath(path)) throw redirectDocument(path + search)
      if (search !== url.search) throw redirect(path + search)
      const address = path + dataSearch(search)
      // What is on its way is not asked for again.
      await ahead.get(address)
      const known = memory.read(address)
      const {
        data,
        redirected,
        buildHash: madeBy,
      } = known
        ? { data: known, redirected: false, buildHash: null }
        : await fetchPageData({ basename, pathname: path, search: dataSearch(search), signal: request.signal })
      // Data of another build may not fit this code: from here on the new one takes over.
      if (madeBy !== null && madeBy !== buildHash && loadInFullOnce(url.href)) return never
      if (redirected && data.path !== path) throw redirect(data.path + search)
      try {
        await loadPageComponent(data.result.kind)
      } catch {
        return loadInFullOnce(url.href) ? never : errorPageData('server-error', path)
      }
      forgetFullLoad()
      if (!known) keep(path, search, data)
      return data
    },
  }
}

export type PageLoader = ReturnType<typeof createPageLoader>
