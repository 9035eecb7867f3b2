import type { BillingCycle } from '@marketplace/contracts/core/enumerations'
import { addUtcDays, formatDate } from '../dates.ts'
import { formatDollars } from '../pricing.ts'

/** The period of one payment: "month", "year", "3 months". */
export const periodName = (months: number): string => (months === 1 ? 'month' : months === 12 ? 'year' : `${months} months`)

export type Terms = {
  /** Cents for each period, or in total. */
  price: number
  /** Null for a single payment. */
  months: number | null
  trialDays: number
  /** When the next payment is due; null if there is none, or if it is not known yet. */
  renewsAt: Date | null
}

/** The terms that a buyer agrees to, in one or two sentences: the price and its dates, the payment after a trial, and the duration. */
export const termsOf = ({ price, months, trialDays, renewsAt }: Terms): string => {
  const amount = formatDollars(price)
  const each = months === null ? amount : `${amount} each ${periodName(months)}`
  const date = renewsAt && formatDate(renewsAt)
  if (trialDays > 0) {
    const free = `Free for ${trialDays} days. Then ${each}${months === null ? ', once' : ''}${date ? ` from ${date}` : ''}`
    return months === null ? `${free}.` : `${free}, until you cancel.`
  }
  if (months === null) return 'Paid once, with no renewal.'
  return date ? `Renews on ${date} for ${each}, until you cancel.` : `${each}, until you cancel.`
}

type PlanTerms = { billingCycle: BillingCycle; price: string; trialDays: number; creditCardRequired: boolean }

/** The terms that every buyer of a plan agrees to, as its public page shows them, including the end of a trial. */
export const planTerms = ({ billingCycle, price, trialDays, creditCardRequired }: PlanTerms): string => {
  if (billingCycle === 'pay-once') return 'Paid once, with no renewal.'
  const renewal = `Renews each ${billingCycle === 'pay-yearly' ? 'year' : 'month'} until you cancel.`
  if (trialDays === 0) return renewal
  const end = creditCardRequired
    ? 'a card is needed, and is charged when the trial ends unless you cancel before'
    : 'no card is needed, and without one it stops when the trial ends'
  return `Free for ${trialDays} days, then ${price}: ${end}.`
}

/** The end of a trial that begins now. */
export const trialEnd = (now: Date, trialDays: number): Date => addUtcDays(now, trialDays)

/** The saving of a year compared with twelve months, in whole percent, rounded down; 0 if there is none. */
export const yearlySaving = (monthly: number, yearly: number): number =>
  monthly > 0 ? Math.max(0, Math.floor(100 - (yearly * 100) / (monthly * 12))) : 0
