import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Clock } from '../../../core/clock.ts'
import { deleteMails } from '../../mail/index.ts'
import { deleteInquiriesBefore, deleteOldVisits, deleteRejectedBefore, deleteWaitingBefore } from './repository.ts'

const DAY_MS = 86_400_000
/** How long data from visitors is kept, in days: docs/product/experts.md, What is kept. */
const KEPT = { inquiries: 180, rejectedComments: 180, told: 30, waiting: 730, visits: 730 } as const

const MOST_AT_ONCE = 500

/** Deletes data from visitors when its time is over; inquiries together with their mails. */
export const deleteOld = async (
  { database, clock }: { database: Database; clock: Clock },
  signal: AbortSignal,
): Promise<void> => {
  const now = clock.now()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const deleteInquiries = () =>
    inTransaction(database, async (transaction) => {
      const { count, mailIds } = await deleteInquiriesBefore(transaction, before(KEPT.inquiries), MOST_AT_ONCE)
      await deleteMails(transaction, mailIds)
      return count
    })
  while (!signal.aborted && (await deleteInquiries()) === MOST_AT_ONCE);
  await deleteRejectedBefore(database, before(KEPT.rejectedComments))
  await deleteWaitingBefore(database, { told: before(KEPT.told), waiting: before(KEPT.waiting) })
  await deleteOldVisits(database, before(KEPT.visits).toISOString().slice(0, 10))
}
