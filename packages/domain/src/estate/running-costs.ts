import { paidUntil, type Settled } from '../buying/paid-until.ts'
import { periodStart } from '../buying/periods.ts'

/** The fields of a recurrent charge that decide its cost. Amounts are in cents, before tax. */
export type RunningCharge = Settled & {
  state: string
  price: number
  quantity: number
  test: boolean
  /** The scheduled change that begins with the next renewal; null if there is none. */
  next: { price: number; quantity: number; months: number } | null
}

/** The cost of one charge. */
export type RunningCost = {
  /** The cost of a month, as a share of its period; 0 if it does not renew. */
  monthly: number
  /** Whether nothing was paid yet, because the trial is still running. */
  inTrial: boolean
  /** The next payment; null if there is none. */
  next: { at: Date; amount: number } | null
}

const NOTHING: RunningCost = { monthly: 0, inTrial: false, next: null }

/** Whether a charge renews by itself. A frozen charge waits for its buyer and costs nothing meanwhile. */
const renews = ({ state, test }: RunningCharge): boolean => !test && (state === 'active' || state === 'past_due')

/** The amount of each payment from the next renewal on. */
const amountOf = (charge: RunningCharge): number => {
  const { price, quantity } = charge.next ?? charge
  return price * quantity
}

export const runningCost = (charge: RunningCharge, now: Date): RunningCost => {
  const at = paidUntil(charge)
  if (!renews(charge) || at === null) return NOTHING
  const amount = amountOf(charge)
  const inTrial = charge.settledPeriod < 0 && charge.trialEndsAt !== null && charge.trialEndsAt > now
  return { monthly: Math.round(amount / (charge.next ?? charge).months), inTrial, next: { at, amount } }
}

/**
 * The cost of each of the next 12 months, beginning with the current one. Payments count in the month in which they are due, overdue
 * payments in the first month.
 */
export const nextYearOf = (charges: readonly RunningCharge[], now: Date): { month: Date; amount: number }[] => {
  const months = Array.from({ length: 12 }, (_, index) => ({
    month: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index, 1)),
    amount: 0,
  }))
  for (const charge of charges) {
    const { anchorAt } = charge
    if (!renews(charge) || anchorAt === null) continue
    const renewal = periodStart({ anchor: anchorAt, months: charge.months }, charge.settledPeriod + 1)
    // A scheduled plan with another period starts its own periods at the next renewal.
    const [anchor, length, first] =
      charge.next && charge.next.months !== charge.months
        ? [renewal, charge.next.months, 0]
        : [anchorAt, charge.months, charge.settledPeriod + 1]
    for (let index = first; ; index += 1) {
      const due = periodStart({ anchor, months: length }, index)
      const since = (due.getUTCFullYear() - now.getUTCFullYear()) * 12 + due.getUTCMonth() - now.getUTCMonth()
      const month = months[Math.max(0, since)]
      if (!month) break
      month.amount += amountOf(charge)
    }
  }
  return months
}
