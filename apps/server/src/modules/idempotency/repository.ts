import { and, eq, lte, sql } from 'drizzle-orm'
import { newId } from '../../core/ids.ts'
import type { Begun, IdempotencyStore, KeptOutcome, KeyedRequest } from '../../core/idempotency.ts'
import type { Database } from '../../db/client.ts'
import { idempotencyKeys } from '../../db/schema.ts'
import type { Clock } from '../../core/clock.ts'

/** A run that takes longer counts as lost, and the next request with its key runs again (ms). */
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
    // One statement, so that exactly one of simultaneous requests gets the row. It takes over a row that has expired or whose run
    // was lost.
    const { rows } = await database.execute<{ run: string; digest: string; outcome: KeptOutcome | null }>(sql`
      insert into idempotency_keys as held (account_id, endpoint, key, digest, run, runs_until, expires_at)
      values (${accountId}, ${endpoint}, ${key}, ${digest}, ${run}, ${runsUntil.toISOString()}, ${expiresAt.toISOString()})
      on conflict (account_id, endpoint, key) do update set
        run = case when held.expires_at <= ${now.toISOString()}
          or (held.outcome is null and held.runs_until <= ${now.toISOString()} and held.digest = excluded.digest) then excluded.run else held.run end,
        digest = case when held.expires_at <= ${now.toISOString()} then excluded.digest else held.digest end,
        outcome = case when held.expires_at <= ${now.toISOString()} then null else held.outcome end,
        runs_until = case when held.expires_at <= ${now.toISOString()}
          or (held.outcome is null and held.runs_until <= ${now.toISOString()} and held.digest = excluded.digest)
          then excluded.runs_until else held.runs_until end,
        expires_at = case when held.expires_at <= ${now.toISOString()} then excluded.expires_at else held.expires_at end
      returning run, digest, outcome`)
    const [held] = rows
    if (!held || held.run === run) return { state: 'begun', run }
    if (held.digest !== digest) return { state: 'key-of-another-request' }
    return held.outcome ? { state: 'done', outcome: held.outcome } : { state: 'running' }
  },
  finish: async (request, run, outcome) => {
    await database.update(idempotencyKeys).set({ outcome }).where(isRun(request, run))
  },
  abandon: async (request, run) => {
    await database.delete(idempotencyKeys).where(isRun(request, run))
  },
})

export const deleteExpiredKeys = async (database: Database, now: Date): Promise<void> => {
  await database.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now))
}
