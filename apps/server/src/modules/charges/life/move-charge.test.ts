import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestCharges, type TestCharges } from '../../../../test/charges.ts'
import {
  beginRecurrent,
  type ChargeRecord,
  endEntitlement,
  hadTrial,
  isEntitled,
  lockCharge,
  moveCharge,
  type RecurrentRecord,
  startEntitlement,
  startTrial,
  stopRenewal,
} from '../index.ts'

let market: TestCharges
beforeAll(async () => {
  market = await openTestCharges()
})
afterAll(() => market.close())

const done = () => ({ who: null, at: market.clock.now() })
const auditOf = async (subject: string) =>
  (await market.audit()).filter((row) => row.subject === subject).map(({ action, details }) => ({ action, details }))

const recurrent = async (slug: string, cycle?: string): Promise<RecurrentRecord> => {
  const charge = await market.createFor(slug, market.acme, cycle)
  if (charge.kind !== 'recurrent_charge') throw new Error('not recurrent')
  return charge
}

/** Accepts, activates and pays a charge, as a purchase does. */
const buy = (charge: RecurrentRecord) =>
  market.inOne(async (transaction) => {
    let moved = charge
    for (const command of ['accept', 'activate'] as const) moved = await moveCharge(transaction, moved, command, done())
    expect(await startEntitlement(transaction, moved, done())).toBe(true)
    return moved
  })

describe('createChargeForPlan', () => {
  test('takes price, seats and client from the plan', async () => {
    const charge = await recurrent('monthly')
    expect(charge).toMatchObject({
      kind: 'recurrent_charge',
      state: 'pending',
      price: 1_200,
      quantity: 5,
      perAccount: true,
      months: 1,
      trialDays: 0,
      commissionPercent: 20,
      sellerClientId: 'marketplace',
      orderClientId: charge.applicationId,
    })
    expect(await auditOf(charge.id)).toEqual([
      { action: 'charge.created', details: { kind: 'recurrent_charge', price: 1_200, quantity: 5 } },
    ])
  })
  test('a plan for the licence is sold once, and a year costs 85 percent', async () => {
    expect(await recurrent('tried', 'pay-yearly')).toMatchObject({ price: 20_400, quantity: 1, months: 12, trialDays: 14 })
    expect(await market.createFor('once', market.acme)).toMatchObject({ kind: 'direct_charge', price: 4_900, quantity: 1 })
  })
  test('a price that the provider cannot charge is refused', async () => {
    const purchase = await market.purchase('monthly', market.acme)
    const plan = { ...purchase.plan, priceCents: 9 }
    const { createChargeForPlan } = await import('../index.ts')
    await expect(market.inOne((transaction) => createChargeForPlan(transaction, { ...purchase, plan }))).rejects.toMatchObject({
      code: 'TOTAL_TOO_SMALL',
    })
  })
})

describe('moveCharge', () => {
  test('writes state and one audit row, nothing for a repeated command, and refuses an illegal one', async () => {
    const charge = await recurrent('monthly')
    const accepted = await market.inOne((transaction) => moveCharge(transaction, charge, 'accept', done()))
    expect(accepted).toMatchObject({ state: 'accepted', acceptedAt: market.clock.now() })
    await market.inOne(async (transaction) => {
      const locked = await lockCharge(transaction, 'recurrent_charge', charge.id)
      expect(locked).toEqual(accepted)
      if (locked) expect(await moveCharge(transaction, locked, 'accept', done())).toBe(locked)
    })
    await expect(market.inOne((transaction) => moveCharge(transaction, accepted, 'pay', done()))).rejects.toMatchObject({
      code: 'CHARGE_STATE',
      message: 'The charge is accepted, so this cannot be done with it.',
    })
    expect((await auditOf(charge.id)).map(({ action }) => action)).toEqual(['charge.created', 'charge.accepted'])
  })

  test('a cancelled charge keeps the right to the end of what was paid', async () => {
    const charge = await recurrent('monthly')
    const bought = await buy(charge)
    await market.inOne((transaction) => beginRecurrent(transaction, { ...bought, test: true }, market.clock.now(), null))
    market.clock.set('2026-02-10T00:00:00Z')
    const [cancelled] = await market.inOne((transaction) =>
      stopRenewal(transaction, market.acme.id, bought.applicationId ?? '', done()),
    )
    expect(cancelled).toMatchObject({ id: charge.id, state: 'cancelled', dueAt: null, cancelledAt: market.clock.now() })
    const entitledAt = (at: string) =>
      market.inOne((transaction) => isEntitled(transaction, market.acme.id, bought.applicationId ?? '', new Date(at)))
    expect(await entitledAt('2026-02-28T09:59:59Z')).toBe(true)
    expect(await entitledAt('2026-02-28T10:00:00Z')).toBe(false)
    expect(
      await market.inOne((transaction) => stopRenewal(transaction, market.acme.id, bought.applicationId ?? '', done())),
    ).toEqual([])
    market.clock.set('2026-01-31T10:00:00Z')
  })

  test('is not cancelled while the provider is being asked to take money', async () => {
    const charge = await recurrent('tried', 'pay-yearly')
    const { people, id: organizationId } = market.globex
    await market.sql(
      `insert into payment_attempts (id, organization_id, account_id, subject_kind, subject_id, amount, description, saves_card, owner_away,
         state, capture_amount, lease_until, created_at, updated_at)
       values ('a', $1, $2, 'renewal', $3, 100, '', false, true, 'capturing', 100, now(), now(), now())`,
      [organizationId, people.owner.accountId, `${charge.id}:4`],
    )
    const cancel = () => market.inOne((transaction) => moveCharge(transaction, charge, 'cancel', done()))
    await expect(cancel()).rejects.toMatchObject({ code: 'PAYMENT_RUNNING' })
    await market.sql(`update payment_attempts set state = 'captured', ended_at = now()`)
    expect(await cancel()).toMatchObject({ state: 'cancelled' })
  })
})

describe('entitlements and trials', () => {
  test('one right at a time, whatever gave it', async () => {
    const [first, second] = [await market.createFor('once', market.globex), await market.createFor('once', market.globex)]
    const start = (charge: ChargeRecord) => market.inOne((transaction) => startEntitlement(transaction, charge, done()))
    expect(await start(first)).toBe(true)
    expect(await start(first)).toBe(true)
    expect(await start(second)).toBe(false)
    expect(await market.inOne((transaction) => endEntitlement(transaction, second, done()))).toBe(false)
    expect(await market.inOne((transaction) => endEntitlement(transaction, first, done()))).toBe(true)
    expect(await start(second)).toBe(true)
  })

  test('one trial of an application, ever: a second purchase has none', async () => {
    const charge = await recurrent('tried')
    const { organizationId, applicationId } = charge
    expect(await market.inOne((transaction) => hadTrial(transaction, organizationId, applicationId ?? ''))).toBe(false)
    const began = await buy(charge).then((bought) =>
      market.inOne((transaction) => beginRecurrent(transaction, bought, market.clock.now(), null)),
    )
    expect(began).toMatchObject({ settledPeriod: -1, dueAt: new Date('2026-02-14T10:00:00Z'), anchorAt: began.trialEndsAt })
    const again = await recurrent('tried', 'pay-yearly')
    expect(again.trialDays).toBe(0)
    expect(await market.inOne((transaction) => startTrial(transaction, again, market.clock.now()))).toBe(false)
    expect(await market.inOne((transaction) => startTrial(transaction, charge, market.clock.now()))).toBe(true)
  })
})
