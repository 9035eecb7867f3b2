import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OwnRatings, StarCounts } from '@marketplace/domain/ratings'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { clientIdOfApplication } from '../../../db/client-of-application.ts'
import { lockRows } from '../../../db/locks.ts'
import {
  applications,
  directCharges,
  entitlements,
  installations,
  plans,
  ratings,
  ratingShares,
  ratingTotals,
  recurrentCharges,
  reviewAnswers,
} from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { OwnRatingRecord } from './records.ts'

/** Locks the organization's install of an application until the transaction ends, so that it is not uninstalled meanwhile. */
export const holdInstall = async (transaction: Transaction, organizationId: OrganizationId, applicationId: string) => {
  const current = transaction
    .select({ id: installations.id })
    .from(installations)
    .where(
      and(
        eq(installations.organizationId, organizationId),
        eq(installations.applicationId, applicationId),
        isNull(installations.uninstalledAt),
      ),
    )
  await lockRows('install', current, 'share')
}

/** The use of an application by an organization: the number of days, the date of the install, and the plan. */
export type Use = { days: number; since: Date | null; plan: string | null }

export const readUse = async (
  database: Queryable,
  organizationId: OrganizationId,
  applicationId: string,
  now: Date,
): Promise<Use> => {
  const { rows } = await database.execute<{ days: number; since: string | null; plan: string | null }>(sql`
    select
      ${daysOf(sql`${organizationId}`, sql`${applicationId}`, now)} as "days",
      (select i.installed_at from ${installations} i where i.organization_id = ${organizationId}
        and i.application_id = ${applicationId} and i.uninstalled_at is null) as "since",
      (select p.name from ${entitlements} e
        left join ${recurrentCharges} c on c.id = e.charge_id
        left join ${directCharges} d on d.id = e.charge_id
        join ${plans} p on p.id = coalesce(c.plan_id, d.plan_id)
        where e.organization_id = ${organizationId} and e.application_id = ${applicationId} and e.ended_at is null) as "plan"`)
  const [row] = rows
  return { days: row?.days ?? 0, since: row?.since ? new Date(row.since) : null, plan: row?.plan ?? null }
}

/** The number of days for which an organization had an application installed, over all of its installs. */
const daysOf = (organization: ReturnType<typeof sql>, application: ReturnType<typeof sql>, now: Date) => sql`(
  select coalesce(sum(extract(epoch from coalesce(i.uninstalled_at, ${now.toISOString()}::timestamptz) - i.installed_at)) / 86400, 0)::float8
  from ${installations} i where i.organization_id = ${organization} and i.application_id = ${application})`

/** Locks the totals of the ratings of an application until the transaction ends. `prior` is for an application without ratings. */
export const lockTotals = async (transaction: Transaction, applicationId: string, prior: number): Promise<OwnRatings> => {
  const first = {
    applicationId,
    counts: [0, 0, 0, 0, 0],
    settledWeight: 0,
    settledStars: 0,
    freshWeight: 0,
    freshStars: 0,
    prior,
  }
  await transaction.insert(ratingTotals).values(first).onConflictDoNothing()
  const totals = transaction.select().from(ratingTotals).where(eq(ratingTotals.applicationId, applicationId))
  const [row] = await lockRows('rating', totals, 'no key update')
  if (!row) throw new Error('the totals of an application are gone')
  return {
    counts: row.counts as unknown as StarCounts,
    settled: { weight: row.settledWeight, stars: row.settledStars },
    fresh: { weight: row.freshWeight, stars: row.freshStars },
    prior: row.prior,
  }
}

/** The catalogue's prior, as stored with any application; undefined before the first rating. */
export const findPrior = async (database: Queryable): Promise<number | undefined> => {
  const [row] = await database.select({ prior: ratingTotals.prior }).from(ratingTotals).limit(1)
  return row?.prior
}

/** The sums over all ratings, without fresh votes: weights, and stars times weight. */
export const sumCatalogue = async (database: Queryable): Promise<{ weight: number; stars: number }> => {
  const { rows } = await database.execute<{ weight: number; stars: number }>(sql`
    select
      (select coalesce(sum(rating_votes), 0) from ${applications} where rating_rate is not null)
        + (select coalesce(sum(settled_weight), 0) from ${ratingTotals}) as "weight",
      (select coalesce(sum(rating_rate * rating_votes), 0) from ${applications})
        + (select coalesce(sum(settled_stars), 0) from ${ratingTotals}) as "stars"`)
  const { weight = 0, stars = 0 } = rows[0] ?? {}
  return { weight: Number(weight), stars: Number(stars) }
}

const totalsColumns = ({ counts, settled, fresh, prior }: OwnRatings) => ({
  counts: [...counts],
  settledWeight: settled.weight,
  settledStars: settled.stars,
  freshWeight: fresh.weight,
  freshStars: fresh.stars,
  prior,
})

export const updateTotals = async (transaction: Transaction, applicationId: string, totals: OwnRatings): Promise<void> => {
  await transaction.update(ratingTotals).set(totalsColumns(totals)).where(eq(ratingTotals.applicationId, applicationId))
}

export type Share = { votes: number; stars: number; weight: number; settled: boolean }
const isOf = (applicationId: string, organizationId: OrganizationId) =>
  and(eq(ratingShares.applicationId, applicationId), eq(ratingShares.organizationId, organizationId))

