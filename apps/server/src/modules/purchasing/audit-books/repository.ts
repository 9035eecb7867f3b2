import { sql } from 'drizzle-orm'
import type { CartQuote } from '@marketplace/domain/buying/cart-quote'
import type { Queryable } from '../../../db/client.ts'
import { PAYMENT_CHECKS } from './payments/repository.ts'
import { RIGHT_CHECKS } from './rights/repository.ts'
import type { Check } from './rows/repository.ts'

/** All rules of docs/product/buying.md, Rules, that a query can check. */
export const CHECKS: readonly Check[] = [...PAYMENT_CHECKS, ...RIGHT_CHECKS]

export const runCheck = async (database: Queryable, { broken }: Check, now: Date): Promise<string[]> => {
  const { rows } = await database.execute<{ id: string }>(broken(now.toISOString()))
  return rows.map(({ id }) => id)
}

export type AuditedAttempt = { id: string; live: boolean; captureAmount: number | null; captureId: string | null; state: string }

/** The attempts, for the comparison with the provider's ledger. */
export const readAttempts = async (database: Queryable): Promise<AuditedAttempt[]> => {
  const { rows } = await database.execute<AuditedAttempt>(sql`
    select id, ended_at is null as live, capture_amount::int as "captureAmount", capture_id as "captureId", state from payment_attempts`)
  return rows
}

export const readRefunds = async (
  database: Queryable,
): Promise<{ providerRefundId: string; total: number; captureId: string | null }[]> => {
  const { rows } = await database.execute<{ providerRefundId: string; total: number; captureId: string | null }>(sql`
    select r.provider_refund_id as "providerRefundId", sum(r.total)::int as total, min(s.capture_id) as "captureId"
    from refunds r join sales s on s.id = r.sale_id
    where r.state in ('pending', 'succeeded') and r.provider_refund_id is not null and r.reason <> 'dispute'
    group by r.provider_refund_id`)
  return rows
}

/** The quotes of purchased carts, with the checksums that the buyers agreed to. */
export const readQuotes = async (database: Queryable): Promise<{ id: string; quote: CartQuote; checksum: string }[]> => {
  const { rows } = await database.execute<{ id: string; quote: CartQuote; checksum: string }>(
    sql`select id, quote, checksum from carts where purchased_at is not null and quote is not null`,
  )
  return rows
}

export type AuditedPeriod = { chargeId: string; anchor: string; months: number; index: number; startsAt: string }

export const readPeriods = async (database: Queryable): Promise<AuditedPeriod[]> => {
  const { rows } = await database.execute<AuditedPeriod>(sql`
    select p.charge_id as "chargeId", c.anchor_at as anchor, c.months, p.index, p.starts_at as "startsAt"
    from charge_periods p join recurrent_charges c on c.id = p.charge_id where c.anchor_at is not null`)
  return rows
}
