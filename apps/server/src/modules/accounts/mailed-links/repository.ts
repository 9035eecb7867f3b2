import { and, gt, sql } from 'drizzle-orm'
import { addSeconds } from '../../../core/clock.ts'
import { lockName } from '../../../db/locks.ts'
import { passwordResets, signUps } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { foldEmail } from '../people/limits.ts'

/**
 * The pause between two links of a kind that are mailed to one e-mail, independent of who requests them. A link works for longer than this
 * pause, so that the inbox always contains a link that works (docs/decisions/0060-a-mailed-link-is-nobodys-to-use-up.md).
 */
const PAUSE_SECONDS = 600

const KINDS = {
  reset: { table: passwordResets, lock: 'password', prefix: 'reset ' },
  'sign-up': { table: signUps, lock: 'sign-up', prefix: '' },
} as const
type LinkKind = keyof typeof KINDS

/** Locks the links of a kind for an e-mail, in any spelling, until the transaction ends. */
export const lockLinks = (transaction: Transaction, kind: LinkKind, email: string): Promise<void> => {
  const { lock, prefix } = KINDS[kind]
  return lockName(transaction, lock, `${prefix}${foldEmail(email)}`)
}

/**
 * Locks the links for an e-mail, and returns the id of the request of the last ten minutes; null if there is none. Works in the same way
 * for an e-mail without an account.
 */
export const lockRecentLink = async (
  transaction: Transaction,
  kind: LinkKind,
  email: string,
  now: Date,
): Promise<string | null> => {
  await lockLinks(transaction, kind, email)
  const { table } = KINDS[kind]
  const isRecent = and(sql`lower(${table.email}) = ${foldEmail(email)}`, gt(table.createdAt, addSeconds(now, -PAUSE_SECONDS)))
  const { rows } = await transaction.execute<{ id: string }>(sql`select id from ${table} where ${isRecent} limit 1`)
  return rows[0]?.id ?? null
}
