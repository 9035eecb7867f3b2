import { monthlyEquivalent } from '../pricing.ts'
import { outlookOf } from './cart-quote.ts'
import { type Amount, type QuoteLine } from './quote.ts'
import { taxOf, type TaxRate } from './tax.ts'

/**
 * The price of a charge, as API answers have it: cents for one unit and period. `months` is null for a single payment. `discount`: the cents
 * before tax that a coupon takes off the first payment.
 */
export type OutlookCharge = {
  price: number
  quantity: number
  discount: number
  months: number | null
  trialDays: number
  taxRate: TaxRate
}

const withTax = (net: number, taxRate: TaxRate): Amount => {
  const tax = taxOf(net, taxRate)
  return { net, tax, total: net + tax }
}

/**
 * The later costs for a buyer who agrees to a charge on the day of `at`, tax included, in the form of outlookOf. `threeMore` is the price
 * of one unit with three more agents; the result has what they would add to each month.
 */
export const chargeOutlook = (
  { price, quantity, discount, months, trialDays, taxRate }: OutlookCharge,
  threeMore: number | null,
  at: Date,
): { nextMonth: number; nextYear: number; threeMoreSeats: number } => {
  const net = price * quantity
  const line: QuoteLine = {
    id: '',
    cycle: 'pay-once',
    unitPrice: price,
    quantity,
    trialDays,
    discount,
    due: withTax(trialDays > 0 ? 0 : net - discount, taxRate),
    renewal: months === null ? null : { ...withTax(net, taxRate), months },
  }
  const added = months === null || threeMore === null ? 0 : inAMonth(Math.max(0, threeMore * (quantity + 3) - net), months)
  return {
    ...outlookOf({ lines: [line], taxRate, discount, due: line.due }, at),
    threeMoreSeats: added + taxOf(added, taxRate),
  }
}

const inAMonth = (net: number, months: number): number => (months === 12 ? monthlyEquivalent(net) : Math.round(net / months))
