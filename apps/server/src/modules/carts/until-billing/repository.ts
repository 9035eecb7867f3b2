import { and, count, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { CouponValue } from '@marketplace/domain/buying/quote'
import type { Queryable } from '../../../db/client.ts'
import { couponRedemptions, coupons, taxRates } from '../../../db/schema.ts'

export const findTaxRate = async (database: Queryable, country: string, at: Date) => {
  const [found] = await database
    .select({ rate: taxRates.rate, name: taxRates.name })
    .from(taxRates)
    .where(and(eq(taxRates.country, country), inArray(taxRates.state, ['']), lte(taxRates.validFrom, at)))
    .orderBy(desc(sql`${taxRates.state} <> ''`), desc(taxRates.validFrom))
    .limit(1)
  return found ?? null
}

const valueOf = ({ percent, amountCents }: typeof coupons.$inferSelect): CouponValue =>
  percent === null ? { kind: 'amount', cents: amountCents ?? 0 } : { kind: 'percent', percent }

export const findCoupon = async (database: Queryable, code: string, now: Date) => {
  const [found] = await database.select().from(coupons).where(eq(coupons.code, code.trim().toUpperCase()))
  if (!found || found.validFrom > now) return null
  const coupon = { code: found.code, value: valueOf(found) }
  if (found.validUntil !== null && found.validUntil <= now) return { ...coupon, refusal: 'COUPON_EXPIRED' as const }
  if (found.maxRedemptions === null) return { ...coupon, refusal: null }
  const [used] = await database
    .select({ count: count() })
    .from(couponRedemptions)
    .where(and(eq(couponRedemptions.code, found.code), isNull(couponRedemptions.releasedAt)))
  return { ...coupon, refusal: (used?.count ?? 0) >= found.maxRedemptions ? ('COUPON_USED_UP' as const) : null }
}
