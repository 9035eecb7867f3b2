import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { KeptOutcome, KeptResult } from '../../core/idempotency.ts'
import { newId } from '../../core/ids.ts'
import type { Database } from '../../db/client.ts'
import { idempotencyKeys } from '../../db/schema.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Clock } from '../../core/clock.ts'

/** A request with an Idempotency-Key. */
export type KeyedRequest = {
  accountId: string
  /** The endpoint's id. */
  endpoint: string
  /** The key that the client chose. */
  key: string
  /** A digest of everything that determines the request. It distinguishes a repeated request from another one with the same key. */
  digest: string
}

export type Begun =
  /**
   * No other run of this request is under way: run it, then call `finish` or `abandon` with this id. If an earlier run has committed its
   * transaction, `committed` is the data that it stored, and only the answer is missing.
   */
  | { state: 'begun'; run: string; committed: KeptResult | null }
  /** The same request is running, in this process or another. */
  | { state: 'running' }
  | { state: 'done'; outcome: KeptOutcome }
  /** The key was used for another request. */
  | { state: 'key-of-another-request' }

/** Stores requests by their Idempotency-Key for a day. */
export type IdempotencyStore = {
  begin: (request: KeyedRequest) => Promise<Begun>
  /**
   * Stores the result of a run in the transaction of its work. False if another run has taken over meanwhile: then the transaction must be
   * rolled back.
   */
  keep: (transaction: Transaction, request: KeyedRequest, run: string, result: unknown) => Promise<boolean>
  finish: (request: KeyedRequest, run: string, outcome: KeptOutcome) => Promise<void>
  /** Allows the next request to run at once after an unexpected failure. Data that the run has committed is kept. */
  abandon: (request: KeyedRequest, run: string) => Promise<void>
}

/** A run that takes longer than this (ms) counts as lost, and the next request with its key takes over. */
const RUNS_MS = 60_000
const KEPT_MS = 86_400_000

const isRun = ({ accountId, endpoint, key }: KeyedRequest, run: string) =>
  and(
    eq(idempotencyKeys.accountId, accountId),
    eq(idempotencyKeys.endpoint, endpoint),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.run, run),
  )

export const createIdempotencyStore = (database: Database, clock: Clock): IdempotencyStore => ({
  begin: async ({ accountId, endpoint, key, digest }): Promise<Begun> => {
    const run = newId()
    const now = clock.now()
    const runsUntil = new Date(now.getTime() + RUNS_MS)
    const expiresAt = new Date(now.getTime() + KEPT_MS)
    const isLost = sql`(coalesce(held.outcome ->> 'kind', 'committed') = 'committed'
      and held.runs_until <= ${now.toISOString()} and held.digest = excluded.digest)`
    // One statement, so that exactly one of simultaneous requests gets the row. It takes over a row that has expired or whose run
    // was lost.
    const { rows } = await database.execute<{ run: string; digest: string; outcome: KeptOutcome | KeptResult | null }>(sql`
      insert into idempotency_keys as held (account_id, endpoint, key, digest, run, runs_until, expires_at)
      values (${accountId}, ${endpoint}, ${key}, ${digest}, ${run}, ${runsUntil.toISOString()}, ${expiresAt.toISOString()})
      on conflict (account_id, endpoint, key) do update set
        run = case when held.expires_at <= ${now.toISOString()} or ${isLost} then excluded.run else held.run end,
        digest = case when held.expires_at <= ${now.toISOString()} then excluded.digest else held.digest end,
        outcome = case when held.expires_at <= ${now.toISOString()} then null else held.outcome end,
        runs_until = case when held.expires_at <= ${now.toISOString()} or ${isLost} then excluded.runs_until else held.runs_until end,
        expires_at = case when held.expires_at <= ${now.toISOString()} then excluded.expires_at else held.expires_at end
      returning run, digest, outcome`)
    const [held] = rows
    const outcome = held?.outcome ?? null
    if (!held || held.run === run) return { state: 'begun', run, committed: outcome?.kind === 'committed' ? outcome : null }
    if (held.digest !== digest) return { state: 'key-of-another-request' }
    return outcome === null || outcome.kind === 'committed' ? { state: 'running' } : { state: 'done', outcome }
  },
  keep: async (transaction, request, run, result) => {
    const outcome: KeptResult = { kind: 'committed', result }
    const kept = await transaction
      .update(idempotencyKeys)
      .set({ outcome })
      .where(isRun(request, run))
      .returning({ run: idempotencyKeys.run })
    return kept.length === 1
  },
  finish: async (request, run, outcome) => {
    await database.update(idempotencyKeys).set({ outcome }).where(isRun(request, run))
  },
  abandon: async (request, run) => {
    // The row shows whether the work was committed. A process that lost its connection during the commit cannot know it otherwise.
    await database.delete(idempotencyKeys).where(and(isRun(request, run), isNull(idempotencyKeys.outcome)))
    await database.update(idempotencyKeys).set({ runsUntil: clock.now() }).where(isRun(request, run))
  },
})

export const deleteExpiredKeys = async (database: Database, now: Date): Promise<void> => {
  await database.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now))
}
