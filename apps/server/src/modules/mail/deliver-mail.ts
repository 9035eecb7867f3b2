import type { Database } from '../../db/client.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { Clock } from '../../core/clock.ts'
import { MailRefused, type MailTransport } from '../../ports/mail-transport.ts'
import { claimMail, recordAttempt, takeDueMails } from './repository.ts'
import { withoutSecrets } from './write-mail.ts'

export type DeliverDependencies = {
  database: Database
  clock: Clock
  /** Null where no mail server is set: mail stays in the outbox, where it can be read. */
  transport: MailTransport | null
  /** The host in message ids. */
  host: string
}

const MINUTE = 60_000
/** After the first failed attempt, after the second, and so on; then the mail is given up, after two days in all. */
const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1_440]
/** Longer than any attempt takes. */
const CLAIMED_MS = 2 * MINUTE
/** Old mail is not sent: its reader would not know what it is about. */
const OLDEST_MS = 3 * 1_440 * MINUTE
const MOST_AT_ONCE = 500

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/**
 * Sends one mail of the outbox and records what became of it. A mail is sent at least once; it is sent twice only if the process ends
 * between the mail server's answer and the record of it, and then with the same message id. Does nothing for a mail that was sent,
 * was given up, or is being sent by another run.
 */
export const deliverMail = async (
  { database, clock, transport, host }: DeliverDependencies,
  mailId: string,
  run: string,
): Promise<void> => {
  if (!transport) return
  const begun = clock.now()
  const mail = await claimMail(database, mailId, { run, now: begun, until: after(begun, CLAIMED_MS) })
  if (!mail) return
  const { id, recipient: to, replyTo, subject, text, html, attempts } = mail
  const kept = withoutSecrets({ text, html })
  try {
    await transport.send({ to, replyTo, subject, text, html, messageId: `<${id}@${host}>` })
  } catch (error) {
    const now = clock.now()
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const wait = RETRY_AFTER_MINUTES[attempts - 1]
    const isOver = error instanceof MailRefused || wait === undefined
    return recordAttempt(
      database,
      id,
      isOver ? { failedAt: now, lastError, ...kept } : { dueAt: after(now, wait * MINUTE), lastError },
    )
  }
  await recordAttempt(database, id, { sentAt: clock.now(), ...kept })
}

/**
 * Sends a job for each mail that is due: what failed and is tried again, and what was lost with its job. `waiting` is how many jobs wait
 * already. While there are many, a mail is due because its own job has not had its turn: another one would only make the queue longer.
 */
export const sendDueMails = async (
  { database, clock, transport }: DeliverDependencies,
  send: (transaction: Transaction, mailId: string) => Promise<void>,
  waiting: number,
): Promise<void> => {
  const limit = MOST_AT_ONCE - waiting
  if (!transport || limit <= 0) return
  const now = clock.now()
  const limits = { now, since: after(now, -OLDEST_MS), again: after(now, 5 * MINUTE), limit }
  await inTransaction(database, async (transaction) => {
    for (const mailId of await takeDueMails(transaction, limits)) await send(transaction, mailId)
  })
}
