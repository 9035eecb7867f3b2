import { and, asc, eq, gt, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { lockFreeRows } from '../../../db/locks.ts'
import {
  accounts,
  applications,
  chargeChanges,
  chargePeriods,
  memberships,
  paymentAttempts,
  plans,
  recurrentCharges,
} from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { asRecurrent } from '../records/repository.ts'

/** The indices of the periods of a charge that were settled, after a given one. */
export const findSettledAfter = async (database: Queryable, chargeId: string, last: number): Promise<number[]> => {
  const rows = await database
    .select({ index: chargePeriods.index })
    .from(chargePeriods)
    .where(and(eq(chargePeriods.chargeId, chargeId), gt(chargePeriods.index, last)))
    .orderBy(asc(chargePeriods.index))
  return rows.map(({ index }) => index)
}

export type Due = { id: string; dueAt: Date | null }

/** The charges for which something is due, the longest due first: the first ones, or those that come after one. */
export const findDue = (database: Queryable, now: Date, limit: number, after: Due | null): Promise<Due[]> =>
  database
    .select({ id: recurrentCharges.id, dueAt: recurrentCharges.dueAt })
    .from(recurrentCharges)
    .where(
      and(
        lte(recurrentCharges.dueAt, now),
        after === null
          ? undefined
          : sql`(${recurrentCharges.dueAt}, ${recurrentCharges.id}) > (${after.dueAt?.toISOString()}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(recurrentCharges.dueAt), asc(recurrentCharges.id))
    .limit(limit)

/** Locks a charge for which something is due. Null if somebody else has it, or has done it. */
export const lockDue = async (transaction: Transaction, id: string, now: Date): Promise<RecurrentRecord | null> => {
  const due = transaction
    .select()
    .from(recurrentCharges)
    .where(and(eq(recurrentCharges.id, id), lte(recurrentCharges.dueAt, now)))
  return (await lockFreeRows('charge', due)).map(asRecurrent)[0] ?? null
}

/** The charges of an organization for which a payment has failed. */
export const findUnpaid = async (database: Queryable, organizationId: string): Promise<string[]> => {
  const rows = await database
    .select({ id: recurrentCharges.id })
    .from(recurrentCharges)
    .where(and(eq(recurrentCharges.organizationId, organizationId), inArray(recurrentCharges.state, ['past_due', 'frozen'])))
    .orderBy(asc(recurrentCharges.id))
    .limit(1_000)
  return rows.map(({ id }) => id)
}

/** Whether a renewal or a change of the charge is being paid. */
export const isBeingPaid = async (database: Queryable, chargeId: string): Promise<boolean> => {
  const changing = and(eq(chargeChanges.chargeId, chargeId), eq(chargeChanges.state, 'paying'))
  const [found] = await database
    .select({ one: sql`1` })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.subjectKind, 'renewal'),
        isNull(paymentAttempts.endedAt),
        sql`starts_with(${paymentAttempts.subjectId}, ${`${chargeId}:`})`,
      ),
    )
    .unionAll(
      database
        .select({ one: sql`1` })
        .from(chargeChanges)
        .where(changing),
    )
    .limit(1)
  return found !== undefined
}

/** The attempt with which somebody who is there pays for a renewal; null if none lives. */
export const findRenewalByBuyer = async (transaction: Transaction, chargeId: string): Promise<string | null> => {
  const [found] = await transaction
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.subjectKind, 'renewal'),
        eq(paymentAttempts.ownerAway, false),
        isNull(paymentAttempts.endedAt),
        sql`starts_with(${paymentAttempts.subjectId}, ${`${chargeId}:`})`,
      ),
    )
  return found?.id ?? null
}

/** What a renewal needs of the application. */
export const findRenewed = async (database: Queryable, applicationId: string) => {
  const [found] = await database
    .select({
      name: applications.name,
      slug: applications.slug,
      private: applications.private,
      customProps: applications.customProps,
      payment: applications.payment,
      submittedAt: applications.submittedAt,
      acceptedAt: applications.acceptedAt,
      publishedAt: applications.publishedAt,
    })
    .from(applications)
    .where(eq(applications.id, applicationId))
  return found ?? null
}

/** A plan, also one that is not on offer any more. */
export const findPlan = async (database: Queryable, planId: string) => {
  const [found] = await database.select().from(plans).where(eq(plans.id, planId))
  return found ?? null
}

/** Whom to tell of a payment: the owners of the organization, and who bought. */
export const findPayers = async (
  database: Queryable,
  { organizationId, accountId }: Pick<RecurrentRecord, 'organizationId' | 'accountId'>,
): Promise<string[]> => {
  const rows = await database
    .selectDistinct({ email: accounts.email })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.suspended, false),
        sql`(${memberships.role} in ('owner', 'viceowner') or ${accounts.id} = ${accountId})`,
      ),
    )
    .orderBy(asc(accounts.email))
    .limit(20)
  return rows.map(({ email }) => email)
}

/** Locks charges whose trial ends until an instant and whose buyer was not told yet. */
export const lockEndingTrials = async (
  transaction: Transaction,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<RecurrentRecord[]> => {
  const ending = transaction
    .select()
    .from(recurrentCharges)
    .where(
      and(
        eq(recurrentCharges.state, 'active'),
        isNull(recurrentCharges.trialEndToldAt),
        gte(recurrentCharges.trialEndsAt, now),
        lte(recurrentCharges.trialEndsAt, until),
      ),
    )
    .orderBy(asc(recurrentCharges.id))
    .limit(limit)
  return (await lockFreeRows('charge', ending)).map(asRecurrent)
}
