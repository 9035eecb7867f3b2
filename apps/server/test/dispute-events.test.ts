// Events about disputes, as anyone who can reach the webhook address might send them: repeated, in another order, wrongly signed or too
// old.
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { purchase, type Shop, useShop } from './purchases.ts'

let shop: Shop
useShop((opened) => {
  shop = opened
})

const sandbox = () => shop.opened.sandbox()
/** Buys an application, and lets the bank dispute its payment at the provider. Returns the dispute's id. */
const disputed = async (): Promise<string> => {
  const { owner } = shop.acme.people
  const cart = await shop.lockedCart(owner, 'once')
  await purchase(shop, owner, cart.id)
  const [sale] = await shop.sql<{ capture_id: string }>('select capture_id from sales')
  const made = (await sandbox().control('POST', '/_sandbox/disputes', { charge: sale?.capture_id })) as { id: string }
  return made.id
}
const close = (dispute: string, status: 'won' | 'lost') =>
  sandbox().control('POST', '/_sandbox/disputes/close', { dispute, status })

type Event = { body: string; signature: string }
const send = async ({ body, signature }: Event) =>
  (
    await shop.app.server.inject({
      method: 'POST',
      url: '/webhooks/payments',
      payload: body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  ).statusCode
const created = (dispute: string) => shop.event('charge.dispute.created', 'dispute', dispute)
const closed = (dispute: string) => shop.event('charge.dispute.closed', 'dispute', dispute)
const states = async () => (await shop.sql<{ state: string }>('select state from refunds order by id')).map(({ state }) => state)
const booked = async () => ({
  refunds: await states(),
  notes: (await shop.sql(`select 1 from invoices where kind = 'credit_note'`)).length,
  audit: (await shop.audit()).filter(({ action }) => /dispute|refund/.test(action)).map(({ action }) => action),
})
const expectRightBooks = async () => expect(await shop.violations()).toEqual([])

describe('an event about a dispute', () => {
  test('sent again and again, and at once, is booked once', async () => {
    const dispute = await disputed()
    const opened = created(dispute)
    expect(await Promise.all(Array.from({ length: 6 }, () => send(opened)))).toEqual([200, 200, 200, 200, 200, 200])
    const after = await booked()
    expect(after).toMatchObject({ refunds: ['pending'], notes: 0 })
    // The same news as an event with another id.
    for (let times = 0; times < 3; times++) expect(await send(created(dispute))).toBe(200)
    expect(await booked()).toEqual(after)
    await close(dispute, 'lost')
    const ended = closed(dispute)
    for (let times = 0; times < 3; times++) expect(await send(ended)).toBe(200)
    expect(await booked()).toMatchObject({ refunds: ['succeeded'], notes: 1 })
    await expectRightBooks()
  })

  test.each(['won', 'lost'] as const)('that arrives after its end (%s) changes nothing', async (outcome) => {
    const dispute = await disputed()
    const late = created(dispute)
    await close(dispute, outcome)
    expect(await send(closed(dispute))).toBe(200)
    const after = await booked()
    expect(after.refunds).toEqual(outcome === 'lost' ? ['succeeded'] : [])
    expect(await send(late)).toBe(200)
    expect(await booked()).toEqual(after)
    await expectRightBooks()
  })

  test('of its end that arrives before its end is true books what the provider says', async () => {
    const dispute = await disputed()
    expect(await send(closed(dispute))).toBe(200)
    expect(await states()).toEqual(['pending'])
    await close(dispute, 'won')
    expect(await send(created(dispute))).toBe(200)
    expect(await states()).toEqual(['cancelled'])
    await expectRightBooks()
  })

  const signed = ({ body }: Event, given: { secret?: string; seconds?: number }): Event => ({
    body,
    signature: Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: given.secret ?? SANDBOX_KEYS.webhook,
      timestamp: Math.floor(Date.now() / 1_000) + (given.seconds ?? 0),
    }),
  })
  test.each<[string, (event: Event) => Event]>([
    ['another secret', (event) => signed(event, { secret: 'whsec_other' })],
    ['a signature of ten minutes ago', (event) => signed(event, { seconds: -600 })],
    ['a signature of last year', (event) => signed(event, { seconds: -31_536_000 })],
    ['bytes that were changed after it was signed', ({ body, signature }) => ({ body: `${body} `, signature })],
    ['the signature of another event', ({ body }) => ({ body, signature: created('dp_other').signature })],
    [
      'a time that was changed after it was signed',
      ({ body, signature }) => ({ body, signature: signature.replace(/^t=\d+/, 't=1') }),
    ],
  ])('with %s is refused, and nothing is booked', async (_, forge) => {
    const dispute = await disputed()
    await close(dispute, 'lost')
    expect(await send(forge(closed(dispute)))).toBe(400)
    expect(await states()).toEqual([])
    expect(await shop.sql('select 1 from provider_events')).toEqual([])
    expect(await send(closed(dispute))).toBe(200)
    expect(await states()).toEqual(['succeeded'])
    await expectRightBooks()
  })

  test('about a dispute that the provider does not know books nothing', async () => {
    await disputed()
    expect(await send(created('dp_nobody'))).toBe(200)
    expect(await states()).toEqual([])
  })
})
