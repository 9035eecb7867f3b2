// Tests a change of the organization's own list of applications between the checkout and the payment.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type Shop, useShop } from '../../../test/purchases.ts'

let shop: Shop
useShop((opened) => {
  shop = opened
})
beforeEach(async () => {
  await shop.sql('delete from ruled_applications')
  await shop.sql('delete from application_rules')
})

const owner = () => shop.acme.people.owner
const block = async (slug: string) => {
  const url = '/api/v2/organizations/my/rules'
  const { revision } = (await shop.ask(owner(), 'GET', url)).json<{ revision: number }>()
  const answer = await shop.ask(owner(), 'PUT', url, { mode: 'block', applications: [shop.idOf(slug)], revision })
  expect(answer.statusCode).toBe(200)
}
const captures = () => shop.sql(`select id from payment_attempts`)

test('a cart that was checked out is not purchased: nothing is paid, and it is open again', async () => {
  const cart = await shop.cartOf(owner(), 'seats')
  expect((await shop.call(owner(), 'PATCH', `/${cart.id}/checkout`, {})).statusCode).toBe(200)
  await block('seats')
  const refused = await shop.call(owner(), 'PATCH', `/${cart.id}/purchase`)
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ code: 'APPLICATION_NOT_ALLOWED' })
  expect((await shop.call(owner(), 'GET', `/${cart.id}`)).json()).toMatchObject({ state: 'open' })
  expect(await captures()).toEqual([])
  expect((await shop.audit()).at(-1)).toMatchObject({ action: 'cart.opened', details: { why: 'not-allowed' } })
})

test('an accepted charge is not activated, be it for a plan or of the application’s own', async () => {
  const created = await shop.ask(owner(), 'POST', `/api/v2/applications/${shop.idOf('plans')}/create-charge`, {
    plan_id: await shop.planOf('plans', 'Small'),
  })
  const ofPlan = created.json<{ id: string }>().id
  const charges = '/billing/v3/recurrent_charge/livechat'
  expect((await shop.ask(owner(), 'PUT', `${charges}/${ofPlan}/accept`)).statusCode).toBe(200)
  const own = randomUUID()
  await shop.sql(
    `insert into recurrent_charges (id, organization_id, license_id, account_id, seller_client_id, order_client_id, application_id, name,
       price, quantity, per_account, test, commission_percent, created_at, updated_at, state, months, trial_days)
     select $1, $2, l.id, $3, 'marketplace', 'x', $4, 'More', 2500, 1, false, false, 20, $5, $5, 'accepted', 1, 0
     from licenses l where l.organization_id = $2 and l.product = 'livechat'`,
    [own, shop.acme.id, owner().accountId, shop.idOf('plans'), shop.clock.now()],
  )
  await block('plans')
  for (const id of [ofPlan, own]) {
    const refused = await shop.ask(owner(), 'PUT', `${charges}/${id}/activate`)
    expect(refused.json()).toMatchObject({ code: 'APPLICATION_NOT_ALLOWED' })
  }
  expect(await captures()).toEqual([])
})
