import type { ListQuery } from '@marketplace/contracts/pages/list-query'
import type { SearchPage as SearchPageData } from '@marketplace/contracts/pages/lists'
import { ListLayout } from '../../../features/lists/ListLayout.tsx'
import { SortForm } from '../../../features/lists/SortForm.tsx'
import { useListAddress } from '../../../features/lists/use-list-address.ts'
import { SearchField } from '../../../features/search/SearchField.tsx'
import { paths } from '../../../lib/paths.ts'
import { counted, grouped } from '../../../ui/counted.ts'
import { Link } from '../../../ui/Link.tsx'
import { NothingFound } from './NothingFound.tsx'
import { Partners, PARTNERS_ID } from './Partners.tsx'
import { Results } from './Results.tsx'
import { searchSorts } from './search-sorts.ts'
import { WaysOn } from './WaysOn.tsx'

/** The search field, and the summary above the results. */
const Top = ({ page, partners }: { page: SearchPageData; partners: number }) => {
  const list = useListAddress(page)
  const partnersOf = (query: ListQuery) => `${paths.listing(page.path, query)}#${PARTNERS_ID}`
  return (
    <>
      <div className="mt-5">
        <SearchField look="main" text={page.text} />
      </div>
      {page.nearest && (
        <p className="mt-4 text-base text-muted">
          {partners > 0 && !page.nearestPartners ? 'No app' : 'Nothing'} fits “{page.text}” exactly. These come closest.
        </p>
      )}
      {partners > 0 && page.cards.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          <Link
            to={partnersOf(page.query)}
            onClick={(event) => list.followLink(event, partnersOf)}
            className="inline-flex min-h-6 items-center font-semibold text-ink underline underline-offset-4"
          >
            {counted(partners, 'partner')}
          </Link>{' '}
          {page.nearestPartners ? `resemble${partners === 1 ? 's' : ''} it` : `fit${partners === 1 ? 's' : ''} too`}, below the
          apps.
        </p>
      )}
    </>
  )
}

/** The sentence after the last page if there are more results than pages. It says how to narrow the search. */
const More = ({ page: { pagination } }: { page: SearchPageData }) =>
  pagination.page === pagination.pages &&
  pagination.to < pagination.total && (
    <p className="mt-6 text-center text-sm text-muted">
      {`These are the first ${grouped(pagination.to)} of ${counted(pagination.total, 'result')}. `}
      More words, a filter or another order bring the others.
    </p>
  )

/** The results of a search; before a search, suggestions. */
export const SearchPage = ({ page }: { page: SearchPageData }) => {
  const partners = page.experts.length + page.developers.length
  return (
    <ListLayout
      page={page}
      noun="results"
      top={<Top page={page} partners={partners} />}
      sort={<SortForm page={page} options={searchSorts} />}
      empty={
        <>
          <NothingFound page={page} partners={partners > 0} />
          <Partners page={page} />
          <WaysOn page={page} />
        </>
      }
      after={
        page.cards.length > 0 && (
          <>
            <More page={page} />
            <Partners page={page} />
          </>
        )
      }
    >
      <Results page={page} />
    </ListLayout>
  )
}
