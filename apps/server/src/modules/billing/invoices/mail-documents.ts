import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import { paths } from '@marketplace/contracts/pages/paths'
import { addUtcDays, formatInstant } from '@marketplace/domain/dates'
import { formatDollars } from '@marketplace/domain/pricing'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { readFact, writeFact } from '../../../db/facts.ts'
import { lockName } from '../../../db/locks.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { type NewMail, type QueueMail, writeMail } from '../../mail/index.ts'
import { findPeople } from '../../organizations/index.ts'
import { attachmentOf } from './render-pdf.ts'
import { type DocumentKind, findBuyersOf, findNumbered, type InvoiceRecord } from './repository.ts'

export type MailDocumentsDependencies = { database: Database; clock: Clock; publicUrl: string; queueMail: QueueMail }

const MOST_AT_ONCE = 100
/** Documents older than this are not mailed: they come from a database that was restored or filled by hand. */
const NEWS_DAYS = 3

/**
 * Mails each invoice and credit note once with its PDF file, except those of 0. Numbers have no gaps and become visible in order, so all
 * documents after the last mailed number still have to be mailed.
 */
export const mailDocuments = async (dependencies: MailDocumentsDependencies, signal: AbortSignal): Promise<void> => {
  for (const series of ['invoice', 'credit_note'] as const)
    while (!signal.aborted && (await mailBatch(dependencies, series)) === MOST_AT_ONCE);
}

/** Resolves with the number of documents that were handled. */
const mailBatch = ({ database, clock, publicUrl, queueMail }: MailDocumentsDependencies, series: DocumentKind): Promise<number> =>
  inTransaction(database, async (transaction) => {
    const [now, fact] = [clock.now(), `mailed ${series}`]
    await lockName(transaction, 'mail', fact)
    const documents = await findNumbered(transaction, series, Number((await readFact(transaction, fact)) ?? 0), MOST_AT_ONCE)
    for (const document of documents) {
      if (document.total === 0 || document.issuedAt < addUtcDays(now, -NEWS_DAYS)) continue
      const recipients = await recipientsOf(transaction, document)
      await queueMail(
        transaction,
        recipients.map((recipient) => writeDocumentMail(document, recipient, publicUrl)),
        now,
      )
    }
    const last = documents.at(-1)
    if (last) await writeFact(transaction, fact, String(last.number))
    return documents.length
  })

/** The recipients: the buyer; for a payment without a person present, the owners and the buyer of the charge. */
const recipientsOf = async (
  transaction: Transaction,
  { organizationId, attemptId, document }: InvoiceRecord,
): Promise<string[]> => {
  if (document.buyer.email !== null) return [document.buyer.email]
  const owners = new Set<string>()
  for (const product of ['livechat', 'helpdesk'] as const)
    for (const { email } of await findPeople(transaction, organizationId, { product, roles: ['owner', 'viceowner'] }))
      owners.add(email)
  for (const email of await findBuyersOf(transaction, attemptId)) owners.add(email)
  return [...owners]
}

const writeDocumentMail = (record: InvoiceRecord, recipient: string, publicUrl: string): NewMail => {
  const { kind, document } = record
  const { number, description, paid_with: paidWith, corrects } = document
  const total = formatDollars(document.total)
  const isRefund = kind === 'credit_note'
  return writeMail({
    recipient,
    subject: `${isRefund ? 'Credit note' : 'Invoice'} ${number}: ${total}`,
    paragraphs: [
      `${description}, ${formatInstant(document.issued_at)}`,
      isRefund
        ? `${total} go back to ${paidWith ?? 'the card that paid'}. Your bank may take some days to show it. Credit note ${number} corrects invoice ${corrects}.`
        : `${total} were paid${paidWith === null ? '' : ` with ${paidWith}`}.${paidUntil(document)}`,
    ],
    attachment: attachmentOf(record),
    link: { href: `${publicUrl}${paths.billing()}`, text: 'Read and download it' },
    footer: `You get this because you ${document.buyer.email === null ? 'own the account that paid, or bought what it pays for' : 'bought it'}.`,
  })
}

/** A sentence about the paid period; empty for single payments, and for several lines, whose periods may differ. */
const paidUntil = ({ lines: [line, ...more] }: InvoiceDocument): string =>
  line?.period_end && more.length === 0 ? ` It is paid until ${formatInstant(line.period_end)}.` : ''
