import { and, count, eq, isNull } from 'drizzle-orm'
import type { CouponValue } from '@marketplace/domain/buying/quote'
import type { Queryable } from '../../../db/client.ts'
import { couponRedemptions, coupons } from '../../../db/schema.ts'

export type Coupon = {
  /** In upper case. */
  code: string
  value: CouponValue
  /** Why the coupon cannot be used now; null if it can. A payment attempt checks this again, with the coupon locked. */
  refusal: 'COUPON_EXPIRED' | 'COUPON_USED_UP' | null
}

const valueOf = ({ percent, amountCents }: typeof coupons.$inferSelect): CouponValue => {
  if (percent !== null) return { kind: 'percent', percent }
  if (amountCents !== null) return { kind: 'amount', cents: amountCents }
  throw new Error('a coupon has neither percent nor amount')
}

/** The coupon with this code, in large or small letters. Null if it is unknown or not valid yet. */
export const findCoupon = async (database: Queryable, code: string, now: Date): Promise<Coupon | null> => {
  const [found] = await database.select().from(coupons).where(eq(coupons.code, code.trim().toUpperCase()))
  if (!found || found.validFrom > now) return null
  const coupon = { code: found.code, value: valueOf(found) }
  if (found.validUntil !== null && found.validUntil <= now) return { ...coupon, refusal: 'COUPON_EXPIRED' }
  if (found.maxRedemptions === null) return { ...coupon, refusal: null }
  // A payment that is under way counts as a use.
  const [used] = await database
    .select({ count: count() })
    .from(couponRedemptions)
    .where(and(eq(couponRedemptions.code, found.code), isNull(couponRedemptions.releasedAt)))
  return { ...coupon, refusal: (used?.count ?? 0) >= found.maxRedemptions ? 'COUPON_USED_UP' : null }
}

/** Adds coupons with new codes, which must be in upper case. */
export const addCoupons = async (database: Queryable, rows: readonly (typeof coupons.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0)
    await database
      .insert(coupons)
      .values([...rows])
      .onConflictDoNothing()
}
