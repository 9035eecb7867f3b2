import { useQuery } from '@tanstack/react-query'
import { parseListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListingPage } from '@marketplace/contracts/pages/lists'
import { pageWindow } from '@marketplace/domain/pagination'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { CardGrid } from '../../../features/applications/CardGrid.tsx'
import { LOAD_FAILURES } from '../../../lib/expected-page.ts'
import { fetchPageData } from '../../../lib/page-data.ts'
import { paths } from '../../../lib/paths.ts'
import { Pagination } from '../../../ui/Pagination.tsx'
import { FOR_EVERYBODY } from '../../data/query-client.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { useShell } from '../../kit/shell.ts'

/** Loads the public list of all applications, with links to their embedded pages. */
const load = async (basename: string, search: string): Promise<ListingPage> => {
  const { result } = (await fetchPageData({ basename, pathname: paths.apps(), search })).data
  if (result.kind !== 'listing') throw new Error(LOAD_FAILURES.apps)
  return { ...result, cards: result.cards.map((card) => ({ ...card, href: paths.embeddedApp(card.slug) })) }
}

export const EmbeddedApplications = ({ waiting }: { waiting: ReactNode }) => {
  const { basename } = useShell()
  const [parameters] = useSearchParams()
  const query = parseListQuery(parameters)
  const hrefOf = (page: number) => paths.listing(paths.embeddedApps(), { ...query, page })
  const address = paths.listing('', query)
  const found = useQuery({
    queryKey: ['embedded applications', address],
    queryFn: () => load(basename, address),
    meta: FOR_EVERYBODY,
  })
  return (
    <Loaded query={found} failed={LOAD_FAILURES.apps ?? ''} waiting={waiting}>
      {({ cards, pagination: { page, pages } }) => (
        <>
          <CardGrid cards={cards} list="list" layout="shelf" heading="h2" />
          <Pagination page={page} pages={pages} items={pageWindow(page, pages)} hrefOf={hrefOf} />
        </>
      )}
    </Loaded>
  )
}
