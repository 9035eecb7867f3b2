import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PLAN_TIERS, type PlanTier } from '@marketplace/contracts/core/roles'
import {
  daysLeft,
  isCancelledLike,
  isLicenseActive,
  isPendingTrial,
  type LicenseState,
  reachesPlan,
  subscriptionAt,
  type SubscriptionState,
} from './subscriptions.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
const state = (given: Partial<SubscriptionState> = {}): SubscriptionState => ({
  plan: 'business',
  active: true,
  assigned: true,
  cancelledAt: null,
  ...given,
})

describe('the meaning of the stored fields of a subscription', () => {
  const at = NOW.toISOString()
  test.each<[string, Partial<SubscriptionState>, { pending: boolean; cancelled: boolean; active: boolean }]>([
    ['runs', {}, { pending: false, cancelled: false, active: true }],
    ['runs before a plan was chosen', { plan: null }, { pending: false, cancelled: false, active: true }],
    ['assigned without plan and not active', { plan: null, active: false }, { pending: true, cancelled: false, active: false }],
    ['assigned, not active and has a plan', { active: false }, { pending: false, cancelled: true, active: false }],
    ['assigned and cancelled', { cancelledAt: at }, { pending: false, cancelled: true, active: false }],
    ['not assigned', { assigned: false }, { pending: false, cancelled: false, active: false }],
    ['not assigned, and cancelled', { assigned: false, cancelledAt: at }, { pending: false, cancelled: false, active: false }],
  ])('%s', (_, given, { pending, cancelled, active }) => {
    const one = state(given)
    expect([isPendingTrial(one), isCancelledLike(one), isLicenseActive(one)]).toEqual([pending, cancelled, active])
  })

  test('without a subscription nothing is active', () => {
    expect(isLicenseActive(null)).toBe(false)
  })
})

describe('plans', () => {
  test.each<['team' | 'business' | 'enterprise', PlanTier[]]>([
    ['team', ['team', 'pro', 'business', 'premium', 'enterprise', 'enterpriseplus']],
    ['business', ['business', 'premium', 'enterprise', 'enterpriseplus']],
    ['enterprise', ['enterprise', 'enterpriseplus']],
  ])('%s is reached by %j and by no other', (gate, reached) => {
    expect(PLAN_TIERS.filter((plan) => reachesPlan(plan, gate))).toEqual(reached)
    expect(reachesPlan(null, gate)).toBe(false)
  })
})

describe('daysLeft', () => {
  test.each<[number, number]>([
    [0, 0],
    [0.001, 1],
    [1, 1],
    [1.5, 2],
    [14, 14],
    [-0.5, 0],
    [-30, 0],
  ])('of a trial that ends in %f days is %i', (days, expected) => {
    expect(daysLeft(inDays(days), NOW)).toBe(expected)
  })

  test('is null without a trial', () => {
    expect(daysLeft(null, NOW)).toBeNull()
  })
})

describe('subscriptionAt', () => {
  const license = (given: Partial<LicenseState> = {}): LicenseState => ({
    plan: 'team',
    active: true,
    trialEndsAt: null,
    subscribedAt: null,
    cancelledAt: null,
    ...given,
  })
  const NO_CARD = { has: false, details: null }
  const at = (given: Partial<LicenseState>) => subscriptionAt(license(given), NO_CARD, NOW)

  test('of a trial that runs', () => {
    expect(at({ trialEndsAt: inDays(2) })).toMatchObject({ trial: true, daysLeft: 2, active: true, subscribed: false })
  })

  test('of a trial that ran out, even if it is stored as active', () => {
    expect(at({ trialEndsAt: inDays(0) })).toMatchObject({ trial: false, daysLeft: 0, active: false, subscribed: false })
  })

  test('of a trial that became a subscription', () => {
    expect(at({ trialEndsAt: inDays(-20), subscribedAt: inDays(-25) })).toMatchObject({
      trial: false,
      daysLeft: null,
      active: true,
      subscribed: true,
    })
  })

  test('of a cancelled licence', () => {
    expect(at({ subscribedAt: inDays(-25), cancelledAt: inDays(-3) })).toMatchObject({
      subscribed: false,
      cancelledAt: inDays(-3).toISOString(),
    })
  })

  test('of a licence that is not active: neither active nor a trial', () => {
    const instant = fc.option(
      fc.integer({ min: -400, max: 400 }).map((days) => inDays(days)),
      { nil: null },
    )
    fc.assert(
      fc.property(
        fc.record({
          plan: fc.option(fc.constantFrom(...PLAN_TIERS), { nil: null }),
          active: fc.boolean(),
          trialEndsAt: instant,
          subscribedAt: instant,
          cancelledAt: instant,
        }),
        (given) => {
          const subscription = subscriptionAt(given, NO_CARD, NOW)
          if (!given.active) expect([subscription.active, subscription.trial]).toEqual([false, false])
          if (subscription.trial) expect(subscription).toMatchObject({ active: true, subscribed: false })
          expect(subscription.trial).toBe(subscription.active && given.subscribedAt === null && given.trialEndsAt !== null)
        },
      ),
    )
  })
})
