// While the bank asks the buyer, the tax changes. Whoever goes on with the payment has to have seen the total that it takes.
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { type Offer, offerTo, pathOf, sellerOf } from '../../../test/offers.ts'
import { type Shop, useShop } from '../../../test/purchases.ts'
import { saveSeller } from '../../../test/sellers.ts'

const CHALLENGE = '4000 0027 6000 3184'
const HERE = 2_500 + 206
const IN_GERMANY = 2_500 + 475

let shop: Shop
useShop((opened) => {
  shop = opened
})
beforeAll(() => saveSeller(shop.store.client.database))
beforeEach(() => shop.giveCard(shop.acme, CHALLENGE))

const owner = () => shop.acme.people.owner
const colleague = () => shop.acme.people.viceowner
const move = (country: string, zip: string | null = null) =>
  shop.sql('update billing_profiles set country = $2, zip = $3 where organization_id = $1', [shop.acme.id, country, zip])
afterEach(() => move('US', '75201'))

type Who = { token: string }
type Answer = (DirectCharge | RecurrentCharge) & { code?: string; payment?: string; client_secret?: string }
const put = async (who: Who, charge: Offer, step: 'accept' | 'activate' | 'pay', body?: object) => {
  const answer = await shop.ask(who, 'PUT', `${pathOf(charge)}/${step}`, body)
  return answer.json<Answer>()
}
const seenBy = async (who: Who, charge: Offer) => (await shop.ask(who, 'GET', pathOf(charge))).json<Answer>().taxes.total_price
const captured = async () =>
  (await shop.sql<{ amount: number }>(`select capture_amount::int as amount from payment_attempts where state = 'captured'`)).map(
    ({ amount }) => amount,
  )

const activatable = async (kind: Offer['kind']): Promise<Offer> => {
  const charge = await offerTo(shop, { kind })
  await put(owner(), charge, 'accept', { total_price: HERE })
  return charge
}
const overdue = async (): Promise<Offer> => {
  const charge = await offerTo(shop, { kind: 'recurrent_charge', state: 'active' })
  await shop.sql(
    `update recurrent_charges set state = 'past_due', anchor_at = $2, activated_at = $2, first_failed_at = $3, due_at = $3 where id = $1`,
    [charge.id, '2026-11-01T00:00:00Z', shop.clock.now()],
  )
  return charge
}

describe.each([
  ['the first payment of a direct charge', 'activate', () => activatable('direct_charge')],
  ['the first payment of a recurrent charge', 'activate', () => activatable('recurrent_charge')],
  ['an overdue renewal', 'pay', overdue],
] as const)('%s that waits for the bank', (_, step, charged) => {
  test('is shown with its own total, and goes on only for who has seen it', async () => {
    const charge = await charged()
    const { payment, client_secret: secret = '' } = await put(owner(), charge, step, { total_price: HERE })
    expect(payment).toBe('action_required')
    // The colleague's screen is from before the payment began.
    await shop.sql('delete from shown_charges')
    await move('DE')
    expect((await put(colleague(), charge, step, { total_price: IN_GERMANY })).code).toBe('PRICE_CHANGED')
    expect(await seenBy(colleague(), charge)).toBe(HERE)
    expect((await put(colleague(), charge, step)).payment).toBe('action_required')
    await shop.opened.sandbox().answerChallenge(secret, 'complete')
    expect((await put(colleague(), charge, step, { total_price: HERE })).payment).toBe('done')
    expect(await captured()).toEqual([HERE])
  })

  test('does not go on for a client that says no total and was shown another one', async () => {
    const charge = await charged()
    await seenBy(colleague(), charge)
    // An accepted charge shows the total of its agreement, whatever the address is, so another one is written here.
    await shop.sql('update shown_charges set total = $1 where account_id = $2', [IN_GERMANY, colleague().accountId])
    const { payment, client_secret: secret = '' } = await put(owner(), charge, step, { total_price: HERE })
    expect(payment).toBe('action_required')
    expect((await put(colleague(), charge, step)).code).toBe('PRICE_CHANGED')
    expect(await captured()).toEqual([])
    await shop.opened.sandbox().answerChallenge(secret, 'complete')
    expect((await put(owner(), charge, step)).payment).toBe('done')
  })
})

test('the application goes on with the payment of its charge, whatever its buyer looks at', async () => {
  const charge = await activatable('direct_charge')
  const seller = await sellerOf(shop)
  const { client_secret: secret = '' } = await put(seller, charge, 'activate')
  await move('DE')
  await shop.sql('update shown_charges set total = $1', [IN_GERMANY])
  await shop.opened.sandbox().answerChallenge(secret, 'complete')
  expect((await put(seller, charge, 'activate')).payment).toBe('done')
  expect(await captured()).toEqual([HERE])
})

test('a trial goes on, although its price is not what is paid now', async () => {
  const charge = await offerTo(shop, { kind: 'recurrent_charge' })
  await shop.sql('update recurrent_charges set trial_days = 14 where id = $1', [charge.id])
  await put(owner(), charge, 'accept', { total_price: HERE })
  const [first, second] = await Promise.all([1, 2].map(() => put(owner(), charge, 'activate', { total_price: HERE })))
  for (const each of [first, second]) expect(['done', 'processing']).toContain(each?.payment)
})
