import type { InvoiceSummary } from '@marketplace/contracts/billing/schemas'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { formatInstant } from '@marketplace/domain/dates'
import { paths } from '../../../lib/paths.ts'
import { ReceiptText } from 'lucide-react'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { type Column, DataTable } from '../../kit/DataTable.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useTableAddress } from '../../kit/table-address.ts'
import { Money } from '../buying/amounts.tsx'
import { Downloads } from './Downloads.tsx'

const ROWS = 20

const COLUMNS: Column<InvoiceSummary>[] = [
  {
    id: 'number',
    title: 'Number',
    isHeading: true,
    show: ({ id, number }) => (
      <Link to={buyingPaths.invoice(id)} className="whitespace-nowrap underline underline-offset-4">
        {number}
      </Link>
    ),
  },
  { id: 'date', title: 'Date', show: ({ issued_at: at }) => <span className="whitespace-nowrap">{formatInstant(at)}</span> },
  {
    id: 'for',
    title: 'For',
    show: ({ kind, description, corrects }) => (kind === 'credit_note' ? `Credit for ${corrects ?? description}` : description),
  },
  {
    id: 'total',
    title: 'Total',
    show: ({ kind, total }) => (
      <>
        {kind === 'credit_note' && '−'}
        <Money cents={total} />
      </>
    ),
  },
  { id: 'files', title: 'Files', show: ({ id, number }) => <Downloads id={id} number={number} quiet /> },
]

const nothing = (
  <EmptyState icon={ReceiptText} title="No invoices yet" action={<ButtonLink to={paths.apps()}>See all apps</ButtonLink>}>
    Each payment has an invoice, and each refund a credit note. They stand here, and come by mail.
  </EmptyState>
)

/** Every invoice and credit note, the newest first. */
export const InvoicesView = () => {
  const address = useTableAddress([], { column: 'date', descending: true })
  const { page } = address
  return (
    <Loaded
      query={useEndpoint('billing', 'GET /invoices', { query: { page } })}
      failed="Invoices couldn't be loaded"
      waiting={<Skeleton className="h-64 rounded-card" />}
    >
      {({ result, total }) => (
        <DataTable
          caption="Invoices"
          columns={COLUMNS}
          found={{ items: result, page, pages: Math.max(1, Math.ceil(total / ROWS)) }}
          keyOf={({ id }) => id}
          address={address}
          empty={nothing}
        />
      )}
    </Loaded>
  )
}
