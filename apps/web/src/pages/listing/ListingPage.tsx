import { pageWindow } from '@marketplace/domain/pagination'
import type { ListingPage as ListingPageData } from '@marketplace/contracts/page-data'
import { PackageOpen } from 'lucide-react'
import { useNavigation } from 'react-router'
import { CardGrid } from '../../features/applications/CardGrid.tsx'
import { CategoryNav } from '../../features/catalogue/CategoryNav.tsx'
import { SortForm } from '../../features/catalogue/SortForm.tsx'
import { paths } from '../../lib/paths.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pagination } from '../../ui/Pagination.tsx'

const FIRST_SCREENFUL = 9

const resultText = ({ from, to, total, pages }: ListingPageData['pagination']): string => {
  const number = (value: number) => value.toLocaleString('en-US')
  if (pages > 1) return `${number(from)}–${number(to)} of ${number(total)}`
  return total === 1 ? '1 result' : `${number(total)} results`
}

export const ListingPage = ({ page }: { page: ListingPageData }) => {
  const busy = useNavigation().state !== 'idle'
  const { cards, pagination, path } = page
  const query = { sortBy: page.sorted ? page.sortBy : undefined }
  return (
    <div className="wrap">
      <Breadcrumbs steps={page.breadcrumbs} />
      <h1 className="mt-4 text-3xl font-semibold md:text-4xl">{page.heading}</h1>
      {page.description && <p className="mt-2 max-w-2xl text-base text-muted md:text-lg">{page.description}</p>}
      <div className="mt-6 lg:mt-10 lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:gap-10">
        <CategoryNav categories={page.categories} collections={page.collections} current={path} query={query} />
        <section aria-label={page.heading} aria-busy={busy} className="mt-6 lg:mt-0">
          {cards.length === 0 ? (
            <EmptyState
              icon={PackageOpen}
              title="Nothing here yet"
              action={
                path !== paths.apps() ? (
                  <ButtonLink to={paths.apps()}>See all apps</ButtonLink>
                ) : (
                  <ButtonLink to={paths.home()}>Go to the start page</ButtonLink>
                )
              }
            >
              No published app belongs here at the moment. The others are one step away.
            </EmptyState>
          ) : (
            <>
              <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
                <p className="text-sm text-muted tabular-nums">{resultText(pagination)}</p>
                {pagination.total > 1 && <SortForm path={path} sortBy={page.sortBy} />}
              </div>
              <div className={classNames('transition-opacity', busy && 'opacity-50 delay-150')}>
                <CardGrid cards={cards} list="list" layout="page" heading="h2" eager={FIRST_SCREENFUL} />
              </div>
              <Pagination
                page={pagination.page}
                pages={pagination.pages}
                items={pageWindow(pagination.page, pagination.pages)}
                hrefOf={(number) => paths.listing(path, { ...query, page: number })}
              />
            </>
          )}
        </section>
      </div>
    </div>
  )
}