export const findShare = async (
  database: Queryable,
  applicationId: string,
  organizationId: OrganizationId,
): Promise<Share | null> => {
  const { votes, stars, weight, settled } = ratingShares
  const [row] = await database
    .select({ votes, stars, weight, settled })
    .from(ratingShares)
    .where(isOf(applicationId, organizationId))
  return row ?? null
}

/** Writes an organization's share; one without votes is deleted. */
export const writeShare = async (
  transaction: Transaction,
  applicationId: string,
  organizationId: OrganizationId,
  share: Share,
): Promise<void> => {
  if (share.votes === 0) await transaction.delete(ratingShares).where(isOf(applicationId, organizationId))
  else
    await transaction
      .insert(ratingShares)
      .values({ applicationId, organizationId, ...share })
      .onConflictDoUpdate({ target: [ratingShares.applicationId, ratingShares.organizationId], set: share })
}

const ownColumns = {
  rate: ratings.rate,
  review: ratings.review,
  name: ratings.name,
  wantsMail: ratings.wantsMail,
  writtenAt: ratings.writtenAt,
  verifiedAt: ratings.verifiedAt,
  rejectedAt: ratings.rejectedAt,
  rejection: ratings.rejection,
  createdAt: ratings.createdAt,
  updatedAt: ratings.updatedAt,
}
const isBy = (applicationId: string, accountId: string) =>
  and(eq(ratings.applicationId, applicationId), eq(ratings.accountId, accountId))

export type VoteRecord = OwnRatingRecord & { id: string; organizationId: OrganizationId | null }

/** An account's rating of an application. */
export const findVote = async (database: Queryable, applicationId: string, accountId: string): Promise<VoteRecord | null> => {
  const [row] = await database
    .select({ id: ratings.id, organizationId: ratings.organizationId, ...ownColumns })
    .from(ratings)
    .where(isBy(applicationId, accountId))
  return row ?? null
}

export type NewRating = typeof ratings.$inferInsert

export const writeVote = async (transaction: Transaction, vote: NewRating): Promise<void> => {
  const { id, createdAt: _created, applicationId: _application, accountId: _account, ...changed } = vote
  await transaction
    .insert(ratings)
    .values(vote)
    .onConflictDoUpdate({ target: [ratings.applicationId, ratings.accountId], set: changed })
  if (vote.review === null) await transaction.delete(reviewAnswers).where(eq(reviewAnswers.ratingId, id))
}

export const deleteVote = async (transaction: Transaction, id: string): Promise<void> => {
  await transaction.delete(ratings).where(eq(ratings.id, id))
}

/** Rows per statement, far below the number of parameters that one statement can have. */
const CHUNK = 500

/** Inserts ratings directly. Rows whose id exists are skipped. Count the votes afterwards. */
export const insertRatings = async (transaction: Transaction, rows: readonly NewRating[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += CHUNK)
    await transaction
      .insert(ratings)
      .values(rows.slice(start, start + CHUNK))
      .onConflictDoNothing({ target: ratings.id })
}

/** The next applications with ratings or totals, in the order of ids. */
export const findRatedAfter = async (database: Queryable, after: string, limit: number): Promise<string[]> => {
  const { rows } = await database.execute<{ id: string }>(sql`
    select a.id from ${applications} a
    where a.id > ${after} and (exists (select from ${ratings} r where r.application_id = a.id)
      or exists (select from ${ratingTotals} t where t.application_id = a.id))
    order by a.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * The votes on an application by organization, with the number of days for which it had the application; one row for all votes without an
 * organization.
 */
export const groupVotes = async (
  database: Queryable,
  applicationId: string,
  now: Date,
): Promise<{ organizationId: OrganizationId | null; counts: number[]; days: number }[]> => {
  const { rows } = await database.execute<{ organizationId: OrganizationId | null; counts: number[]; days: number }>(sql`
    select v.organization_id as "organizationId", v.counts, ${daysOf(sql`v.organization_id`, sql`${applicationId}`, now)} as "days"
    from (
      select organization_id, array[
        count(*) filter (where rate = 1), count(*) filter (where rate = 2), count(*) filter (where rate = 3),
        count(*) filter (where rate = 4), count(*) filter (where rate = 5)]::int[] as counts
      from ${ratings} where application_id = ${applicationId} group by organization_id
    ) v`)
  return rows
}

/** Replaces the shares of an application. */
export const replaceShares = async (
  transaction: Transaction,
  applicationId: string,
  shares: readonly (Share & { organizationId: OrganizationId })[],
): Promise<void> => {
  await transaction.delete(ratingShares).where(eq(ratingShares.applicationId, applicationId))
  for (let start = 0; start < shares.length; start += CHUNK)
    await transaction
      .insert(ratingShares)
      .values(shares.slice(start, start + CHUNK).map((share) => ({ applicationId, ...share })))
}

/** Whether a client belongs to an application of the developer of `applicationId`. */
export const isClientOfDeveloper = async (database: Queryable, clientId: string, applicationId: string): Promise<boolean> => {
  const { rows } = await database.execute<{ own: boolean }>(sql`
    select exists (
      select from ${applications}
      where (${applications.id} = ${applicationId}
          or ${applications.developerId} = (select developer_id from applications rated where rated.id = ${applicationId}))
        and ${clientIdOfApplication} = ${clientId}
    ) as "own"`)
  return rows[0]?.own ?? false
}
