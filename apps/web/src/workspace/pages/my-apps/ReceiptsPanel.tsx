import type { UninstallReceipt } from '@marketplace/contracts/installs/receipt-schemas'
import { estatePaths } from '@marketplace/contracts/pages/estate-paths'
import { formatInstant } from '@marketplace/domain/dates'
import { ReceiptText } from 'lucide-react'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { type Column, DataTable } from '../../kit/DataTable.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useTableAddress } from '../../kit/table-address.ts'

const ROWS = 20

const COLUMNS: Column<UninstallReceipt>[] = [
  {
    id: 'name',
    title: 'App',
    isHeading: true,
    show: ({ id, application }) => (
      <Link to={estatePaths.receipt(id)} className="underline underline-offset-4">
        {application.name}
      </Link>
    ),
  },
  { id: 'at', title: 'Removed', show: ({ at }) => <span className="whitespace-nowrap">{formatInstant(at)}</span> },
  { id: 'by', title: 'By', show: ({ by }) => by?.name ?? 'The marketplace' },
  {
    id: 'reason',
    title: 'Reason',
    show: ({ reason }) => <span className="block min-w-40 wrap-anywhere">{reason ?? '–'}</span>,
  },
]

/** The list of uninstalled applications, with their receipts. */
export const ReceiptsPanel = () => {
  const address = useTableAddress([], { column: 'at', descending: true })
  const { page } = address
  return (
    <Loaded
      query={useEndpoint('product', 'GET /organizations/my/receipts', { query: { page } })}
      failed="The receipts couldn't be loaded"
      waiting={<Skeleton className="h-64 rounded-card" />}
    >
      {({ result, total }) => (
        <DataTable
          caption="Removed apps"
          columns={COLUMNS}
          found={{ items: result, page, pages: Math.max(1, Math.ceil(total / ROWS)) }}
          keyOf={({ id }) => id}
          address={address}
          empty={
            <EmptyState
              icon={ReceiptText}
              title="Nothing was removed yet"
              action={<ButtonLink to={paths.myApps()}>See your apps</ButtonLink>}
            >
              Each uninstall leaves a receipt: what ended, what was cancelled, and what stays with the developer.
            </EmptyState>
          }
        />
      )}
    </Loaded>
  )
}
