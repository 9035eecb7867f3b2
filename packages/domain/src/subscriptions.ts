import type { Subscription } from '@marketplace/contracts/organizations/schemas'
import { type PlanTier, PLAN_TIERS } from '@marketplace/contracts/core/roles'
import { DAY_MS } from './dates.ts'

/** The fields of a subscription that determine what it allows: docs/product/accounts.md, Licences. */
export type SubscriptionState = Pick<Subscription, 'plan' | 'active' | 'assigned' | 'cancelledAt'>

/** Whether the product is assigned but its trial has not begun. */
export const isPendingTrial = ({ assigned, plan, active }: SubscriptionState): boolean => assigned && plan === null && !active

/** Whether the product is assigned and counts as cancelled: it is cancelled, or not active although it has a plan. */
export const isCancelledLike = ({ assigned, plan, active, cancelledAt }: SubscriptionState): boolean =>
  assigned && ((!active && plan !== null) || cancelledAt !== null)

/** Whether applications of the product can be installed and bought: it is assigned, active and not cancelled. */
export const isLicenseActive = (subscription: SubscriptionState | null): boolean =>
  subscription !== null && subscription.assigned && subscription.active && !isCancelledLike(subscription)

/** The lowest plan that meets each restriction of an application: docs/product/installing.md, Who may install. */
const LOWEST: Readonly<Record<'team' | 'business' | 'enterprise', PlanTier>> = {
  team: 'team',
  business: 'business',
  enterprise: 'enterprise',
}

/** Whether a plan is high enough for a restricted application. Null, which means no plan, is never high enough. */
export const reachesPlan = (plan: PlanTier | null, gate: 'team' | 'business' | 'enterprise'): boolean =>
  plan !== null && PLAN_TIERS.indexOf(plan) >= PLAN_TIERS.indexOf(LOWEST[gate])

/** Days until a trial ends, rounded up; null without a trial, 0 once it is over. */
export const daysLeft = (trialEndsAt: Date | null, now: Date): number | null =>
  trialEndsAt === null ? null : Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS))

/** A licence as the database stores it. */
export type LicenseState = {
  plan: PlanTier | null
  active: boolean
  trialEndsAt: Date | null
  subscribedAt: Date | null
  cancelledAt: Date | null
}

/**
 * The subscription of a licence at an instant: docs/product/accounts.md, Licences. A trial ends at its instant, even if `active` is still set. Pass
 * null as `card.details` for a caller who may not see the card.
 */
export const subscriptionAt = (
  { plan, active, trialEndsAt, subscribedAt, cancelledAt }: LicenseState,
  card: { has: boolean; details: Subscription['cardDetails'] },
  now: Date,
): Subscription => {
  const trialEnd = subscribedAt === null ? trialEndsAt : null
  const isOver = trialEnd !== null && trialEnd <= now
  return {
    plan,
    hasCard: card.has,
    subscribed: subscribedAt !== null && cancelledAt === null,
    daysLeft: daysLeft(trialEnd, now),
    trial: active && trialEnd !== null && !isOver,
    active: active && !isOver,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    cardDetails: card.details,
    assigned: true,
  }
}
