import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import { SELLER } from '@marketplace/contracts/core/brand'
import { brandName } from '@marketplace/domain/buying/card-brand'
import { percentOf } from '@marketplace/domain/buying/tax'
import { isVatIdOf } from '@marketplace/domain/buying/vat-ids'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { SaleRecord } from '../ledger/repository.ts'
import { usStateOf } from '@marketplace/domain/buying/us-states'
import { type BuyerPlace, taxFor } from '../tax/tax-for.ts'
import {
  type DocumentKind,
  findBuyer,
  insertInvoice,
  insertInvoiceAtEnd,
  type InvoiceRecord,
  type PaidAttempt,
  takeNumber,
} from './repository.ts'

const PREFIX: Readonly<Record<DocumentKind, string>> = { invoice: 'INV', credit_note: 'CN' }

/** A document's number as it is printed. */
const printedNumber = (kind: DocumentKind, number: number): string => `${PREFIX[kind]}-${String(number).padStart(6, '0')}`

export type Line = InvoiceDocument['lines'][number]

const lineOf = (sale: SaleRecord): Line => ({
  // PostgreSQL cannot store half a surrogate pair in JSON.
  description: sale.description.toWellFormed(),
  unit_price: sale.unitPrice,
  quantity: sale.quantity,
  discount: sale.discount,
  net: sale.net,
  tax_rate: percentOf(sale.taxRate),
  tax: sale.tax,
  total: sale.total,
  period_start: sale.periodStart.toISOString(),
  period_end: sale.periodEnd?.toISOString() ?? null,
})

const sum = (lines: readonly Line[], field: 'net' | 'tax' | 'total'): number =>
  lines.reduce((total, line) => total + line[field], 0)

const describe = ([first, ...more]: readonly Line[]): string =>
  `${first?.description ?? ''}${more.length > 0 ? ` and ${more.length} more` : ''}`

const { vatId, taxNumber, ...address } = SELLER
const seller: InvoiceDocument['seller'] = { ...address, vat_id: vatId ?? taxNumber }

/** The parts of a document that cannot be computed from its lines. */
type Terms = Pick<InvoiceDocument, 'corrects' | 'buyer' | 'tax_name' | 'reverse_charge' | 'paid_with' | 'card' | 'seller'>

/** Gives a document its number and stores it. It must be the last statement of its transaction, because all other documents wait for it. */
const issue = async (
  transaction: Transaction,
  about: Pick<InvoiceRecord, 'organizationId' | 'kind' | 'correctsId' | 'attemptId' | 'refundId'>,
  lines: readonly Line[],
  terms: Terms,
  at: Date,
  insert: typeof insertInvoice = insertInvoice,
): Promise<InvoiceRecord> => {
  const number = await takeNumber(transaction, about.kind)
  const [net, tax, total] = [sum(lines, 'net'), sum(lines, 'tax'), sum(lines, 'total')]
  const document: InvoiceDocument = {
    kind: about.kind,
    number: printedNumber(about.kind, number),
    issued_at: at.toISOString(),
    currency: 'usd',
    description: describe(lines),
    lines: [...lines],
    net,
    tax,
    total,
    ...terms,
  }
  const invoice = { ...about, id: newId(), series: about.kind, number, total, tax, document, issuedAt: at }
  await insert(transaction, invoice)
  return invoice
}

type Profile = Awaited<ReturnType<typeof findBuyer>>['profile']

/** The buyer's place: the organization's address, or the place that the buyer stated for this purchase, without street and city. */
const addressOf = (profile: Profile, named: BuyerPlace | null) => {
  const { street = null, city = null, zip = null, state = null, country = null, vatId = null } = profile ?? {}
  const { vatId: namedId = vatId, country: place = country } = named ?? {}
  // A VAT id in another form than the country's is left out.
  const vat_id = namedId !== null && place !== null && isVatIdOf(place, namedId) ? namedId : null
  if (named === null || (named.country === country && named.zip === zip)) return { street, city, zip, state, country, vat_id }
  const ofZip = named.country === 'US' && named.zip !== null ? usStateOf(named.zip) : null
  return { street: null, city: null, zip: named.zip, state: ofZip, country: named.country, vat_id }
}

/** Issues the invoice of an attempt's purchase. `named`: the place whose tax was paid, if the buyer stated one. */
export const issueInvoice = async (
  transaction: Transaction,
  attempt: PaidAttempt,
  sales: readonly SaleRecord[],
  { at, named = null }: { at: Date; named?: BuyerPlace | null },
): Promise<InvoiceRecord> => {
  const { organization, profile, email, card } = await findBuyer(transaction, attempt)
  const address = addressOf(profile, named)
  const due = await taxFor(transaction, { country: address.country, zip: address.zip, vatId: address.vat_id }, at)
  const untaxed = sales.every(({ taxRate }) => taxRate === 0)
  const paid = (attempt.captureAmount ?? 0) > 0 && card ? { brand: card.brand, last_four: card.lastFour } : null
  const { organizationId, id: attemptId } = attempt
  return issue(
    transaction,
    { organizationId, kind: 'invoice', correctsId: null, attemptId, refundId: null },
    sales.map(lineOf),
    {
      corrects: null,
      seller,
      buyer: {
        name: profile?.name ?? organization,
        ...address,
        email,
      },
      // The address may have changed since the price was shown. The invoice shows the tax that was paid.
      tax_name: due.reverseCharge && !untaxed ? 'Tax' : due.name,
      reverse_charge: due.reverseCharge && untaxed,
      paid_with: paid && `${brandName(paid.brand)} ending in ${paid.last_four}`,
      card: paid,
    },
    at,
    insertInvoiceAtEnd,
  )
}

/** Issues a document that corrects another one: a credit note for a refund, or an invoice that reverses a credit note. */
export const issueCorrection = (
  transaction: Transaction,
  corrected: InvoiceRecord,
  refundId: string,
  line: Line,
  at: Date,
): Promise<InvoiceRecord> => {
  const { buyer, tax_name, reverse_charge, paid_with, card, seller, number } = corrected.document
  const kind = corrected.kind === 'invoice' ? 'credit_note' : 'invoice'
  const about = { organizationId: corrected.organizationId, kind, correctsId: corrected.id, attemptId: null, refundId } as const
  const terms = { buyer, tax_name, reverse_charge, paid_with, card, seller, corrects: number }
  return issue(transaction, about, [line], terms, at)
}
