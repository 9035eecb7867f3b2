import { describe, expect, test } from 'vitest'
import { type Shop, useShop } from '../../../../test/purchases.ts'

const CHALLENGE = '4000 0027 6000 3184'

let shop: Shop
useShop((opened) => {
  shop = opened
})
const owner = () => shop.acme.people.owner

describe('POST /webhooks/payments', () => {
  const send = (body: string, signature?: string) =>
    shop.app.server.inject({
      method: 'POST',
      url: '/webhooks/payments',
      payload: body,
      headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) },
    })

  test.each([
    undefined,
    '',
    't=1,v1=00',
    't={now},v1=',
    `t={now},v1=${'a'.repeat(64)}`,
    `t={now},v1=${'a'.repeat(64)},v1=`,
    `t={now},v1=${'é'.repeat(64)}`,
    't={now},v0=,v1,=',
  ])('refuses what the provider has not signed (%j)', async (signature) => {
    const now = String(Math.floor(Date.now() / 1_000))
    expect((await send('{"id":"evt_1"}', signature?.replace('{now}', now))).statusCode).toBe(400)
    expect(await shop.sql('select 1 from provider_events')).toEqual([])
  })

  test('goes on with the payment that it is about, once for each event', async () => {
    await shop.giveCard(shop.acme, CHALLENGE)
    const create = `/api/v2/applications/${shop.idOf('once')}/create-charge`
    const [plan] = await shop.sql<{ id: string }>('select id from plans where application_id = $1', [shop.idOf('once')])
    const { id } = (await shop.ask(owner(), 'POST', create, { plan_id: plan?.id })).json<{ id: string }>()
    const activated = await shop.ask(owner(), 'PUT', `/billing/v3/direct_charge/livechat/${id}/activate`)
    await shop.opened.sandbox().answerChallenge(activated.json<{ client_secret: string }>().client_secret, 'complete')
    const [attempt] = await shop.sql<{ intent_id: string }>('select intent_id from payment_attempts')
    const event = shop.event('payment_intent.amount_capturable_updated', 'payment_intent', attempt?.intent_id ?? '')
    const answers = await Promise.all([1, 2, 3].map(() => send(event.body, event.signature)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await shop.sql('select state from direct_charges where id = $1', [id])).toEqual([{ state: 'success' }])
    expect(await shop.sql('select handled_at is not null as handled from provider_events')).toEqual([{ handled: true }])
    expect(await shop.violations()).toEqual([])
  })

  test('about nothing that we know is taken in', async () => {
    const event = shop.event('payment_intent.succeeded', 'payment_intent', 'pi_of_others')
    expect((await send(event.body, event.signature)).statusCode).toBe(200)
  })
})
