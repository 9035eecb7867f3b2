import { BRAND } from '@marketplace/contracts/core/brand'
import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { ESTATE_FILTERS, type EstateFilter } from '@marketplace/contracts/estate/lists'
import type { EstateApplication } from '@marketplace/contracts/estate/schemas'
import { estatePaths } from '@marketplace/contracts/pages/estate-paths'
import { canInstallFor } from '@marketplace/domain/permissions'
import { pageWindow } from '@marketplace/domain/pagination'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Blocks, SearchX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { UninstallDialog } from '../../../features/installs/UninstallDialog.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { endpointQuery } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { useShell } from '../../kit/shell.ts'
import { type TableAddress, useTableAddress } from '../../kit/table-address.ts'
import { Tabs } from '../../kit/Tabs.tsx'
import { FindField, Toolbar } from '../../kit/Toolbar.tsx'
import { INSTALLED_FAILED, pageOf } from './application-page.ts'
import { CostStrip } from './CostStrip.tsx'
import { DetailsSheet } from './DetailsSheet.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { InstalledCard } from './InstalledCard.tsx'
import { DEFAULT_SORT, InstalledTable, SORTS } from './InstalledTable.tsx'

/** Forms load their validation code, so each is loaded when it is opened. */
const AgentsSheet = lazy(async () => ({ default: (await import('./AgentsSheet.tsx')).AgentsSheet }))

/** The number of cards on a page. */
const CARDS = 200
const ROWS = 20

const FILTER_NAMES: Readonly<Record<EstateFilter, string>> = {
  unused: 'Unused for 30 days',
  trial: 'In trial',
  paid: 'Paid',
  overlaps: 'Changing the same as others',
  consent: 'Waiting for consent',
  list: 'Refused by your rules',
}
const isFilter = (text: string): text is EstateFilter => ESTATE_FILTERS.some((filter) => filter === text)
const isProduct = (text: string) => PRODUCTS.find((product) => product === text)

type Open = { what: 'uninstall' | 'agents' | 'details'; application: EstateApplication }

const useEstate = (address: TableAddress, limit: number) => {
  const { sort, page } = address
  const [product, show] = [isProduct(address.read('product')), address.read('show')]
  const query = {
    find: address.read('find').slice(0, 100),
    ...(product && { product }),
    ...(isFilter(show) && { show }),
    sort: `${sort.descending ? '-' : ''}${sort.column}` as 'name',
    page,
    limit,
  }
  return useQuery({
    ...endpointQuery('product', 'GET /organizations/my/applications', { query }),
    // While a filter is typed, the previous list stays until the next one has loaded.
    placeholderData: keepPreviousData,
  })
}

const Filters = ({ address, counts }: { address: TableAddress; counts: Readonly<Record<EstateFilter, number>> }) => (
  <>
    <FindField label="Find an app" value={address.read('find')} onChange={(find) => address.filter({ find })} />
    <Select
      aria-label="Product"
      value={address.read('product')}
      onChange={(event) => address.filter({ product: event.target.value })}
      options={[{ value: '', label: 'Every product' }, ...PRODUCTS.map((id) => ({ value: id, label: BRAND.products[id] }))]}
    />
    <Select
      aria-label="Show"
      value={address.read('show')}
      onChange={(event) => address.filter({ show: event.target.value })}
      options={[
        { value: '', label: 'All of them' },
        ...ESTATE_FILTERS.map((filter) => ({ value: filter, label: `${FILTER_NAMES[filter]} (${counts[filter]})` })),
      ]}
    />
  </>
)

/** The installed applications as cards or as a table, with their total cost. */
export const AppsPanel = ({ permissions }: { permissions: readonly string[] }) => {
  const { site } = useShell()
  const address = useTableAddress(SORTS, DEFAULT_SORT)
  const isTable = address.read('view') === 'table'
  const limit = isTable ? ROWS : CARDS
  const estate = useEstate(address, limit)
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const scopes = new Set(permissions)
  const actions = {
    mayManage: (application: EstateApplication) => canInstallFor(scopes, application.product),
    onUninstall: (application: EstateApplication) => setOpen({ what: 'uninstall', application }),
    onAgents: (application: EstateApplication) => setOpen({ what: 'agents', application }),
    onDetails: (application: EstateApplication) => setOpen({ what: 'details', application }),
    hrefOf: (application: EstateApplication) => pageOf(application, application.private),
  }
  return (
    <>
      <Loaded query={estate} failed={INSTALLED_FAILED} waiting={<Skeleton className="h-64 rounded-card" />}>
        {({ result, total, installed, counts }) => {
          if (installed === 0)
            return (
              <EmptyState
                icon={Blocks}
                title="Nothing is installed yet"
                action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}
              >
                Apps that your organization installs are listed here, with their access, cost and users.
              </EmptyState>
            )
          const pages = Math.max(1, Math.ceil(total / limit))
          const page = Math.min(address.page, pages)
          return (
            <>
              <CostStrip />
              <Toolbar
                end={
                  <div className="flex flex-wrap items-center gap-3">
                    <Tabs
                      label="View"
                      tabs={[
                        { name: 'Cards', to: address.hrefWith({ view: null, sort: null, page: null }), current: !isTable },
                        { name: 'Table', to: address.hrefWith({ view: 'table', page: null }), current: isTable },
                      ]}
                    />
                    <DownloadButton path="/organizations/my/applications/export" name="apps" />
                  </div>
                }
              >
                <Filters address={address} counts={counts} />
              </Toolbar>
              <p className="mb-4 text-sm text-muted" role="status">
                {counted(installed, 'app')} installed{total < installed && `, ${total} shown`}
              </p>
              {total === 0 ? (
                <EmptyState
                  icon={SearchX}
                  title="No app fits"
                  action={
                    <ButtonLink to={address.hrefWith({ find: null, product: null, show: null, page: null })}>Show all</ButtonLink>
                  }
                >
                  None of what is installed fits what was asked for.
                </EmptyState>
              ) : isTable ? (
                <InstalledTable found={{ items: result, page, pages }} address={address} {...actions} />
              ) : (
                <>
                  <ul className="space-y-4">
                    {result.map((application) => (
                      <li key={application.id}>
                        <InstalledCard
                          application={application}
                          estate={application}
                          href={actions.hrefOf(application)}
                          host={site}
                          {...(actions.mayManage(application) && {
                            onUninstall: () => actions.onUninstall(application),
                            onAgents: () => actions.onAgents(application),
                          })}
                          onDetails={() => actions.onDetails(application)}
                        />
                      </li>
                    ))}
                  </ul>
                  <Pagination
                    page={page}
                    pages={pages}
                    items={pageWindow(page, pages)}
                    hrefOf={(to) => address.hrefWith({ page: String(to) })}
                  />
                </>
              )}
            </>
          )
        }}
      </Loaded>
      {open?.what === 'details' && (
        <DetailsSheet
          application={open.application}
          href={actions.hrefOf(open.application)}
          onClose={close}
          {...(actions.mayManage(open.application) && {
            onAgents: () => actions.onAgents(open.application),
            onUninstall: () => actions.onUninstall(open.application),
          })}
        />
      )}
      {open?.what === 'uninstall' && (
        <UninstallDialog
          application={open.application}
          open
          onClose={close}
          onDone={(receipt) => {
            if (receipt) void navigate(estatePaths.receipt(receipt.id))
            else void estate.refetch()
          }}
        />
      )}
      <Suspense>{open?.what === 'agents' && <AgentsSheet application={open.application} onClose={close} />}</Suspense>
    </>
  )
}
