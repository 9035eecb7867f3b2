import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { AGREED_DAYS } from '@marketplace/domain/buying/charge-states'
import { addUtcDays } from '@marketplace/domain/dates'
import { beforeAll, expect, test } from 'vitest'
import { type Offer, offerTo, pathOf, sellerOf } from '../../../../test/offers.ts'
import { type Shop, tellApplication, useShop } from '../../../../test/purchases.ts'
import { saveSeller } from '../../../../test/sellers.ts'
import { endAgreed } from './end-agreed.ts'

let shop: Shop
useShop((opened) => {
  shop = opened
})
beforeAll(async () => {
  await saveSeller(shop.store.client.database)
  await shop.sql(`update applications set webhook_url = 'https://app.test/' || slug`)
})

const KINDS = ['direct_charge', 'recurrent_charge'] as const
const ENDS: Readonly<Record<Offer['kind'], string>> = { direct_charge: 'failed', recurrent_charge: 'declined' }

const owner = () => shop.acme.people.owner
const read = async (who: { token: string }, charge: Offer) =>
  (await shop.ask(who, 'GET', pathOf(charge))).json<DirectCharge | RecurrentCharge>()
const put = async (who: { token: string }, charge: Offer, step: 'accept' | 'activate' | 'cancel', body?: object) => {
  const answer = await shop.ask(who, 'PUT', `${pathOf(charge)}/${step}`, body)
  return answer.json<{ code?: string }>().code ?? answer.statusCode
}
const agreed = async (kind: Offer['kind']) => {
  const charge = await offerTo(shop, { kind, applicationId: shop.idOf('plain') })
  await read(owner(), charge)
  expect(await put(owner(), charge, 'accept')).toBe(200)
  return charge
}
const work = () => {
  const { database } = shop.store.client
  return endAgreed({ database, clock: shop.clock, tellApplication }, new AbortController().signal)
}
const pass = (days: number, ms = 0) => shop.clock.set(new Date(addUtcDays(shop.clock.now(), days).getTime() + ms).toISOString())
const told = async () =>
  (await shop.sql<{ body: string }>('select body from webhook_events order by sequence'))
    .map(({ body }) => JSON.parse(body) as { event: string; userID: string | null; payload: { paymentID: string } })
    .filter(({ event }) => event.startsWith('payment_'))
    .map(({ event, userID, payload }) => [event, userID, payload.paymentID])

test.each(KINDS)(
  'an agreement that the application does not use in 14 days ends, and the application is told once (%s)',
  async (kind) => {
    const charge = await agreed(kind)
    const { agreed_until: until, status } = await read(owner(), charge)
    expect([status, until]).toEqual(['accepted', addUtcDays(shop.clock.now(), AGREED_DAYS).toISOString()])
    pass(AGREED_DAYS, -1)
    await work()
    expect(await read(owner(), charge)).toMatchObject({ status: 'accepted', agreed_until: until })
    expect(await told()).toEqual([])
    pass(0, 1)
    await Promise.all([work(), work()])
    await work()
    expect(await read(owner(), charge)).toMatchObject({ status: ENDS[kind], agreed_until: null })
    expect(await told()).toEqual([['payment_declined', null, charge.id]])
    expect(
      await shop.sql(`select 1 from audit_events where action = 'charge.expired' and subject = $1`, [charge.id]),
    ).toHaveLength(1)
    expect(await put(await sellerOf(shop), charge, 'activate')).toBe('CHARGE_STATE')
    expect(await put(owner(), charge, 'accept')).toBe('CHARGE_STATE')
    expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
  },
)

test('a new agreement begins the days anew; what was not agreed to, or is paid, does not end', async () => {
  const again = await agreed('direct_charge')
  const paid = await agreed('direct_charge')
  const pending = await offerTo(shop)
  expect(await put(await sellerOf(shop), paid, 'activate')).toBe(200)
  pass(10)
  await shop.sql(`update billing_profiles set country = 'DE', zip = null where organization_id = $1`, [shop.acme.id])
  try {
    expect(await put(owner(), again, 'accept', { total_price: 2_500 + 475 })).toBe(200)
    pass(10)
    await work()
    for (const [charge, status] of [
      [again, 'accepted'],
      [paid, 'success'],
      [pending, 'pending'],
    ] as const)
      expect((await read(owner(), charge)).status).toBe(status)
    pass(4)
    await work()
    expect((await read(owner(), again)).status).toBe('failed')
  } finally {
    await shop.sql(`update billing_profiles set country = 'US', zip = '75201' where organization_id = $1`, [shop.acme.id])
  }
})

test('an activation in the moment in which the agreement ends is paid or refused, and never both', async () => {
  const outcomes: string[] = []
  for (let round = 0; round < 8; round += 1) {
    const charge = await agreed('direct_charge')
    pass(AGREED_DAYS)
    // The buyer may activate it until the job has ended it; the application may not.
    const who = round % 4 === 3 ? await sellerOf(shop) : owner()
    const [answer] = await Promise.all([put(who, charge, 'activate'), work()])
    const { status } = await read(owner(), charge)
    const paid = await shop.sql(`select 1 from payment_attempts where subject_id = $1 and state = 'captured'`, [charge.id])
    outcomes.push(`${answer} ${status} ${paid.length}`)
  }
  for (const outcome of outcomes) expect(['200 success 1', 'CHARGE_STATE failed 0']).toContain(outcome)
  expect(await shop.violations()).toEqual([])
})

test.each(KINDS)('an agreement that has ended is not charged, although no job has come to it yet (%s)', async (kind) => {
  const charge = await agreed(kind)
  const seller = await sellerOf(shop)
  pass(AGREED_DAYS)
  expect(await put(seller, charge, 'activate')).toBe('CHARGE_STATE')
  expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
  // To agree once more, to the same total, is a new agreement.
  expect(await put(owner(), charge, 'accept')).toBe(200)
  await work()
  pass(AGREED_DAYS, -1)
  expect(await put(seller, charge, 'activate')).toBe(200)
})
