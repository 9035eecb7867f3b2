// Charges of an application's own, while customers cannot see the application: nothing is offered, agreed to or captured.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createToken } from '../../../test/people.ts'
import { type Shop, useShop } from '../../../test/purchases.ts'
import { SELLER, saveSeller } from '../../../test/sellers.ts'

const KINDS = ['recurrent_charge', 'direct_charge'] as const

let shop: Shop
useShop((opened) => {
  shop = opened
})
beforeAll(async () => {
  await saveSeller(shop.store.client.database)
  await shop.sql(`update applications set "authorization" = '{"clientId": "${SELLER}", "scopes": []}' where slug = 'free'`)
})
const publish = (at: string | null) => shop.sql(`update applications set published_at = $1 where slug = 'free'`, [at])
beforeEach(() => publish('2026-10-01'))

type Kind = (typeof KINDS)[number]
const owner = () => shop.acme.people.owner
const offer = async (kind: Kind, more: object = {}) => {
  const token = await createToken(shop.store, owner(), 'dal', { clientId: SELLER, scopes: ['billing_manage'] })
  await shop.sql(`update tokens set expires_at = '2100-01-01'`)
  return shop.ask({ token }, 'POST', `/billing/v3/${kind}/livechat`, { name: 'More', price: 2_500, ...more })
}
const step = (kind: Kind, id: string, what: string) => shop.ask(owner(), 'PUT', `/billing/v3/${kind}/livechat/${id}/${what}`)
const offered = async (kind: Kind, more: object = {}) => (await offer(kind, more)).json<{ id: string }>().id
const captures = () => shop.sql(`select id from payment_attempts where state = 'captured'`)
const NOT_FOUND = { code: 'APPLICATION_NOT_FOUND' }

test.each(KINDS)('a %s is not offered', async (kind) => {
  await publish(null)
  expect((await offer(kind)).json()).toMatchObject(NOT_FOUND)
  expect((await offer(kind, { test: true })).statusCode).toBe(201)
})

test.each(KINDS)('a %s is not accepted, and not activated', async (kind) => {
  const id = await offered(kind)
  await publish(null)
  expect((await step(kind, id, 'accept')).json()).toMatchObject(NOT_FOUND)
  await publish('2026-10-01')
  expect((await step(kind, id, 'accept')).statusCode).toBe(200)
  await publish(null)
  expect((await step(kind, id, 'activate')).json()).toMatchObject(NOT_FOUND)
  expect(await shop.sql('select id from payment_attempts')).toEqual([])
  await publish('2026-10-01')
  expect((await step(kind, id, 'activate')).json()).toMatchObject({ payment: 'done' })
  expect(await captures()).toHaveLength(1)
  expect(await shop.violations()).toEqual([])
})

test.each(KINDS)('a %s is not captured if the application leaves the marketplace while the bank asks the owner', async (kind) => {
  await shop.giveCard(shop.acme, '4000 0027 6000 3184')
  const id = await offered(kind)
  await step(kind, id, 'accept')
  const asked = (await step(kind, id, 'activate')).json<{ payment: string; client_secret: string }>()
  expect(asked.payment).toBe('action_required')
  await publish(null)
  await shop.opened.sandbox().answerChallenge(asked.client_secret, 'complete')
  await step(kind, id, 'activate')
  expect(await captures()).toEqual([])
  expect(await shop.violations()).toEqual([])
})
