import { and, count, eq, isNull } from 'drizzle-orm'
import type { OrganizationId } from '../../../../core/caller.ts'
import { ApiError } from '../../../../core/api-error.ts'
import { lockRows } from '../../../../db/locks.ts'
import { couponRedemptions, coupons } from '../../../../db/schema.ts'
import { type Transaction, writeAtEnd } from '../../../../db/transaction.ts'
import { declareChange } from '../../../../db/writes.ts'

/** A use of a coupon by an attempt. */
export type NewRedemption = { attemptId: string; code: string; organizationId: OrganizationId }

/**
 * Reserves one use of a coupon while an attempt is live. The coupon's row stays locked until the transaction ends, so that two attempts
 * cannot take its last use. Throws COUPON_EXPIRED, COUPON_USED_UP.
 */
export const reserveCoupon = async (
  transaction: Transaction,
  { attemptId, code, organizationId }: NewRedemption,
  now: Date,
): Promise<void> => {
  const [coupon] = await lockRows('coupon', transaction.select().from(coupons).where(eq(coupons.code, code)), 'no key update')
  if (!coupon || coupon.validFrom > now || (coupon.validUntil !== null && coupon.validUntil <= now))
    throw new ApiError('COUPON_EXPIRED')
  if (coupon.maxRedemptions !== null) {
    const [uses] = await transaction
      .select({ count: count() })
      .from(couponRedemptions)
      .where(and(eq(couponRedemptions.code, code), isNull(couponRedemptions.releasedAt)))
    if ((uses?.count ?? 0) >= coupon.maxRedemptions) throw new ApiError('COUPON_USED_UP')
  }
  await transaction.insert(couponRedemptions).values({ attemptId, code, organizationId })
}

/** Makes an attempt's reserved use final, if there is one. */
export const redeemCoupon = async (transaction: Transaction, attemptId: string, now: Date): Promise<void> => {
  await writeAtEnd(transaction, reservedChange({ redeemedAt: now }, { attemptId }))
}

/** Releases an attempt's reserved use, if there is one. */
export const releaseCoupon = async (transaction: Transaction, attemptId: string, now: Date): Promise<void> => {
  await writeAtEnd(transaction, reservedChange({ releasedAt: now }, { attemptId }))
}

const reservedChange = declareChange<typeof couponRedemptions, 'attemptId'>(couponRedemptions, (value) =>
  and(
    eq(couponRedemptions.attemptId, value('attemptId')),
    isNull(couponRedemptions.redeemedAt),
    isNull(couponRedemptions.releasedAt),
  ),
)
