// Tests which events the application of a charge receives, from its purchase to its end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEach, emptyShop } from '../../../test/purchases.ts'
import { openRenewalShop, type RenewalShop } from '../../../test/renewals.ts'

const NO_CAPTURE = '4000 0000 0000 4210'

let shop: RenewalShop
beforeAll(async () => {
  shop = await openRenewalShop()
  await shop.sql(`update applications set webhook_url = 'https://app.test/' || slug`)
})
auditEach(() => shop)
afterAll(() => shop.close())

type Told = { event: string; organizationID: string; userID: string | null; payload: Record<string, unknown> }

/** The events of an application about its payments, in their order, without the ids that they all share. */
const toldOf = async (slug: string) => {
  const rows = await shop.sql<{ body: string }>('select body from webhook_events where application_id = $1 order by sequence', [
    shop.idOf(slug),
  ])
  return rows
    .map(({ body }) => JSON.parse(body) as Told)
    .filter(({ event }) => event.startsWith('payment_'))
    .map(({ event, organizationID, userID, payload: { paymentID, ...payload } }) => {
      expect(organizationID).toBe(shop.acme.id)
      return { event, by: userID, paymentID, ...payload }
    })
}
const chargeOf = async (slug: string): Promise<string> => {
  const [charge] = await shop.sql<{ id: string }>(
    `select id from recurrent_charges where application_id = $1 union select id from direct_charges where application_id = $1`,
    [shop.idOf(slug)],
  )
  return charge?.id ?? ''
}
const owner = () => shop.acme.people.owner.accountId

test('a purchase tells each application what was paid, and of a trial that it has begun', async () => {
  await shop.bought('2026-11-20T12:00:00Z', ['seats', 'once', 'trial'])
  const about = async (slug: string) => ({ by: owner(), paymentID: await chargeOf(slug) })
  expect(await toldOf('seats')).toEqual([
    { ...(await about('seats')), event: 'payment_activated', quantity: 5 },
    { ...(await about('seats')), event: 'payment_collected', total: 6_000 + 495 },
  ])
  expect(await toldOf('once')).toEqual([
    { ...(await about('once')), event: 'payment_activated', quantity: 1 },
    { ...(await about('once')), event: 'payment_collected', total: 4_900 + 404 },
  ])
  expect(await toldOf('trial')).toEqual([{ ...(await about('trial')), event: 'payment_trialstarted' }])
})

test('a renewal tells what it has collected, and nothing while it fails', async () => {
  await shop.bought('2026-11-20T12:00:00Z', ['licence'])
  const first = await toldOf('licence')
  await shop.at('2026-12-20T12:00:00Z', 2)
  const collected = { event: 'payment_collected', by: null, paymentID: await chargeOf('licence'), total: 3_000 + 248 }
  expect(await toldOf('licence')).toEqual([...first, collected])
  await shop.takeCard(shop.acme)
  await shop.at('2027-01-20T12:00:00Z', 2)
  expect(await toldOf('licence')).toHaveLength(first.length + 1)
})

test('a payment that the bank refuses after all, and an uninstall, tell it too', async () => {
  await emptyShop(shop, '2026-11-20T12:00:00Z')
  await shop.giveCard(shop.acme, NO_CAPTURE)
  const cart = await shop.lockedCart(shop.acme.people.owner, 'once')
  expect((await shop.buy(shop.acme.people.owner, cart.id)).body.code).toBe('CARD_DECLINED')
  expect((await toldOf('once')).map(({ event, by }) => [event, by])).toEqual([['payment_declined', null]])

  await shop.bought('2026-11-20T12:00:00Z', ['seats'])
  const answer = await shop.app.server.inject({
    method: 'DELETE',
    url: `/api/v2/applications/${shop.idOf('seats')}/install`,
    headers: { authorization: `Bearer ${shop.acme.people.owner.token}` },
  })
  expect(answer.statusCode).toBeLessThan(300)
  expect((await toldOf('seats')).at(-1)).toEqual({
    event: 'payment_cancelled',
    by: owner(),
    paymentID: await chargeOf('seats'),
  })
})
