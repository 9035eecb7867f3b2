import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Value } from '../../../db/compiled.ts'
import { lockByWriting } from '../../../db/locks.ts'
import { prepared } from '../../../db/prepared.ts'
import { isStorable } from '../../../db/storable.ts'
import { type Transaction, writeAtEnd } from '../../../db/transaction.ts'
import { declareInsert } from '../../../db/writes.ts'
import {
  accounts,
  billingProfiles,
  cards,
  documentNumbers,
  invoices,
  memberships,
  organizations,
  type paymentAttempts,
  recurrentCharges,
  sales,
} from '../../../db/schema.ts'
import { sqlActiveMember } from '../../organizations/index.ts'

export type InvoiceRecord = typeof invoices.$inferSelect
export type DocumentKind = InvoiceRecord['kind']

/** The columns of the paying attempt that invoices need. */
export type PaidAttempt = Pick<
  typeof paymentAttempts.$inferSelect,
  'id' | 'organizationId' | 'accountId' | 'captureAmount' | 'captureId' | 'cardId'
>

const takeNext = prepared((database, value: Value<'series'>) =>
  database
    .insert(documentNumbers)
    .values({ series: value('series'), next: 2 })
    .onConflictDoUpdate({ target: documentNumbers.series, set: { next: sql`${documentNumbers.next} + 1` } })
    .returning({ next: documentNumbers.next }),
)

/** Takes the next number of a series. The series stays locked until the transaction ends, so that a roll-back leaves no gap. */
export const takeNumber = async (transaction: Transaction, series: DocumentKind): Promise<number> => {
  const [row] = await lockByWriting('document number', takeNext)(transaction, { series })
  if (!row) throw new Error(`The series ${series} gave no number`)
  return row.next - 1
}

export const insertInvoice = async (transaction: Transaction, invoice: InvoiceRecord): Promise<void> => {
  await transaction.insert(invoices).values(invoice)
}

const newInvoices = declareInsert(invoices)

/** The same, written before the transaction ends, for a document that is not read again. */
export const insertInvoiceAtEnd = (transaction: Transaction, invoice: InvoiceRecord): Promise<void> =>
  writeAtEnd(transaction, newInvoices([invoice]))

const selectBuyer = prepared((database, value: Value<'organization' | 'account' | 'card'>) =>
  database
    .select({ organization: organizations.name, profile: billingProfiles, email: accounts.email, card: cards })
    .from(organizations)
    .leftJoin(billingProfiles, eq(billingProfiles.organizationId, organizations.id))
    .leftJoin(accounts, eq(accounts.id, value('account')))
    .leftJoin(cards, and(eq(cards.organizationId, organizations.id), eq(cards.providerCardId, value('card'))))
    .where(eq(organizations.id, value('organization'))),
)

/** The organization's current billing details, and the card that paid. */
export const findBuyer = async (transaction: Transaction, { organizationId, accountId, cardId }: PaidAttempt) => {
  const [row] = await selectBuyer(transaction, { organization: organizationId, account: accountId ?? '', card: cardId ?? '' })
  if (!row) throw new Error(`Organization ${organizationId} is unknown`)
  return row
}

/** An organization's document; null for an unknown id, and for another organization's. */
export const findInvoice = async (
  database: Queryable,
  organizationId: OrganizationId,
  id: string,
): Promise<InvoiceRecord | null> => {
  if (!isStorable(id)) return null
  const where = and(eq(invoices.id, id), eq(invoices.organizationId, organizationId))
  return (await database.select().from(invoices).where(where))[0] ?? null
}

/** A document by its id, for mails that the marketplace itself sends; null for an unknown id. */
export const findDocument = async (database: Queryable, id: string): Promise<InvoiceRecord | null> =>
  (await database.select().from(invoices).where(eq(invoices.id, id)))[0] ?? null

/** A page of an organization's documents, the newest first, and how many there are. */
export const findInvoices = async (
  database: Queryable,
  organizationId: OrganizationId,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; records: InvoiceRecord[] }> => {
  const where = eq(invoices.organizationId, organizationId)
  const order = [desc(invoices.issuedAt), desc(invoices.series), desc(invoices.number)]
  return {
    total: await database.$count(invoices, where),
    records: await database
      .select()
      .from(invoices)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  }
}

/** The invoice of an attempt, or the credit note of a refund. */
export const findInvoiceOf = async (
  transaction: Transaction,
  about: { attemptId: string } | { refundId: string },
): Promise<InvoiceRecord | null> => {
  const where =
    'attemptId' in about
      ? eq(invoices.attemptId, about.attemptId)
      : and(eq(invoices.refundId, about.refundId), eq(invoices.kind, 'credit_note'))
  return (await transaction.select().from(invoices).where(where))[0] ?? null
}

/** The buyers of an attempt's subject who still belong to the organization. */
export const findBuyersOf = async (transaction: Transaction, attemptId: string | null): Promise<string[]> => {
  if (attemptId === null) return []
  const isMember = and(eq(memberships.accountId, accounts.id), eq(memberships.organizationId, recurrentCharges.organizationId))
  const rows = await transaction
    .selectDistinct({ email: accounts.email })
    .from(sales)
    .innerJoin(recurrentCharges, eq(recurrentCharges.id, sales.chargeId))
    .innerJoin(accounts, eq(accounts.id, recurrentCharges.accountId))
    .innerJoin(memberships, and(isMember, sqlActiveMember()))
    .where(eq(sales.attemptId, attemptId))
  return rows.map(({ email }) => email)
}

/** The documents of a series after this number, in order. */
export const findNumbered = (
  transaction: Transaction,
  series: DocumentKind,
  after: number,
  limit: number,
): Promise<InvoiceRecord[]> =>
  transaction
    .select()
    .from(invoices)
    .where(and(eq(invoices.series, series), gt(invoices.number, after)))
    .orderBy(asc(invoices.number))
    .limit(limit)
