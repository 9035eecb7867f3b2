import type { EstateApplication } from '@marketplace/contracts/estate/schemas'
import type { Page } from '@marketplace/domain/pagination'
import { formatInstant } from '@marketplace/domain/dates'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Link } from '../../../ui/Link.tsx'
import { type Column, DataTable } from '../../kit/DataTable.tsx'
import type { Sort, TableAddress } from '../../kit/table-address.ts'
import { costWords, nextWords, usedWords } from './estate-words.ts'
import { whoUses } from './InstalledCard.tsx'

/** The columns by which the server can sort the list. */
export const SORTS = ['name', 'installed', 'monthly', 'renewal', 'used']
export const DEFAULT_SORT: Sort = { column: 'name', descending: false }

type Cells = {
  hrefOf: (application: EstateApplication) => string
  mayManage: (application: EstateApplication) => boolean
  onUninstall: (application: EstateApplication) => void
  onDetails: (application: EstateApplication) => void
}
type Props = Cells & { found: Pick<Page<EstateApplication>, 'items' | 'page' | 'pages'>; address: TableAddress }

const nameOf = (application: EstateApplication, href: string) => (
  <span className="flex items-center gap-3">
    <IconTile icon={applicationIcon(application)} size="small" />
    <Link to={href} className="underline-offset-4 hover:underline">
      {application.name}
    </Link>
  </span>
)

const actionsOn = (application: EstateApplication, { mayManage, onUninstall, onDetails }: Cells) => (
  <span className="-mx-3 flex flex-wrap gap-1 max-sm:justify-end">
    <Button variant="quiet" size="sm" onClick={() => onDetails(application)}>
      Details<span className="sr-only"> of {application.name}</span>
    </Button>
    {mayManage(application) && (
      <Button variant="quiet" size="sm" onClick={() => onUninstall(application)}>
        {application.service ? 'Deactivate' : 'Uninstall'}
        <span className="sr-only"> {application.name}</span>
      </Button>
    )}
  </span>
)

const columnsOf = (cells: Cells): Column<EstateApplication>[] => [
  {
    id: 'name',
    title: 'App',
    sortable: true,
    isHeading: true,
    show: (application) => nameOf(application, cells.hrefOf(application)),
  },
  {
    id: 'installed',
    title: 'Installed',
    sortable: true,
    show: ({ installedAt }) => <span className="whitespace-nowrap">{formatInstant(installedAt)}</span>,
  },
  { id: 'agents', title: 'Used by', show: ({ agents }) => (agents === null ? 'Everybody' : whoUses(agents)) },
  { id: 'monthly', title: 'Cost', sortable: true, show: ({ cost }) => <span className="tabular-nums">{costWords(cost)}</span> },
  { id: 'renewal', title: 'Next', sortable: true, show: ({ cost }) => nextWords(cost) ?? '–' },
  { id: 'used', title: 'Last use', sortable: true, show: ({ usage }) => usedWords(usage) },
  { id: 'actions', title: 'Actions', show: (application) => actionsOn(application, cells) },
]

/** The installed applications as a table. */
export const InstalledTable = ({ found, address, ...cells }: Props) => (
  <DataTable
    caption="Installed apps"
    columns={columnsOf(cells)}
    found={found}
    keyOf={({ id }) => id}
    address={address}
    empty={null}
  />
)
