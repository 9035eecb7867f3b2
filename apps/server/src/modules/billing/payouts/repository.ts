import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Statement, StatementDocument } from '@marketplace/contracts/billing/payout-schemas'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { lockName } from '../../../db/locks.ts'
import { developers, ledgerEntries, payouts, statements } from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'
import type { Transaction } from '../../../db/transaction.ts'

export type PayoutRecord = typeof payouts.$inferSelect
export type PaidDeveloper = { id: string; name: string; organizationId: OrganizationId | null }

export const findPaidDeveloper = async (database: Queryable, id: string): Promise<PaidDeveloper | null> => {
  if (!isStorable(id)) return null
  const columns = { id: developers.id, name: developers.name, organizationId: developers.organizationId }
  return (await database.select(columns).from(developers).where(eq(developers.id, id)))[0] ?? null
}

/** Locks a developer's payouts: requests and changes wait for each other, and read the balance afterwards. */
export const lockPayouts = (transaction: Transaction, developerId: string): Promise<void> =>
  lockName(transaction, 'sale', `payouts ${developerId}`)

export const insertPayout = async (transaction: Transaction, payout: PayoutRecord): Promise<void> => {
  await transaction.insert(payouts).values(payout)
}

export const findPayout = async (database: Queryable, id: string): Promise<PayoutRecord | null> =>
  isStorable(id) ? ((await database.select().from(payouts).where(eq(payouts.id, id)))[0] ?? null) : null

export const changePayout = async (transaction: Transaction, id: string, changes: Partial<PayoutRecord>): Promise<void> => {
  await transaction.update(payouts).set(changes).where(eq(payouts.id, id))
}

/** A page of payouts with their developers, and their number: the newest first for one developer, the oldest first for all. */
export const findPayouts = async (
  database: Queryable,
  by: { developerId: string } | { state: PayoutRecord['state'] | null },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; records: (PayoutRecord & { developer: string })[] }> => {
  const where =
    'developerId' in by ? eq(payouts.developerId, by.developerId) : by.state === null ? undefined : eq(payouts.state, by.state)
  const order = 'developerId' in by ? desc : asc
  const rows = await database
    .select({ payout: payouts, developer: developers.name })
    .from(payouts)
    .innerJoin(developers, eq(developers.id, payouts.developerId))
    .where(where)
    .orderBy(order(payouts.createdAt), order(payouts.id))
    .limit(limit)
    .offset(offset)
  const records = rows.map(({ payout, developer }) => ({ ...payout, developer }))
  return { total: await database.$count(payouts, where), records }
}

/** The payouts of a developer under way and those paid so far, in cents. */
export const readPaid = async (database: Queryable, developerId: string): Promise<{ onItsWay: number; paid: number }> => {
  const sum = (states: SQL) => sql<string>`coalesce(sum(${payouts.amount}) filter (where ${payouts.state} in (${states})), 0)`
  const [row] = await database
    .select({ onItsWay: sum(sql`'held', 'pending', 'in_transit'`), paid: sum(sql`'paid'`) })
    .from(payouts)
    .where(eq(payouts.developerId, developerId))
  return { onItsWay: Number(row?.onItsWay ?? 0), paid: Number(row?.paid ?? 0) }
}

type LineRow = {
  at: string
  kind: Statement['lines'][number]['kind']
  description: string | null
  sale: string | null
  capture: string | null
  gross: string
  tax: string
  commission: string
  amount: string
  availableAt: string
}

/** All movements of a developer in a span of time, in the order of the books. */
export const findMovements = async (
  database: Queryable,
  developerId: string,
  { from, to }: { from: Date; to: Date },
): Promise<Statement['lines']> => {
  const of = (account: string) => sql`coalesce((select -o.amount from ${ledgerEntries} o where o.movement_kind = e.movement_kind
    and o.movement_id = e.movement_id and o.account = ${account}), 0)`
  const { rows } = await database.execute<LineRow>(sql`
    select e.at, e.movement_kind as kind, s.description, s.id as sale, s.capture_id as capture,
      -${of('provider')} as gross, ${of('tax')} as tax, ${of('marketplace')} as commission, -e.amount as amount,
      e.available_at as "availableAt"
    from ${ledgerEntries} e
    left join refunds r on e.movement_kind in ('refund', 'dispute') and r.id = split_part(e.movement_id, ':', 1)
    left join sales s on s.id = coalesce(r.sale_id, case when e.movement_kind = 'sale' then e.movement_id end)
    where e.account = 'developer' and e.developer_id = ${developerId}
      and e.at >= ${from.toISOString()} and e.at < ${to.toISOString()}
    order by e.at, e.id`)
  return rows.map(({ at, kind, description, sale, capture, availableAt, ...amounts }) => ({
    at: new Date(at).toISOString(),
    kind,
    description: description ?? 'Payout',
    sale,
    capture,
    gross: Number(amounts.gross),
    tax: Number(amounts.tax),
    commission: Number(amounts.commission),
    amount: Number(amounts.amount),
    available_at: new Date(availableAt).toISOString(),
  }))
}

/** The amount that was owed to a developer at an instant, in cents. */
export const owedAt = async (database: Queryable, developerId: string, at: Date): Promise<number> => {
  const { rows } = await database.execute<{ owed: string }>(sql`
    select coalesce(-sum(amount), 0) as owed from ${ledgerEntries}
    where account = 'developer' and developer_id = ${developerId} and at < ${at.toISOString()}`)
  return Number(rows[0]?.owed ?? 0)
}

/**
 * The developers with movements before an instant, each with the first month without a statement: the month after the last statement, or
 * the month of the first movement.
 */
export const findUnstated = async (
  database: Queryable,
  before: Date,
  limit: number,
): Promise<{ id: string; name: string; from: string }[]> => {
  const { rows } = await database.execute<{ id: string; name: string; from: string }>(sql`
    select * from (
      select d.id, d.name, coalesce(
        (select to_char(to_date(max(t.month), 'YYYY-MM') + interval '1 month', 'YYYY-MM') from ${statements} t where t.developer_id = d.id),
        (select to_char(min(e.at) at time zone 'UTC', 'YYYY-MM') from ${ledgerEntries} e
          where e.account = 'developer' and e.developer_id = d.id)) as "from"
      from ${developers} d) unstated
    where "from" < ${before.toISOString().slice(0, 7)} order by id limit ${limit}`)
  return rows
}

/** Stores a statement, unless that month has one. */
export const insertStatement = async (transaction: Transaction, statement: typeof statements.$inferInsert): Promise<void> => {
  await transaction.insert(statements).values(statement).onConflictDoNothing()
}

export const findStatement = async (
  database: Queryable,
  developerId: string,
  month: string,
): Promise<StatementDocument | null> => {
  const where = and(eq(statements.developerId, developerId), eq(statements.month, month))
  return (await database.select({ document: statements.document }).from(statements).where(where))[0]?.document ?? null
}

/** A page of a developer's statements without their lines, the newest first, and how many there are. */
export const findStatements = async (
  database: Queryable,
  developerId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; documents: Omit<StatementDocument, 'lines'>[] }> => {
  const where = eq(statements.developerId, developerId)
  const rows = await database
    .select({ document: sql<Omit<StatementDocument, 'lines'>>`${statements.document} - 'lines'` })
    .from(statements)
    .where(where)
    .orderBy(desc(statements.month))
    .limit(limit)
    .offset(offset)
  return { total: await database.$count(statements, where), documents: rows.map(({ document }) => document) }
}
