import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Clock } from '../../../core/clock.ts'
import type { QueueMail } from '../../mail/index.ts'
import type { VisitorQuota } from './visitor-quota.ts'
import { holdExperts, insertInquiry } from './repository.ts'
import { type Inquiry, writeInquiryMail } from './write-inquiry-mail.ts'

export type SendDependencies = { database: Database; clock: Clock; publicUrl: string; queueMail: QueueMail; quota: VisitorQuota }

/** Stores a visitor's message and mails it to each of the experts. Returns the seconds to wait; the message is stored only if that is 0. */
export const sendInquiry = async (
  { database, clock, publicUrl, queueMail, quota }: SendDependencies,
  inquiry: Inquiry,
  { expertIds, site }: { expertIds: readonly string[]; site: string },
): Promise<number> => {
  const now = clock.now()
  const keys = expertIds.map((id) => `${site} ${id}`)
  const wait = quota.take(keys, now)
  if (wait > 0) return wait
  try {
    await inTransaction(database, async (transaction) => {
      const experts = await holdExperts(transaction, expertIds)
      if (experts.length < expertIds.length) throw new ApiError('EXPERT_NOT_FOUND')
      const mailIds = await queueMail(
        transaction,
        experts.map((expert) => writeInquiryMail(inquiry, expert, publicUrl)),
        now,
      )
      const recipients = experts.map(({ id }, index) => ({ expertId: id, mailId: mailIds[index] ?? null }))
      const { campaign, ...written } = inquiry
      await insertInquiry(transaction, { ...written, campaignSlug: campaign?.slug ?? null, createdAt: now }, recipients)
    })
    return 0
  } catch (error) {
    quota.giveBack(keys, now)
    throw error
  }
}
