import { and, eq, sql } from 'drizzle-orm'
import { lockName } from '../../../db/locks.ts'
import type { Transaction } from '../../../db/transaction.ts'
import {
  accounts,
  billingProfiles,
  cards,
  documentNumbers,
  invoices,
  organizations,
  type paymentAttempts,
} from '../../../db/schema.ts'

export type InvoiceRecord = typeof invoices.$inferSelect
export type DocumentKind = InvoiceRecord['kind']

/** What invoices need of the attempt that paid. */
export type PaidAttempt = Pick<
  typeof paymentAttempts.$inferSelect,
  'id' | 'organizationId' | 'accountId' | 'captureAmount' | 'captureId' | 'cardId'
>

/** Takes the next number of a series. The series stays locked until the transaction ends, so that a roll-back leaves no gap. */
export const takeNumber = async (transaction: Transaction, series: DocumentKind): Promise<number> => {
  await lockName(transaction, 'document number', series)
  const [row] = await transaction
    .insert(documentNumbers)
    .values({ series, next: 2 })
    .onConflictDoUpdate({ target: documentNumbers.series, set: { next: sql`${documentNumbers.next} + 1` } })
    .returning({ next: documentNumbers.next })
  if (!row) throw new Error(`The series ${series} gave no number`)
  return row.next - 1
}

export const insertInvoice = async (transaction: Transaction, invoice: InvoiceRecord): Promise<void> => {
  await transaction.insert(invoices).values(invoice)
}

/** Who an organization's invoices name, and the card that paid, as both are now. */
export const findBuyer = async (transaction: Transaction, { organizationId, accountId, cardId }: PaidAttempt) => {
  const [row] = await transaction
    .select({ organization: organizations.name, profile: billingProfiles, email: accounts.email, card: cards })
    .from(organizations)
    .leftJoin(billingProfiles, eq(billingProfiles.organizationId, organizations.id))
    .leftJoin(accounts, eq(accounts.id, accountId ?? ''))
    .leftJoin(cards, and(eq(cards.organizationId, organizations.id), eq(cards.providerCardId, cardId ?? '')))
    .where(eq(organizations.id, organizationId))
  if (!row) throw new Error(`Organization ${organizationId} is unknown`)
  return row
}
