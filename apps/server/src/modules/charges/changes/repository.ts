import { and, eq, sql } from 'drizzle-orm'
import type { PaidPart } from '@marketplace/domain/buying/change'
import type { Queryable } from '../../../db/client.ts'
import { chargeChanges } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'

export type ChangeRecord = typeof chargeChanges.$inferSelect

export const insertChange = async (transaction: Transaction, change: typeof chargeChanges.$inferInsert): Promise<void> => {
  await transaction.insert(chargeChanges).values(change)
}

export const findChange = async (database: Queryable, id: string): Promise<ChangeRecord | null> =>
  (await database.select().from(chargeChanges).where(eq(chargeChanges.id, id)))[0] ?? null

/** The change of a charge whose payment is under way; null if there is none. */
export const findPayingChange = async (database: Queryable, chargeId: string): Promise<ChangeRecord | null> => {
  const paying = and(eq(chargeChanges.chargeId, chargeId), eq(chargeChanges.state, 'paying'))
  return (await database.select().from(chargeChanges).where(paying))[0] ?? null
}

export const endChange = async (
  transaction: Transaction,
  id: string,
  state: 'applied' | 'failed',
  endedAt: Date,
): Promise<void> => {
  await transaction.update(chargeChanges).set({ state, endedAt }).where(eq(chargeChanges.id, id))
}

/** The payments for the period of a charge that began at `since`, and for changes during it: without tax, less refunds. */
export const findPaidParts = async (database: Queryable, chargeId: string, since: Date): Promise<PaidPart[]> => {
  const { rows } = await database.execute<{ net: string; start: string; end: string }>(sql`
    select s.net - coalesce((
        select sum(r.total - r.tax) from refunds r
        where r.sale_id = s.id and r.state in ('requested', 'pending', 'succeeded')), 0) as net,
      s.period_start as start, s.period_end as end
    from sales s
    where s.period_start >= ${since.toISOString()} and s.period_end is not null and (
      (s.charge_kind = 'recurrent_charge' and s.charge_id = ${chargeId})
      or (s.charge_kind = 'change' and s.charge_id in (select c.id from ${chargeChanges} c where c.charge_id = ${chargeId})))`)
  return rows.map(({ net, start, end }) => ({ net: Number(net), period: { start: new Date(start), end: new Date(end) } }))
}
