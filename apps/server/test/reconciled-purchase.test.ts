// Follows a purchase from the cart to its refund: its documents show the amounts paid, and the books agree with the provider at any time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRefundRunner, reconcile, requestRefund } from '../src/modules/billing/index.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { auditEach, openShop, type Shop } from './purchases.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.giveCard(shop.acme)
})
auditEach(() => shop)
afterAll(() => shop.close())

const SINCE = new Date('2020-01-01T00:00:00Z')
const LATER = new Date('2035-01-01T00:00:00Z')
/** Checks at the present time, and on a later day when no payment counts as under way. */
const expectNoDifference = async () => {
  const { database } = shop.store.client
  const at = (now: Date) => reconcile({ database, payments: shop.opened.payments, clock: { now: () => now } }, SINCE)
  expect(await at(shop.clock.now())).toEqual([])
  // The renewals until then have not run.
  expect((await at(LATER)).filter(({ kind }) => kind !== 'renewal_missing')).toEqual([])
}

test('a purchase and its refunds leave nothing that differs', async () => {
  const { owner } = shop.acme.people
  await expectNoDifference()
  const cart = await shop.lockedCart(owner, 'seats', 'once', 'trial')
  expect((await shop.buy(owner, cart.id)).body.status).toBe('purchased')
  await expectNoDifference()

  const [invoice] = (await shop.ask(owner, 'GET', '/billing/v3/invoices')).json().result
  expect(invoice).toMatchObject({ kind: 'invoice', number: 'INV-000001', total: 11_799, tax: 899 })
  const whole = (await shop.ask(owner, 'GET', `/billing/v3/invoices/${invoice.id}`)).json()
  expect(whole.paid_with).toBe('Visa ending in 4242')

  const sales = await shop.sql<{ id: string; total: string }>('select id, total from sales where total > 0 order by total')
  const clock = { now: () => shop.clock.now() }
  const runner = createRefundRunner({ database: shop.store.client.database, payments: shop.opened.payments, clock })
  for (const [index, cents] of [100, null].entries()) {
    const saleId = sales[index]?.id ?? ''
    const request = { saleId, cents, reason: 'requested', note: null, requestedBy: owner.accountId } as const
    const refund = await inTransaction(shop.store.client.database, (transaction) =>
      requestRefund(transaction, request, clock.now()),
    )
    if ('refused' in refund) throw new Error(refund.refused)
    await runner.run(refund.id)
    expect(await shop.violations()).toEqual([])
    await expectNoDifference()
  }
  const listed = (await shop.ask(owner, 'GET', '/billing/v3/invoices')).json().result as {
    number: string
    corrects: string | null
  }[]
  expect(listed.map(({ number, corrects }) => [number, corrects])).toEqual(
    expect.arrayContaining([
      ['CN-000001', 'INV-000001'],
      ['CN-000002', 'INV-000001'],
      ['INV-000001', null],
    ]),
  )
})
