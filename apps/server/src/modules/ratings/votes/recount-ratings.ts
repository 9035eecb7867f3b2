import { noRatings, type OwnRatings, priorOf, type StarCounts, weightAfter } from '@marketplace/domain/ratings'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { currentPrior, withShare } from './count-vote.ts'
import { findRatedAfter, groupVotes, lockTotals, replaceShares, sumCatalogue, updateTotals } from './repository.ts'

const BATCH = 100

const addCounts = (totals: OwnRatings, counts: readonly number[]): OwnRatings => ({
  ...totals,
  counts: totals.counts.map((count, index) => count + (counts[index] ?? 0)) as unknown as StarCounts,
})

/**
 * Counts the votes on an application again. This is done every night, because weights grow with the time for which an organization has the
 * application. Unchanged totals are not written, so that cached answers about the application stay valid.
 */
export const recountApplication = async (
  transaction: Transaction,
  applicationId: string,
  { now, prior }: { now: Date; prior: number },
): Promise<void> => {
  const before = await lockTotals(transaction, applicationId, prior)
  let totals: OwnRatings = noRatings(prior)
  const shares = []
  for (const { organizationId, counts, days } of await groupVotes(transaction, applicationId, now)) {
    const votes = counts.reduce((sum, count) => sum + count, 0)
    const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0)
    totals = addCounts(totals, counts)
    const share = { votes, stars, ...(organizationId === null ? { weight: votes, settled: true } : weightAfter(days)) }
    totals = withShare(totals, share, 1)
    if (organizationId !== null) shares.push({ organizationId, ...share })
  }
  await replaceShares(transaction, applicationId, shares)
  if (JSON.stringify(before) !== JSON.stringify(totals)) await updateTotals(transaction, applicationId, totals)
}

/** Counts the votes on all applications again, one application after the other, with today's mean of the catalogue. */
export const recountRatings = async (
  { database, clock }: { database: Database; clock: Clock },
  signal?: AbortSignal,
): Promise<number> => {
  const prior = priorOf(await sumCatalogue(database))
  let counted = 0
  for (let after = ''; ;) {
    const ids = await findRatedAfter(database, after, BATCH)
    for (const id of ids) {
      signal?.throwIfAborted()
      await inTransaction(database, (transaction) => recountApplication(transaction, id, { now: clock.now(), prior }))
      counted++
    }
    const last = ids.at(-1)
    if (last === undefined) return counted
    after = last
  }
}

/** Counts the votes on a few applications, after they were inserted directly. */
export const recountSome = async (transaction: Transaction, applicationIds: Iterable<string>, now: Date): Promise<void> => {
  const prior = await currentPrior(transaction)
  for (const id of [...applicationIds].toSorted()) await recountApplication(transaction, id, { now, prior })
}
