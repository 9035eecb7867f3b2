import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Shop, useShop } from '../../../test/purchases.ts'
import { SELLER, saveSeller } from '../../../test/sellers.ts'

const CHALLENGE = '4000 0027 6000 3184'

let shop: Shop
useShop((opened) => {
  shop = opened
})
beforeAll(() => saveSeller(shop.store.client.database))

const people = () => shop.acme.people
const installPath = (slug: string) => `/api/v2/applications/${shop.idOf(slug)}/install`
const uninstall = async (slug: string) => {
  const answer = await shop.ask(people().viceowner, 'DELETE', installPath(slug))
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code }
}
const isInstalled = async (slug: string) =>
  (await shop.sql('select 1 from installations where application_id = $1 and uninstalled_at is null', [shop.idOf(slug)]))
    .length === 1
const charges = () =>
  shop.sql<{ state: string; due_at: Date | null }>('select state, due_at from recurrent_charges order by created_at, id')
const captures = async () =>
  (await shop.sql<{ amount: number }>(`select capture_amount::int as amount from payment_attempts where state = 'captured'`)).map(
    ({ amount }) => amount,
  )

describe('an application that is uninstalled during its first payment', () => {
  test('is kept while the money of its cart is captured, and does not renew once it is uninstalled', async () => {
    const cart = await shop.lockedCart(people().owner, 'licence')
    await shop.opened.sandbox().setFault({ operation: 'capture', fault: 'delay', times: 1, ms: 1_000 })
    const buying = shop.buy(people().owner, cart.id)
    await expect.poll(() => isInstalled('licence')).toBe(true)
    expect(await uninstall('licence')).toEqual({ status: 409, code: 'PAYMENT_RUNNING' })
    expect((await buying).body.status).toBe('purchased')
    expect(await isInstalled('licence')).toBe(true)
    expect(await shop.violations()).toEqual([])

    expect((await uninstall('licence')).status).toBe(200)
    expect(await charges()).toEqual([{ state: 'cancelled', due_at: null }])
    expect(await shop.violations()).toEqual([])
  })

  test('is not charged for, where the bank still asks about a charge of the application itself', async () => {
    await shop.giveCard(shop.acme, CHALLENGE)
    await shop.ask(people().owner, 'PUT', installPath('free'))
    const id = randomUUID()
    await shop.sql(
      `insert into recurrent_charges (id, organization_id, license_id, account_id, seller_client_id, order_client_id, application_id,
         name, price, quantity, per_account, test, commission_percent, created_at, updated_at, state, months, trial_days)
       select $1, $2, l.id, $3, $4, $4, $5, 'More', 2500, 1, false, false, 20, $6, $6, 'accepted', 1, 0
       from licenses l where l.organization_id = $2 and l.product = 'livechat'`,
      [id, shop.acme.id, people().owner.accountId, SELLER, shop.idOf('free'), shop.clock.now()],
    )
    const asked = await shop.ask(people().owner, 'PUT', `/billing/v3/recurrent_charge/livechat/${id}/activate`)
    const { payment, client_secret: secret } = asked.json<{ payment: string; client_secret: string }>()
    expect(payment).toBe('action_required')

    expect((await uninstall('free')).status).toBe(200)
    expect(await charges()).toEqual([{ state: 'cancelled', due_at: null }])
    await shop.opened.sandbox().answerChallenge(secret, 'complete')
    shop.clock.set('2026-11-22T12:01:00.000Z')
    await shop.resume()
    expect(await shop.sql('select state from payment_attempts')).toEqual([{ state: 'released' }])
    expect([await charges(), await captures()]).toEqual([[{ state: 'cancelled', due_at: null }], []])
    expect(await shop.violations()).toEqual([])
  })
})
