import { and, asc, eq, gt, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
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
import { sqlActiveMember } from '../../organizations/index.ts'

/** The indices of the settled periods of a charge after a given index. */
export const findSettledAfter = async (database: Queryable, chargeId: string, last: number): Promise<number[]> => {
  const rows = await database
    .select({ index: chargePeriods.index })
    .from(chargePeriods)
    .where(and(eq(chargePeriods.chargeId, chargeId), gt(chargePeriods.index, last)))
    .orderBy(asc(chargePeriods.index))
  return rows.map(({ index }) => index)
}

export type Due = { id: string; dueAt: Date | null }

/** The charges with due work, the longest due first: the first `limit`, or those after `after`. */
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

/** Locks a charge with due work. Null if another process has locked it or done the work. */
export const lockDue = async (transaction: Transaction, id: string, now: Date): Promise<RecurrentRecord | null> => {
  const due = transaction
    .select()
    .from(recurrentCharges)
    .where(and(eq(recurrentCharges.id, id), lte(recurrentCharges.dueAt, now)))
  return (await lockFreeRows('charge', due)).map(asRecurrent)[0] ?? null
}

/** The charges of an organization whose payment has failed. */
export const findUnpaid = async (database: Queryable, organizationId: OrganizationId): Promise<string[]> => {
  const rows = await database
    .select({ id: recurrentCharges.id })
    .from(recurrentCharges)
    .where(and(eq(recurrentCharges.organizationId, organizationId), inArray(recurrentCharges.state, ['past_due', 'frozen'])))
    .orderBy(asc(recurrentCharges.id))
    .limit(1_000)
  return rows.map(({ id }) => id)
}

/** Whether the payment of a renewal or a change of the charge is under way. */
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

/** The live attempt with which a buyer who is present pays for a renewal; null if there is none. */
export const findRenewalByBuyer = async (
  transaction: Transaction,
  chargeId: string,
): Promise<{ id: string; amount: number } | null> => {
  const [found] = await transaction
    .select({ id: paymentAttempts.id, amount: paymentAttempts.amount })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.subjectKind, 'renewal'),
        eq(paymentAttempts.ownerAway, false),
        isNull(paymentAttempts.endedAt),
        sql`starts_with(${paymentAttempts.subjectId}, ${`${chargeId}:`})`,
      ),
    )
  return found ?? null
}

/** The data of the application that a renewal needs. */
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

/** A plan, even one that is no longer on offer. */
export const findPlan = async (database: Queryable, planId: string) => {
  const [found] = await database.select().from(plans).where(eq(plans.id, planId))
  return found ?? null
}

/** The recipients of mails about a payment: the owners of the organization and the buyer. */
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
        sqlActiveMember(),
        sql`(${memberships.role} in ('owner', 'viceowner') or ${accounts.id} = ${accountId})`,
      ),
    )
    .orderBy(asc(accounts.email))
    .limit(20)
  return rows.map(({ email }) => email)
}

/** Locks charges whose trial ends by an instant and whose buyer has not been told. */
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
