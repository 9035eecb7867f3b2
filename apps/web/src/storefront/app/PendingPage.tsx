import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { WITH_COLUMN } from '../../features/lists/list-grid.ts'
import { expectedPage } from '../../lib/expected-page.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

const cards = (count: number) =>
  Array.from({ length: count }, (_, index) => <Skeleton key={index} className="h-52 rounded-card" />)

const ListingShape = () => (
  <>
    <Skeleton className="mt-8 h-4 w-40" />
    <Skeleton className="mt-6 h-10 w-72 max-w-full" />
    <Skeleton className="mt-4 h-5 w-[28rem] max-w-full" />
    <div className={`mt-10 ${WITH_COLUMN}`}>
      <Skeleton className="mb-6 h-10 lg:h-96 lg:collapsed:hidden" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 xl:collapsed:grid-cols-4">{cards(12)}</div>
    </div>
  </>
)

const HomeShape = () => (
  <>
    <Skeleton className="mt-16 h-14 w-[36rem] max-w-full" />
    <Skeleton className="mt-4 h-6 w-96 max-w-full" />
    <Skeleton className="mt-16 h-80 rounded-panel" />
    <div className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">{cards(4)}</div>
  </>
)

const ApplicationShape = () => (
  <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-14">
    <div>
      <Skeleton className="mt-8 h-4 w-52" />
      <div className="mt-8 flex gap-6">
        <Skeleton className="size-20 shrink-0 rounded-panel sm:size-24" />
        <div className="min-w-0 grow">
          <Skeleton className="h-9 w-80 max-w-full" />
          <Skeleton className="mt-4 h-4 w-48 max-w-full" />
        </div>
      </div>
      <Skeleton className="mt-10 h-64 rounded-card" />
      <Skeleton className="mt-10 h-4" />
      <Skeleton className="mt-3 h-4 w-11/12" />
      <Skeleton className="mt-3 h-4 w-4/5" />
    </div>
    <Skeleton className="mt-20 hidden h-80 rounded-panel lg:block" />
  </div>
)

const LISTS: ReadonlySet<string | null> = new Set(['apps', 'search', 'services', 'partners', 'recommendedPartners', 'developers'])

/** The placeholder of a loading page. It covers the window below the header, whatever the scroll position of the previous page is. */
export const PendingPage = ({ path, site }: { path: string; site: SiteData }) => {
  const expected = expectedPage(path, site)
  return (
    <div aria-hidden className="fixed inset-0 z-20 overflow-hidden bg-canvas pt-24">
      <div className="wrap">
        {expected === 'home' ? <HomeShape /> : LISTS.has(expected) ? <ListingShape /> : <ApplicationShape />}
      </div>
    </div>
  )
}
