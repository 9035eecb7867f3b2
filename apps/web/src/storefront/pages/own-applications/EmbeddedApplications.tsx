import { parseListQuery } from '@marketplace/contracts/list-query'
import type { ListingPage } from '@marketplace/contracts/page-data'
import { pageWindow } from '@marketplace/domain/pagination'
import type { ReactNode } from 'react'
import { useHref } from 'react-router'
import { CardGrid } from '../../../features/applications/CardGrid.tsx'
import { LOAD_FAILURES } from '../../../lib/expected-page.ts'
import { fetchPageData } from '../../../lib/page-data.ts'
import { paths } from '../../../lib/paths.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { useOwnSearch } from '../../../lib/use-own-search.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'

/** The public list of all applications, whose cards lead to their embedded pages. */
const load = async (basename: string, search: string): Promise<ListingPage> => {
  const { result } = (await fetchPageData({ basename, pathname: paths.apps(), search })).data
  if (result.kind !== 'listing') throw new Error(LOAD_FAILURES.applications)
  return { ...result, cards: result.cards.map((card) => ({ ...card, href: paths.embeddedApp(card.slug) })) }
}

export const EmbeddedApplications = ({ waiting }: { waiting: ReactNode }) => {
  const basename = useHref('/').replace(/\/$/, '')
  const query = parseListQuery(new URLSearchParams(useOwnSearch()))
  const hrefOf = (page: number) => paths.listing(paths.embeddedApps(), { ...query, page })
  const address = hrefOf(query.page)
  const { loaded, reload } = useLoaded(address, () => load(basename, paths.listing('', query)))
  if (loaded.status === 'loading') return waiting
  if (loaded.status === 'failed') return <LoadFailure title={LOAD_FAILURES.applications ?? ''} onRetry={reload} />
  const { page, pages } = loaded.value.pagination
  return (
    <>
      <CardGrid cards={loaded.value.cards} list="list" layout="shelf" heading="h2" />
      <Pagination page={page} pages={pages} items={pageWindow(page, pages)} hrefOf={hrefOf} />
    </>
  )
}
