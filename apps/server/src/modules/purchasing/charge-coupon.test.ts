// A coupon on the charge of one application: it comes off the first payment, once, and a renewal costs the full price.
import { beforeAll, describe, expect, test } from 'vitest'
import type { PlanCharge } from '@marketplace/contracts/charges/schemas'
import { type Shop, useShop } from '../../../test/purchases.ts'
import { addCoupons } from '../billing/index.ts'

let shop: Shop
useShop((opened) => {
  shop = opened
})
const DAY = 86_400_000
beforeAll(async () => {
  const from = new Date(shop.clock.now().getTime() - DAY)
  await addCoupons(shop.store.client.database, [
    { code: 'FIFTH', percent: 20, validFrom: from, createdAt: from },
    { code: 'ALL', percent: 100, validFrom: from, createdAt: from },
    { code: 'ONCE-ONLY', amountCents: 900, maxRedemptions: 1, validFrom: from, createdAt: from },
    { code: 'NEARLY', amountCents: 4_880, validFrom: from, createdAt: from },
    { code: 'OVER', percent: 10, validFrom: from, createdAt: from, validUntil: new Date(from.getTime() + 1) },
  ])
})

const owner = () => shop.acme.people.owner
const create = async (slug: string, coupon?: string, who = owner()) => {
  const [plan] = await shop.sql<{ id: string }>('select id from plans where application_id = $1 and retired_at is null', [
    shop.idOf(slug),
  ])
  const body = { plan_id: plan?.id, ...(coupon !== undefined && { coupon }) }
  const answer = await shop.ask(who, 'POST', `/api/v2/applications/${shop.idOf(slug)}/create-charge`, body)
  return { status: answer.statusCode, body: answer.json<PlanCharge & { code?: string }>() }
}
const put = async ({ type, id }: Pick<PlanCharge, 'type' | 'id'>, step: 'accept' | 'activate', body?: object) => {
  const answer = await shop.ask(owner(), 'PUT', `/billing/v3/${type}/livechat/${id}/${step}`, body)
  return answer.json<{ code?: string }>().code ?? answer.statusCode
}
const captured = async () =>
  (await shop.sql<{ amount: number }>(`select capture_amount::int as amount from payment_attempts where state = 'captured'`)).map(
    ({ amount }) => amount,
  )
const used = (code: string) =>
  shop.sql('select 1 from coupon_redemptions where code = $1 and released_at is null and redeemed_at is not null', [code])
const expectRightBooks = async () => expect(await shop.violations()).toEqual([])

test('is shown before the payment, is what is paid, and is used up by it', async () => {
  const { body: full } = await create('once')
  const { status, body: charge } = await create('once', 'fifth')
  expect([status, charge.coupon, charge.discount]).toEqual([201, 'FIFTH', 980])
  // 4,900 less 980, and 8.25 % of it.
  expect([full.taxes.total_price, charge.taxes.total_price]).toEqual([5_304, 3_920 + 323])
  expect((await create('once', 'FIFTH')).body.id).toBe(charge.id)
  // The charge without the coupon was withdrawn, so that only one of them can be paid.
  expect(await put(full, 'activate')).toBe('CHARGE_STATE')
  expect(await put(charge, 'activate', { total_price: 5_304 })).toBe('PRICE_CHANGED')
  expect(await captured()).toEqual([])
  expect(await put(charge, 'activate', { total_price: 4_243 })).toBe(200)
  expect(await captured()).toEqual([4_243])
  expect(await used('FIFTH')).toHaveLength(1)
  expect(await shop.sql('select discount::int, total::int, coupon_code from sales')).toEqual([
    { discount: 980, total: 4_243, coupon_code: 'FIFTH' },
  ])
  await expectRightBooks()
})

test('that is tried and removed again leaves nothing in the lists of charges', async () => {
  for (const slug of ['once', 'licence'])
    for (const code of ['FIFTH', undefined, 'ALL', undefined]) expect((await create(slug, code)).body.code).toBeUndefined()
  for (const kind of ['recurrent_charge', 'direct_charge']) {
    const listed = await shop.ask(owner(), 'GET', `/billing/v3/${kind}/livechat`)
    expect(listed.json<{ result: PlanCharge[] }>().result.map(({ status, discount }) => [status, discount])).toEqual([
      ['pending', 0],
    ])
  }
})

test('comes off the first payment of a subscription only', async () => {
  const { body: charge } = await create('licence', 'FIFTH')
  expect(charge.taxes.total_price).toBe(2_400 + 198)
  expect(await put(charge, 'accept')).toBe(200)
  expect(await put(charge, 'activate')).toBe(200)
  expect(await captured()).toEqual([2_598])
  const answer = await shop.ask(owner(), 'GET', `/billing/v3/recurrent_charge/livechat/${charge.id}`)
  expect(answer.json<PlanCharge>()).toMatchObject({ status: 'active', discount: 600, taxes: { total_price: 3_248 } })
  await expectRightBooks()
})

test('of the whole price leaves nothing to pay, and of a trial it takes nothing', async () => {
  const { body: charge } = await create('once', 'ALL')
  expect(charge.taxes.total_price).toBe(0)
  expect(await put(charge, 'activate')).toBe(200)
  expect([await captured(), (await used('ALL')).length]).toEqual([[0], 1])
  await expectRightBooks()
  const { body: trial } = await create('trial', 'FIFTH')
  expect([trial.coupon, trial.discount]).toEqual(['FIFTH', 0])
  expect([await put(trial, 'accept'), await put(trial, 'activate')]).toEqual([200, 200])
  expect(await used('FIFTH')).toHaveLength(0)
  await expectRightBooks()
})

describe('is refused', () => {
  test.each([
    ['NONE-SUCH', 404, 'COUPON_NOT_FOUND'],
    ['OVER', 422, 'COUPON_EXPIRED'],
    ['NEARLY', 422, 'TOTAL_TOO_SMALL'],
    ['4242424242424242', 422, 'CARD_NUMBER_SENT'],
    ['', 400, 'INVALID_PARAMETERS'],
  ])('%j: %i %s, and the pending charge stays', async (coupon, status, code) => {
    const { body: before } = await create('once')
    const refused = await create('once', coupon)
    expect([refused.body.code, refused.status]).toEqual([code, status])
    expect((await create('once')).body.id).toBe(before.id)
  })

  test('when it was used as often as it allows, also between the look and the press, and by two at once', async () => {
    const charges = [(await create('once', 'ONCE-ONLY')).body, (await create('licence', 'ONCE-ONLY')).body] as const
    expect(await put(charges[1], 'accept')).toBe(200)
    const answers = await Promise.all(charges.map((charge) => put(charge, 'activate')))
    expect(answers.toSorted()).toEqual([200, 'COUPON_USED_UP'])
    expect(await captured()).toHaveLength(1)
    expect(await used('ONCE-ONLY')).toHaveLength(1)
    expect((await create('seats', 'ONCE-ONLY')).body.code).toBe('COUPON_USED_UP')
    await expectRightBooks()
  })
})
