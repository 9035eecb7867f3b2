import { and, gt, sql } from 'drizzle-orm'
import { addSeconds } from '../../../core/clock.ts'
import { lockName } from '../../../db/locks.ts'
import { passwordResets, signUps } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'

/**
 * Links of a kind are mailed to an e-mail at most this often, whoever asks. Each works for longer, so that one that works is in the inbox
 * (docs/decisions/0060-a-mailed-link-is-nobodys-to-use-up.md).
 */
const PAUSE_SECONDS = 600

const KINDS = {
  reset: { table: passwordResets, lock: 'password', prefix: 'reset ' },
  'sign-up': { table: signUps, lock: 'sign-up', prefix: '' },
} as const
type LinkKind = keyof typeof KINDS

/** Locks the links of a kind for an e-mail, in whichever case it is written, until the transaction ends. */
export const lockLinks = (transaction: Transaction, kind: LinkKind, email: string): Promise<void> => {
  const { lock, prefix } = KINDS[kind]
  return lockName(transaction, lock, `${prefix}${email.toLowerCase()}`)
}

/**
 * Locks the links for an e-mail, and returns the id of the request of the last ten minutes; null if there is none. It is the same for an
 * e-mail with an account and for one without.
 */
export const lockRecentLink = async (
  transaction: Transaction,
  kind: LinkKind,
  email: string,
  now: Date,
): Promise<string | null> => {
  await lockLinks(transaction, kind, email)
  const { table } = KINDS[kind]
  const isRecent = and(sql`lower(${table.email}) = ${email.toLowerCase()}`, gt(table.createdAt, addSeconds(now, -PAUSE_SECONDS)))
  const { rows } = await transaction.execute<{ id: string }>(sql`select id from ${table} where ${isRecent} limit 1`)
  return rows[0]?.id ?? null
}
