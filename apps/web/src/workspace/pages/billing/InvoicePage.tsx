import { CallError } from '@marketplace/contracts/api/client'
import type { Invoice } from '@marketplace/contracts/billing/schemas'
import { BRAND } from '@marketplace/contracts/core/brand'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { formatInstant } from '@marketplace/domain/dates'
import { useParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { NotFoundPage } from '../../../shell/NotFoundPage.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScreenHead } from '../../kit/Page.tsx'
import { useShell } from '../../kit/shell.ts'
import { AmountLine, Money } from '../buying/amounts.tsx'
import { countryLabel } from '../buying/countries.ts'
import { Downloads } from './Downloads.tsx'

const Party = ({ title, party }: { title: string; party: Invoice['seller'] }) => {
  const { name, street, city, zip, state, country, vat_id: vatId, email } = party
  const lines = [
    street,
    [zip, city, state].filter(Boolean).join(' '),
    country && countryLabel(country),
    vatId && `VAT ${vatId}`,
    email,
  ]
  return (
    <div>
      <h2 className="text-xs text-muted">{title}</h2>
      <p className="font-semibold">{name}</p>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

const Lines = ({ lines }: Pick<Invoice, 'lines'>) => (
  <ul aria-label="Lines" className="mt-6 border-t border-line">
    {lines.map((line) => (
      <li
        key={`${line.description} ${line.period_start} ${line.unit_price} ${line.quantity}`}
        className="flex justify-between gap-4 border-b border-line py-3"
      >
        <span className="min-w-0">
          <span className="font-semibold">{line.description}</span>
          <span className="block text-xs text-muted">
            {line.quantity} × <Money cents={line.unit_price} />
            {line.discount > 0 && (
              <>
                , less <Money cents={line.discount} />
              </>
            )}
            {line.period_end && `, ${formatInstant(line.period_start)} to ${formatInstant(line.period_end)}`}
          </span>
        </span>
        <Money cents={line.net} />
      </li>
    ))}
  </ul>
)

const Document = ({ invoice }: { invoice: Invoice }) => {
  const {
    id,
    kind,
    number,
    issued_at: at,
    seller,
    buyer,
    lines,
    net,
    tax,
    total,
    tax_name: taxName,
    reverse_charge: reverse,
  } = invoice
  const title = `${kind === 'credit_note' ? 'Credit note' : 'Invoice'} ${number}`
  return (
    <>
      <ScreenHead title={`${title} | ${BRAND.marketplace}`} />
      <Breadcrumbs
        steps={[
          { name: 'Billing', href: buyingPaths.billing('invoices') },
          { name: number, href: buyingPaths.invoice(id) },
        ]}
      />
      <div className="mt-4 mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl font-semibold">{title}</h1>
          <p className="mt-1 text-muted">
            {formatInstant(at)}
            {invoice.corrects && `, corrects ${invoice.corrects}`}
          </p>
        </div>
        <Downloads id={id} number={number} />
      </div>
      <Card className="max-w-3xl p-6 text-sm">
        <div className="grid gap-6 sm:grid-cols-2">
          <Party title="From" party={seller} />
          <Party title="To" party={buyer} />
        </div>
        <Lines lines={lines} />
        <dl className="ms-auto mt-4 max-w-xs">
          <AmountLine label="Net" cents={net} />
          <AmountLine label={taxName} cents={tax} note={reverse && 'The buyer accounts for the tax'} />
          <AmountLine label="Total" cents={total} strong />
        </dl>
        {invoice.paid_with && <p className="mt-4 text-muted">Paid with {invoice.paid_with}.</p>}
      </Card>
    </>
  )
}

const One = ({ id }: { id: string }) => {
  const query = useEndpoint('billing', 'GET /invoices/{id}', { params: { id } })
  const { site } = useShell()
  if (query.error instanceof CallError && query.error.status === 404) return <NotFoundPage site={site} />
  return (
    <Loaded query={query} failed="The invoice couldn't be loaded" waiting={<Skeleton className="mt-10 h-96 rounded-card" />}>
      {(invoice) => <Document invoice={invoice} />}
    </Loaded>
  )
}

/** An invoice or a credit note, with the content that it was issued with. */
export const InvoicePage = () => {
  const { id = '' } = useParams()
  return (
    <div className="wrap">
      <SignedIn
        what="Sign in to see the invoices of your organization."
        heading="Invoice"
        waiting={<Skeleton className="mt-10 h-96 rounded-card" />}
      >
        {() => <One id={id} />}
      </SignedIn>
    </div>
  )
}
