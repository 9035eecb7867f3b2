// Counts the statements of a purchase, including those that find the caller, without those that begin and end transactions and
// savepoints.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOON } from '../../../test/carts.ts'
import { until } from '../../../test/harness.ts'
import { auditEach, emptyShop, openShop, type Shop } from '../../../test/purchases.ts'
import { statementsOf } from '../../../test/statements.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
auditEach(() => shop)
afterAll(() => shop.close())

test('of one item, with its checkout', async () => {
  await emptyShop(shop, NOON)
  await shop.giveCard(shop.acme)
  const { owner } = shop.acme.people
  const { id } = await shop.cartOf(owner, 'seats')
  // Waits until the catalogue in memory has applied the import, because that uses the same database.
  await until(async () => (await statementsOf(() => sleep(300))).length === 0)
  const checkout = await statementsOf(async () =>
    expect((await shop.call(owner, 'PATCH', `/${id}/checkout`)).statusCode).toBe(200),
  )
  const purchase = await statementsOf(async () => expect((await shop.buy(owner, id)).body.status).toBe('purchased'))
  // The statements that read, write and lock: from the claim over the reservation and the delivery to the books.
  expect([checkout.length, purchase.length]).toEqual([4, 30])
})
