import type { PageData } from '@marketplace/contracts/page-data'
import { redirect } from 'react-router'
import { errorPageData, fetchPageData } from '../lib/page-data.ts'
import type { watchBuild } from '../lib/new-build.ts'
import { forgetFullLoad, loadInFullOnce } from '../lib/recovery.ts'
import { loadPageComponent } from './page-components.tsx'

const never = new Promise<never>(() => {})

/** Reads the data and the code of the page that a navigation goes to. */
export const createPageLoader =
  (basename: string, build: ReturnType<typeof watchBuild>) =>
  async (request: Request): Promise<PageData> => {
    const { href, pathname, search } = new URL(request.url)
    if (build.isOutdated() && loadInFullOnce(href)) return never
    build.check()
    const within = pathname.slice(basename.length) || '/'
    const { data, redirected } = await fetchPageData({ basename, pathname: within, search, signal: request.signal })
    if (redirected && data.path !== within) throw redirect(`${data.path}${search}`)
    try {
      await loadPageComponent(data.result.kind)
    } catch {
      return loadInFullOnce(href) ? never : errorPageData('server-error', within)
    }
    forgetFullLoad()
    return data
  }
