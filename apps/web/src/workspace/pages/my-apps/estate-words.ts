import type { EstateApplication } from '@marketplace/contracts/estate/schemas'
import { formatInstant } from '@marketplace/domain/dates'
import { formatDollars } from '@marketplace/domain/pricing'

type Cost = EstateApplication['cost']

/** The cost of an application, in a few words. */
export const costWords = ({
  monthly,
  in_trial: inTrial,
  payment_needed: needed,
  paid_once: once,
  refunded,
  ends_at: endsAt,
}: Cost): string => {
  if (needed) return 'Waits for a payment'
  if (inTrial) return `${formatDollars(monthly)}/mo after the trial`
  if (monthly > 0) return `${formatDollars(monthly)}/mo`
  if (endsAt) return 'Not renewed'
  if (once) return refunded ? 'Bought once, refunded' : 'Bought once'
  return 'Free'
}

/** The next payment event (end of a trial, renewal, end); null if there is none. */
export const nextWords = ({
  in_trial: inTrial,
  trial_ends_at: trial,
  next_renewal: next,
  ends_at: endsAt,
}: Cost): string | null => {
  if (inTrial && trial) return `Trial ends ${formatInstant(trial)}`
  if (next) return `Renews ${formatInstant(next.at)}`
  return endsAt ? `Ends ${formatInstant(endsAt)}` : null
}

export const usedWords = ({ measured, last_used_at: last, recorded_since: since }: EstateApplication['usage']): string => {
  if (!measured) return 'Not measured'
  return last ? formatInstant(last) : `None since ${formatInstant(since)}`
}
