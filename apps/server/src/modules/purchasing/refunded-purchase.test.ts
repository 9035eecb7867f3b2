// What a one-time purchase shows after its money was paid back. The right to the application stays.
import type { DirectCharge } from '@marketplace/contracts/charges/schemas'
import type { Estate } from '@marketplace/contracts/estate/schemas'
import { expect, test } from 'vitest'
import { type Shop, useShop } from '../../../test/purchases.ts'
import { inTransaction } from '../../db/transaction.ts'
import { createRefundRunner, requestRefund } from '../billing/index.ts'

let shop: Shop
useShop((opened) => {
  shop = opened
})

const owner = () => shop.acme.people.owner

const refund = async (cents: number | null) => {
  const { database } = shop.store.client
  const [sale] = await shop.sql<{ id: string }>(`select id from sales where charge_kind = 'direct_charge'`)
  const asked = await inTransaction(database, (transaction) =>
    requestRefund(
      transaction,
      { saleId: sale?.id ?? '', cents, reason: 'requested', note: null, requestedBy: null },
      shop.clock.now(),
    ),
  )
  if ('refused' in asked) throw new Error(asked.refused)
  await createRefundRunner({ database, payments: shop.opened.payments, clock: shop.clock }).run(asked.id)
}

test('a part that was paid back is named, and all of it is a refunded purchase', async () => {
  const [plan] = await shop.sql<{ id: string }>('select id from plans where application_id = $1', [shop.idOf('once')])
  const planId = plan?.id
  const created = await shop.ask(owner(), 'POST', `/api/v2/applications/${shop.idOf('once')}/create-charge`, { plan_id: planId })
  const { id } = created.json<{ id: string }>()
  const path = `/billing/v3/direct_charge/livechat/${id}`
  expect((await shop.ask(owner(), 'PUT', `${path}/activate`)).statusCode).toBe(200)
  const shown = async () => {
    const { taxes, refunded } = (await shop.ask(owner(), 'GET', path)).json<DirectCharge>()
    const estate = (await shop.ask(owner(), 'GET', '/api/v2/organizations/my/applications')).json<Estate>()
    const found = estate.result.find(({ slug }) => slug === 'once')
    return [taxes.total_price, refunded, found?.cost.paid_once, found?.cost.refunded]
  }
  expect(await shown()).toEqual([5_304, 0, true, false])
  await refund(1_000)
  expect(await shown()).toEqual([5_304, 1_000, true, false])
  await refund(null)
  expect(await shown()).toEqual([5_304, 5_304, true, true])
  // A refund ends no right: docs/product/buying.md, The right to an application.
  const again = await shop.ask(owner(), 'POST', `/api/v2/applications/${shop.idOf('once')}/create-charge`, { plan_id: planId })
  expect(again.json<{ code: string }>().code).toBe('ALREADY_BOUGHT')
  expect(await shop.violations()).toEqual([])
})
