import { paidUntil, type Settled } from '../buying/paid-until.ts'
import { periodStart } from '../buying/periods.ts'

/** A recurrent charge as far as its cost depends on it. Amounts are in cents, before tax. */
export type RunningCharge = Settled & {
  state: string
  price: number
  quantity: number
  test: boolean
  /** What the next renewal begins, where a change was put off to it; null if it changes nothing. */
  next: { price: number; quantity: number; months: number } | null
}

/** What one charge costs. */
export type RunningCost = {
  /** A month's share of its period; 0 if it renews no more. */
  monthly: number
  /** Whether nothing is paid yet, because the trial lasts. */
  inTrial: boolean
  /** The next payment; null if there is none. */
  next: { at: Date; amount: number } | null
}

const NOTHING: RunningCost = { monthly: 0, inTrial: false, next: null }

/** Whether a charge goes on by itself. A frozen one waits for its buyer, and costs nothing meanwhile. */
const renews = ({ state, test }: RunningCharge): boolean => !test && (state === 'active' || state === 'past_due')

/** What each payment from the next renewal on is. */
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

/** What each of the next 12 months costs, the running one first: the payments that fall due in it, with overdue ones in the first. */
export const nextYearOf = (charges: readonly RunningCharge[], now: Date): { month: Date; amount: number }[] => {
  const months = Array.from({ length: 12 }, (_, index) => ({
    month: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index, 1)),
    amount: 0,
  }))
  for (const charge of charges) {
    const { anchorAt } = charge
    if (!renews(charge) || anchorAt === null) continue
    const renewal = periodStart({ anchor: anchorAt, months: charge.months }, charge.settledPeriod + 1)
    // A plan of another length begins periods of its own with the next renewal.
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
