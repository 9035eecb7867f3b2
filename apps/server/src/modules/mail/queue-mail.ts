import type { Transaction } from '../../db/transaction.ts'
import type { Clock } from '../../core/clock.ts'
import type { SendJob } from '../jobs/index.ts'
import { SEND_MAIL } from './jobs.ts'
import { insertMails, type NewMail } from './repository.ts'

/** Puts mails into the outbox in a transaction, and sends them after the commit. Resolves with their ids, in order. */
export type QueueMail = (transaction: Transaction, messages: readonly NewMail[]) => Promise<readonly string[]>

/** After this time a mail's job counts as lost. */
const DUE_AFTER_MS = 120_000

export const mailQueue =
  ({
    send,
    clock,
    delivers,
  }: {
    send: SendJob
    clock: Clock
    /** Whether a mail server is set. */ delivers: boolean
  }): QueueMail =>
  async (transaction, messages) => {
    const now = clock.now()
    const ids = await insertMails(transaction, messages, { now, dueAt: new Date(now.getTime() + DUE_AFTER_MS) })
    if (!delivers) return ids
    for (const mailId of ids) await send(transaction, SEND_MAIL, { mailId })
    return ids
  }
