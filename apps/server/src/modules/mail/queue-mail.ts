import type { Transaction } from '../../db/transaction.ts'
import type { SendJob } from '../jobs/index.ts'
import { SEND_MAIL } from './jobs.ts'
import { insertMails, type NewMail } from './repository.ts'
import { withoutSecrets } from './write-mail.ts'

/** Puts mails into the outbox in a transaction, at the time of the caller's clock, and sends them after the commit. Resolves with their ids, in order. */
export type QueueMail = (transaction: Transaction, messages: readonly NewMail[], now: Date) => Promise<readonly string[]>

/** After this time (ms), the job of a mail counts as lost. */
const DUE_AFTER_MS = 120_000

export const mailQueue =
  ({
    send,
    delivers,
    showsMail = false,
    urgent = false,
  }: {
    send: SendJob
    /** Whether a mail server is set. */
    delivers: boolean
    /** Whether the demo shows a mail to its recipient instead of sending it. */
    showsMail?: boolean
    /** Whether the mail is sent before others. Mails about the safety of an account must not wait for many announcements. */
    urgent?: boolean
  }): QueueMail =>
  async (transaction, messages, now) => {
    // If the mail will not be delivered or shown, its secrets need not be stored.
    const kept = delivers || showsMail ? messages : messages.map(withoutSecrets)
    const ids = await insertMails(transaction, kept, { now, dueAt: new Date(now.getTime() + DUE_AFTER_MS) })
    if (!delivers) return ids
    for (const mailId of ids) await send(transaction, SEND_MAIL, { mailId }, { urgent })
    return ids
  }
