import type { Database } from '../../db/client.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { addMs, type Clock } from '../../core/clock.ts'
import { type MailAttachment, MailRefused, type MailTransport } from '../../ports/mail-transport.ts'
import { claimMail, lockOldMails, postponeDueMails, recordAttempt } from './repository.ts'
import { withoutSecrets } from './write-mail.ts'

/** Creates the file that is attached to a mail. A mail whose file cannot be created is sent later. */
export type ReadAttachment = (attachment: string) => Promise<MailAttachment>

export type DeliverDependencies = {
  database: Database
  clock: Clock
  /** Null without a mail server: mails stay in the outbox, where the operator can read them. */
  transport: MailTransport | null
  readAttachment: ReadAttachment
  /** The host in message ids. */
  host: string
}

const MINUTE = 60_000
/**
 * Minutes to wait after the first failed attempt, the second, and so on. After the last one, which is after two days, the mail has failed.
 */
const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1_440]
/** A time (ms) that is longer than any attempt. */
const CLAIMED_MS = 2 * MINUTE
/** Older mail is not sent, because it would confuse its reader. */
const OLDEST_MS = 3 * 1_440 * MINUTE
const TOO_OLD = 'It was not sent within 3 days, and is too old now.'
const MOST_AT_ONCE = 500

/**
 * Sends one mail of the outbox and records the result. A mail is sent at least once. It is sent twice only if the process ends
 * between the mail server's answer and the record of it, and then with the same message id. Does nothing if the mail was sent,
 * has failed, or is claimed by another run.
 */
export const deliverMail = async (
  { database, clock, transport, readAttachment, host }: DeliverDependencies,
  mailId: string,
  run: string,
): Promise<void> => {
  if (!transport) return
  const begun = clock.now()
  const mail = await claimMail(database, mailId, { run, now: begun, until: addMs(begun, CLAIMED_MS) })
  if (!mail) return
  const { id, recipient: to, replyTo, subject, text, html, attachment, attempts } = mail
  const kept = withoutSecrets({ text, html })
  try {
    const attachments = attachment === null ? [] : [await readAttachment(attachment)]
    await transport.send({ to, replyTo, subject, text, html, attachments, messageId: `<${id}@${host}>` })
  } catch (error) {
    const now = clock.now()
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const wait = RETRY_AFTER_MINUTES[attempts - 1]
    const isOver = error instanceof MailRefused || wait === undefined
    return recordAttempt(
      database,
      id,
      isOver ? { failedAt: now, lastError, ...kept } : { dueAt: addMs(now, wait * MINUTE), lastError },
    )
  }
  await recordAttempt(database, id, { sentAt: clock.now(), ...kept })
}

/**
 * Sends a job for each due mail: for mails to retry, and for mails whose job was lost. `waiting` is the number of jobs in the queue. If
 * there are many, nothing is sent, because these mails are due only because their jobs are still waiting. Mails that have become too old
 * are marked as failed.
 */
export const sendDueMails = async (
  { database, clock, transport }: DeliverDependencies,
  send: (transaction: Transaction, mailId: string) => Promise<void>,
  waiting: number,
): Promise<void> => {
  if (!transport) return
  const now = clock.now()
  const since = addMs(now, -OLDEST_MS)
  await inTransaction(database, async (transaction) => {
    for (const { id, text, html } of await lockOldMails(transaction, { now, since, limit: MOST_AT_ONCE }))
      await recordAttempt(transaction, id, { failedAt: now, lastError: TOO_OLD, ...withoutSecrets({ text, html }) })
  })
  const limit = MOST_AT_ONCE - waiting
  if (limit <= 0) return
  const limits = { now, since, again: addMs(now, 5 * MINUTE), limit }
  await inTransaction(database, async (transaction) => {
    for (const mailId of await postponeDueMails(transaction, limits)) await send(transaction, mailId)
  })
}
