import { type OwnRatings, priorOf, type StarCounts, type Weighed, weightAfter } from '@marketplace/domain/ratings'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { findPrior, findShare, readUse, type Share, sumCatalogue, writeShare } from './repository.ts'

/** An account's stars, and the organization for which the account gave them. */
export type Vote = { rate: number; organizationId: OrganizationId | null }

/** The prior of an application without ratings in this marketplace. */
export const currentPrior = async (database: Queryable): Promise<number> =>
  (await findPrior(database)) ?? priorOf(await sumCatalogue(database))

const plus = (one: Weighed, other: Weighed, sign: 1 | -1): Weighed => ({
  weight: Math.max(0, one.weight + sign * other.weight),
  stars: Math.max(0, one.stars + sign * other.stars),
})

/** Adds the share of an organization to the totals, or subtracts it. */
export const withShare = (totals: OwnRatings, { votes, stars, weight, settled }: Share, sign: 1 | -1): OwnRatings => {
  if (votes === 0) return totals
  const of = settled ? 'settled' : 'fresh'
  return { ...totals, [of]: plus(totals[of], { weight, stars: (weight * stars) / votes }, sign) }
}

const withCount = (counts: StarCounts, rate: number, by: 1 | -1): StarCounts =>
  counts.map((votes, index) => (index === rate - 1 ? votes + by : votes)) as unknown as StarCounts

const NO_SHARE: Share = { votes: 0, stars: 0, weight: 0, settled: false }

/**
 * Replaces a vote in the totals of an application with another one; null means no vote. The cost does not depend on the number of votes.
 * The totals must be locked. Each vote without an organization has the weight one.
 */
export const countVote = async (
  transaction: Transaction,
  applicationId: string,
  totals: OwnRatings,
  { before, after, now }: { before: Vote | null; after: Vote | null; now: Date },
): Promise<OwnRatings> => {
  let counted = totals
  const change = async ({ rate, organizationId }: Vote, by: 1 | -1) => {
    counted = { ...counted, counts: withCount(counted.counts, rate, by) }
    if (organizationId === null) {
      counted = withShare(counted, { votes: 1, stars: rate, weight: 1, settled: true }, by)
      return
    }
    const share = (await findShare(transaction, applicationId, organizationId)) ?? NO_SHARE
    const { days } = await readUse(transaction, organizationId, applicationId, now)
    const next = { votes: share.votes + by, stars: share.stars + by * rate, ...weightAfter(days) }
    counted = withShare(withShare(counted, share, -1), next, 1)
    await writeShare(transaction, applicationId, organizationId, next)
  }
  if (before) await change(before, -1)
  if (after) await change(after, 1)
  return counted
}
