import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import { dayProp, numericProp } from './custom-props.ts'
import { addUtcDays, startOfUtcDay } from './dates.ts'
import { assertCents, divideHalfUp } from './money.ts'

/** A discount. `percent` is at least 0 and below 100; `from` and `to` are the midnights (UTC) of its first and its last day. */
export type Discount = { percent: number; from: Date; to: Date }

/** Percentages are rounded to four decimals, so that prices are calculated in whole numbers. */
const PERCENT_SCALE = 10_000
const WHOLE = 100 * PERCENT_SCALE

const isPercentage = (percent: number): boolean => percent >= 0 && percent < 100

/** The discount in the custom properties, whether it runs today or not; null if a part is missing, unreadable or out of range. */
const plannedDiscount = (customProps: CustomProps): Discount | null => {
  const percent = numericProp(customProps, 'discountPercent')
  const from = dayProp(customProps, 'discountFrom')
  const to = dayProp(customProps, 'discountTo')
  if (percent === null || !isPercentage(percent) || !from || !to || from > to) return null
  return { percent, from, to }
}

/**
 * The discount that runs on the UTC day of `now`, or null. It runs if discountFrom, discountTo and discountPercent are set, the day lies
 * within the range, and 0 <= percent < 100: docs/product/catalogue.md, Prices.
 */
export const activeDiscount = (customProps: CustomProps, now: Date): Discount | null => {
  const discount = plannedDiscount(customProps)
  if (!discount) return null
  const today = startOfUtcDay(now)
  return discount.from <= today && today <= discount.to ? discount : null
}

/**
 * A price in cents less a percentage, rounded half up to the cent: docs/product/catalogue.md, Prices. Throws a RangeError for a price that
 * is not whole cents and for a percentage outside 0 <= percent < 100.
 */
export const discountedPrice = (cents: number, percent: number): number => {
  assertCents(cents)
  if (!isPercentage(percent)) throw new RangeError(`${percent} is not a discount in percent`)
  return divideHalfUp(cents * (WHOLE - Math.round(percent * PERCENT_SCALE)), WHOLE)
}

/**
 * The next midnight (UTC) at which the discount starts or ends; null if there is none in the future. Pages with the price may be cached
 * until then.
 */
export const nextDiscountChange = (customProps: CustomProps, now: Date): Date | null => {
  const discount = plannedDiscount(customProps)
  if (!discount) return null
  const end = addUtcDays(discount.to, 1)
  if (now < discount.from) return discount.from
  return now < end ? end : null
}
