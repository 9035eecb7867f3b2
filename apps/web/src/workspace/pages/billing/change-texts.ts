import type { ChargeChangePreview, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { formatDollars } from '@marketplace/domain/pricing'
import { periodName } from '@marketplace/domain/buying/terms'
import { formatInstant } from '@marketplace/domain/dates'
import { seatsText } from '../buying/amounts.tsx'

type Subscribed = ChargeChangePreview['before']

/** "Team, 8 agents". */
export const subscribedText = ({ plan_name: plan, per_account: perAgent, quantity }: Subscribed): string =>
  `${plan}, ${seatsText(quantity, perAgent ? 'per-agent' : 'per-organization').toLowerCase()}`

/** "$96 each month", tax included. */
export const eachText = ({ each, months }: Subscribed): string => `${formatDollars(each.total)} each ${periodName(months)}`

/** The label of the button, with the amount that it charges. */
export const changeLabel = ({ begins, now, next }: ChargeChangePreview): string => {
  if (begins === 'now') return now.total > 0 ? `Change and pay ${formatDollars(now.total)}` : 'Change now, for nothing'
  return begins === 'renewal' ? `Change on ${formatInstant(next.at)}` : 'Nothing changes'
}

/** The differences between the preview that was shown and the current one, each as a sentence. */
export const previewChanges = (before: ChargeChangePreview, after: ChargeChangePreview): string[] => {
  const [was, is] = [before.now.total, after.now.total]
  const [wasNext, isNext] = [eachText(before.next), eachText(after.next)]
  const [oldSeats, newSeats] = [before.before.quantity, after.before.quantity]
  return [
    ...(oldSeats === newSeats ? [] : [`It is for ${newSeats} agents now instead of ${oldSeats}.`]),
    ...(was === is ? [] : [`It costs ${formatDollars(is)} now instead of ${formatDollars(was)}.`]),
    ...(wasNext === isNext ? [] : [`From ${formatInstant(after.next.at)} it costs ${isNext} instead of ${wasNext}.`]),
    ...(before.tax.rate === after.tax.rate ? [] : [`The tax is ${after.tax.rate} % instead of ${before.tax.rate} %.`]),
  ]
}

type After = Pick<RecurrentCharge, 'plan_id' | 'quantity' | 'scheduled'>

/** Whether the server's answer has the change that was shown: made, scheduled for the renewal, or taken back. */
export const isChanged = ({ begins, after, next }: ChargeChangePreview, answer: After & { payment: string }): boolean => {
  const { plan_id: planId, quantity, scheduled, payment } = answer
  if (begins === 'now') return payment === 'done' && planId === after.plan_id && quantity === after.quantity
  if (begins === 'renewal') return scheduled?.plan_id === next.plan_id && scheduled.quantity === next.quantity
  return scheduled === null
}
