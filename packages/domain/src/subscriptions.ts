import type { Subscription } from '@marketplace/contracts/installs'
import type { PlanTier } from '@marketplace/contracts/roles'
import { PLAN_TIERS } from '@marketplace/contracts/roles'

/** The part of a subscription that says what it is good for. */
export type SubscriptionState = Pick<Subscription, 'plan' | 'active' | 'assigned' | 'cancelledAt'>

/** "A product assigned without plan and not active is a pending trial" (section 4). */
export const isPendingTrial = ({ assigned, plan, active }: SubscriptionState): boolean => assigned && plan === null && !active

/** "Assigned, not active and has a plan, or assigned and cancelled" (section 4). */
export const isCancelledLike = ({ assigned, plan, active, cancelledAt }: SubscriptionState): boolean =>
  assigned && ((!active && plan !== null) || cancelledAt !== null)

/** Whether applications of the product can be installed and bought: it is assigned and runs. */
export const isLicenseActive = (subscription: SubscriptionState | null): boolean =>
  subscription !== null && subscription.assigned && subscription.active && !isCancelledLike(subscription)

/** The lowest tier that each kind of restricted application is for (section 6; decisions, "Plan wording"). */
const LOWEST: Readonly<Record<'team' | 'business' | 'enterprise', PlanTier>> = {
  team: 'team',
  business: 'business',
  enterprise: 'enterprise',
}

/** Whether a plan is high enough for an application that is kept for some plans. No plan is below every one. */
export const reachesPlan = (plan: PlanTier | null, gate: 'team' | 'business' | 'enterprise'): boolean =>
  plan !== null && PLAN_TIERS.indexOf(plan) >= PLAN_TIERS.indexOf(LOWEST[gate])

const DAY_MS = 86_400_000

/** Whole days until a trial ends, the day that has begun included; null without a trial, 0 once it is over. */
export const daysLeft = (trialEndsAt: Date | null, now: Date): number | null =>
  trialEndsAt === null ? null : Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS))

/** A licence as it is kept. */
export type LicenseState = {
  plan: PlanTier | null
  active: boolean
  trialEndsAt: Date | null
  subscribedAt: Date | null
  cancelledAt: Date | null
}

/**
 * The subscription that a licence is at an instant (section 3). A trial that ran out is over at that moment, whether or not anything
 * has noticed. Who may not see the card learns only that there is one.
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
