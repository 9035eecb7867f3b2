import { BRAND } from '@marketplace/contracts/core/brand'
import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { formatDate } from '@marketplace/domain/dates'
import { paginate } from '@marketplace/domain/pagination'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Link } from '../../../ui/Link.tsx'
import { type Column, DataTable } from '../../kit/DataTable.tsx'
import type { Sort, TableAddress } from '../../kit/table-address.ts'
import { whoUses } from './InstalledCard.tsx'

const ROWS = 20

/** What the table can be sorted by, each from its first to its last. */
const ORDERS: Readonly<Record<string, (a: InstalledApplication, b: InstalledApplication) => number>> = {
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  installed: (a, b) => a.installedAt.localeCompare(b.installedAt),
}
export const SORTS = Object.keys(ORDERS)
export const DEFAULT_SORT: Sort = { column: 'name', descending: false }

type Props = {
  applications: readonly InstalledApplication[]
  address: TableAddress
  hrefOf: (application: InstalledApplication) => string
  mayManage: (application: InstalledApplication) => boolean
  onUninstall: (application: InstalledApplication) => void
  onAgents: (application: InstalledApplication) => void
}

type Cells = Omit<Props, 'applications' | 'address'>

const nameOf = (application: InstalledApplication, href: string) => (
  <span className="flex items-center gap-3">
    <IconTile icon={applicationIcon(application)} size="small" />
    <Link to={href} className="underline-offset-4 hover:underline">
      {application.name}
    </Link>
  </span>
)

const actionsOn = (application: InstalledApplication, { onUninstall, onAgents }: Cells) => (
  <span className="-mx-3 flex flex-wrap gap-1 max-sm:justify-end">
    <Button variant="quiet" size="sm" onClick={() => onAgents(application)}>
      Who uses it<span className="sr-only">: {application.name}</span>
    </Button>
    <Button variant="quiet" size="sm" onClick={() => onUninstall(application)}>
      {application.service ? 'Deactivate' : 'Uninstall'}
      <span className="sr-only"> {application.name}</span>
    </Button>
  </span>
)

const columnsOf = (cells: Cells): Column<InstalledApplication>[] => [
  {
    id: 'name',
    title: 'App',
    sortable: true,
    isHeading: true,
    show: (application) => nameOf(application, cells.hrefOf(application)),
  },
  { id: 'product', title: 'Product', show: ({ product }) => BRAND.products[product] },
  {
    id: 'installed',
    title: 'Installed',
    sortable: true,
    show: ({ installedAt }) => <span className="whitespace-nowrap">{formatDate(new Date(installedAt))}</span>,
  },
  { id: 'by', title: 'By', show: ({ installedBy }) => installedBy?.name ?? '–' },
  { id: 'agents', title: 'Used by', show: ({ agents }) => (agents === null ? 'Everybody' : whoUses(agents)) },
  { id: 'actions', title: 'Actions', show: (application) => cells.mayManage(application) && actionsOn(application, cells) },
]

/** What is installed, a row each: for who has many. */
export const InstalledTable = ({ applications, address, ...cells }: Props) => {
  const { column, descending } = address.sort
  const sorted = applications.toSorted((a, b) => (ORDERS[column]?.(a, b) ?? 0) * (descending ? -1 : 1))
  return (
    <DataTable
      caption="Installed apps"
      columns={columnsOf(cells)}
      found={paginate(sorted, address.page, ROWS)}
      keyOf={({ id }) => id}
      address={address}
      empty={null}
    />
  )
}
