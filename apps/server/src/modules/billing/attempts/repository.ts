import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Value } from '../../../db/compiled.ts'
import { declareLocking, type Locking, lockByWriting, lockRows, preparedLock } from '../../../db/locks.ts'
import { billingProfiles, cards, paymentAttempts } from '../../../db/schema.ts'
import { prepared, preparedFor } from '../../../db/prepared.ts'
import { type Transaction, writeAtEnd } from '../../../db/transaction.ts'
import { declareChange } from '../../../db/writes.ts'
import { type Attempt, RESERVED_FOR_MS, SILENT, type SubjectOf } from './attempt.ts'

const selectPayer = prepared((database, value: Value<'organization'>) =>
  database
    .select({ customerId: billingProfiles.customerId, cardId: cards.providerCardId })
    .from(billingProfiles)
    .innerJoin(cards, eq(cards.organizationId, billingProfiles.organizationId))
    .where(eq(billingProfiles.organizationId, value('organization'))),
)

/** The organization's customer and card at the provider. */
export const findPayer = async (
  database: Queryable,
  organizationId: OrganizationId,
): Promise<{ customerId: string; cardId: string } | null> => {
  const [payer] = await selectPayer(database, { organization: organizationId })
  return payer?.customerId && payer.cardId ? { customerId: payer.customerId, cardId: payer.cardId } : null
}

const insertRow = preparedFor(paymentAttempts, (database, row) =>
  database.insert(paymentAttempts).values(row).onConflictDoNothing().returning(),
)

/** Returns null if the subject already has a live attempt. */
export const insertAttempt = async (
  transaction: Transaction,
  attempt: typeof paymentAttempts.$inferInsert,
): Promise<Attempt | null> => {
  const [inserted] = await insertRow(transaction, attempt)
  return inserted ?? null
}

export const findAttempt = async (database: Queryable, id: string): Promise<Attempt | null> => {
  const [found] = await database.select().from(paymentAttempts).where(eq(paymentAttempts.id, id))
  return found ?? null
}

const isLiveOf = ({ kind, id }: SubjectOf) =>
  and(eq(paymentAttempts.subjectKind, kind), eq(paymentAttempts.subjectId, id), isNull(paymentAttempts.endedAt))

/** Locks a subject's live attempt, so that it takes no step until the transaction ends. */
export const lockLiveAttempt = async (transaction: Transaction, subject: SubjectOf): Promise<Attempt | null> => {
  const rows = transaction.select().from(paymentAttempts).where(isLiveOf(subject))
  const [found] = await lockRows('attempt', rows, 'no key update')
  return found ?? null
}

const liveAttempt = declareLocking<Pick<Attempt, 'id' | 'state'>, 'kind' | 'id'>(
  'attempt',
  'no key update',
  (value) => sql`select p.id, p.state from ${paymentAttempts} p
    where p.subject_kind = ${value('kind')} and p.subject_id = ${value('id')} and p.ended_at is null`,
)

/** The same, for lockTogether. */
export const liveAttemptLocking = ({ kind, id }: SubjectOf): Locking<Pick<Attempt, 'id' | 'state'>> => liveAttempt({ kind, id })

/** The attempt of an intent at the provider. */
export const findAttemptOfIntent = async (database: Queryable, intentId: string): Promise<Attempt | null> => {
  const [found] = await database.select().from(paymentAttempts).where(eq(paymentAttempts.intentId, intentId))
  return found ?? null
}

const lockById = preparedLock(
  'attempt',
  (database, value: Value<'id'>) =>
    database
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.id, value('id'))),
  'no key update',
)

export const lockAttempt = async (transaction: Transaction, id: string): Promise<Attempt | null> => {
  const [found] = await lockById(transaction, { id })
  return found ?? null
}

/** Takes the lease of a live attempt if the lease is free, expired or the caller's own. Null if another process has it. */
export const claimLease = async (
  database: Queryable,
  id: string,
  { token, now, until }: { token: string; now: Date; until: Date },
): Promise<Attempt | null> => {
  const [claimed] = await database
    .update(paymentAttempts)
    .set({ leaseToken: token, leaseUntil: until })
    .where(
      and(
        eq(paymentAttempts.id, id),
        isNull(paymentAttempts.endedAt),
        or(isNull(paymentAttempts.leaseToken), eq(paymentAttempts.leaseToken, token), lte(paymentAttempts.leaseUntil, now)),
      ),
    )
    .returning()
  return claimed ?? null
}

