import { formatDollars } from '@marketplace/domain/pricing'
import type { Charge } from '../../../lib/purchases/charge-status.ts'
import { seatsText } from '../buying/amounts.tsx'

/** The differences between the charge that was shown and the current one, each as a sentence. */
export const chargeChanges = (before: Charge, after: Charge): string[] => {
  const [was, is] = [before.taxes.total_price, after.taxes.total_price]
  const [days, daysNow] = [before.trial_days ?? 0, after.trial_days ?? 0]
  const trial = daysNow === 0 ? 'There is no free trial any more.' : `The free trial is ${daysNow} days instead of ${days}.`
  return [
    ...(before.quantity === after.quantity
      ? []
      : [`It is for ${seatsText(after.quantity, 'per-agent')} now instead of ${before.quantity}.`]),
    ...(was === is ? [] : [`It costs ${formatDollars(is)} now instead of ${formatDollars(was)}.`]),
    ...(days === daysNow ? [] : [trial]),
  ]
}
