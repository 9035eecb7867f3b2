import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { LOAD_FAILURES } from '../../../lib/expected-page.ts'
import { fetchPageData } from '../../../lib/page-data.ts'
import { paths } from '../../../lib/paths.ts'
import { openedSession } from '../../../lib/session/start.ts'

const LISTS = {
  private: 'GET /applications/private',
  'embedded-private': 'GET /applications/private',
  'in-review': 'GET /applications/reviewed',
} as const

/** The page data of a public application for a host product's page, without breadcrumbs. */
export const loadEmbedded = async (basename: string, slug: string): Promise<ApplicationPage | null> => {
  for (const path of [paths.underApps(slug), paths.service(slug)]) {
    const { result } = (await fetchPageData({ basename, pathname: path, search: '' })).data
    if (result.kind === 'application') return { ...result, breadcrumbs: [] }
    if (result.kind === 'server-error') throw new Error(LOAD_FAILURES.underApps)
  }
  return null
}

/** The page data of one of the organization's own applications, by its slug or its id. */
export const loadOwn = async (list: keyof typeof LISTS, slug: string): Promise<ApplicationPage | null> => {
  const { product, ownPage } = await openedSession()
  const found = (await product(LISTS[list])).find((application) => application.slug === slug || application.id === slug)
  return found ? ownPage(found.id) : null
}