/** Returns a lease. `until` is the time at which the attempt is due again. */
export const returnLease = async (database: Queryable, id: string, token: string, until: Date): Promise<void> => {
  await database
    .update(paymentAttempts)
    .set({ leaseToken: null, leaseUntil: until })
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.leaseToken, token)))
}

export const changeAttempt = async (
  transaction: Transaction,
  id: string,
  changes: Partial<typeof paymentAttempts.$inferInsert>,
): Promise<Attempt> => {
  const [changed] = await transaction.update(paymentAttempts).set(changes).where(eq(paymentAttempts.id, id)).returning()
  if (!changed) throw new Error(`there is no attempt ${id}`)
  return changed
}

const attemptChange = declareChange<typeof paymentAttempts, 'id'>(paymentAttempts, (value) => eq(paymentAttempts.id, value('id')))

/** The same, written before the transaction ends, for a locked attempt that is not read again. */
export const changeAttemptAtEnd = async (
  transaction: Transaction,
  attempt: Attempt,
  changes: Partial<Attempt>,
): Promise<Attempt> => {
  await writeAtEnd(transaction, attemptChange(changes, { id: attempt.id }), { rows: 1, of: `the attempt ${attempt.id}` })
  return { ...attempt, ...changes }
}

type Held = 'id' | 'leaseToken' | 'state' | 'generation'
const isHeld = (value: Value<Held>) =>
  and(
    eq(paymentAttempts.id, value('id')),
    eq(paymentAttempts.leaseToken, value('leaseToken')),
    eq(paymentAttempts.state, value('state')),
    eq(paymentAttempts.generation, value('generation')),
  )
const heldOf = ({ id, leaseToken, state, generation }: Attempt) => ({ id, leaseToken: leaseToken ?? '', state, generation })
const heldChange = declareChange<typeof paymentAttempts, Held>(paymentAttempts, isHeld)
const changeHeld = preparedFor(paymentAttempts, (database, changes, value: Value<Held>) =>
  database.update(paymentAttempts).set(changes).where(isHeld(value)).returning(),
)

/** The same for an attempt that is unchanged since it was read and has this lease; otherwise null. */
export const changeHeldAttempt = async (
  transaction: Transaction,
  attempt: Attempt,
  changes: Partial<typeof paymentAttempts.$inferInsert>,
): Promise<Attempt | null> => {
  const [changed] = await lockByWriting('attempt', changeHeld)(transaction, changes, heldOf(attempt))
  return changed ?? null
}

/**
 * The same, written at the end of the transaction, if nothing else depends on the attempt. If the lease was lost, throws the error that
 * `lost` makes.
 */
export const changeHeldAttemptAtEnd = async (
  transaction: Transaction,
  attempt: Attempt,
  changes: Partial<Attempt>,
  lost: () => Error,
): Promise<Attempt> => {
  const statement = lockByWriting('attempt', heldChange(changes, heldOf(attempt)))
  await writeAtEnd(transaction, statement, { rows: 1, of: `the held attempt ${attempt.id}`, none: lost })
  return { ...attempt, ...changes }
}

/** The due attempts without a lease, the longest waiting first. */
export const findDueAttempts = async (database: Queryable, { now, limit }: { now: Date; limit: number }): Promise<string[]> => {
  const due = await database
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(isNull(paymentAttempts.endedAt), lte(paymentAttempts.leaseUntil, now)))
    .orderBy(asc(paymentAttempts.leaseUntil))
    .limit(limit)
  return due.map(({ id }) => id)
}

/** Attempts of the last week that were given up because the provider did not answer, and that may have left an authorization. */
export const findSilent = (database: Queryable, now: Date, limit: number): Promise<Attempt[]> =>
  database
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.failureCode, SILENT),
        eq(paymentAttempts.state, 'abandoned'),
        gt(paymentAttempts.endedAt, new Date(now.getTime() - RESERVED_FOR_MS)),
      ),
    )
    .orderBy(asc(paymentAttempts.endedAt))
    .limit(limit)

/** Records that an attempt has no authorization at the provider. */
export const endSilence = async (database: Queryable, id: string, failureCode: string): Promise<void> => {
  await database.update(paymentAttempts).set({ failureCode }).where(eq(paymentAttempts.id, id))
}
