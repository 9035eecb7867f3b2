// Tests refunds and disputes that are made at the provider, as its webhooks report them to the running application.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, openTestStore, type TestStore, until } from './harness.ts'
import { openTestPayments, type TestPayments, valueOf, VISA } from './payments.ts'
import { auditSales, openShop, type Shop } from './sold.ts'

let store: TestStore
let opened: TestPayments
let app: Awaited<ReturnType<typeof openTestApp>>
let shop: Shop
let relay: Server
const statuses: number[] = []

beforeAll(async () => {
  relay = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const answer = await app.server.inject({ method: method as 'POST', url, headers, payload: Buffer.concat(chunks) })
    statuses.push(answer.statusCode)
    response.writeHead(answer.statusCode).end()
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  opened = await openTestPayments(`http://127.0.0.1:${(relay.address() as AddressInfo).port}`)
  store = await openTestStore()
  app = await openTestApp(store, { payments: opened.payments })
  shop = await openShop(store)
})
auditSales(() => store)
afterAll(async () => {
  await app.close()
  await opened.close()
  relay.close()
  await store.close()
})

const states = async () =>
  (await shop.sql<{ state: string }>('select state from refunds order by created_at, id')).map(({ state }) => state)

test('are booked once, and a dispute that is lost too', async () => {
  const intent = await opened.captured(VISA, { amount: 2_460 })
  const captureId = intent.captureId ?? ''
  await shop.sell([shop.line(), shop.line()], { intentId: intent.id, captureId })
  await opened.sandbox().setFault({ operation: 'webhook', fault: 'duplicate', times: 3 })
  valueOf(await opened.payments.refund({ intentId: intent.id, amount: 1_000, metadata: {} }, opened.newKey()))
  await until(async () => (await states()).join() === 'succeeded,succeeded')
  const made = (await opened.sandbox().control('POST', '/_sandbox/disputes', { charge: captureId })) as { id: string }
  await until(async () => (await states()).join() === 'succeeded,succeeded,pending,pending')
  await opened.sandbox().control('POST', '/_sandbox/disputes/close', { dispute: made.id, status: 'lost' })
  await until(async () => (await states()).join() === 'succeeded,succeeded,succeeded,succeeded')
  const [sums] = await shop.sql('select sum(total) as refunded, count(*) as rows from refunds')
  expect(sums).toEqual({ refunded: '2460', rows: '4' })
  expect(await shop.sql('select sum(amount) from ledger_entries where account = $1', ['provider'])).toEqual([{ sum: '0' }])
  const notes = await shop.sql(`select number from invoices where kind = 'credit_note' order by number`)
  expect(notes).toEqual([1, 2, 3, 4].map((number) => ({ number })))
})

test('of a payment that the marketplace did not make are taken in, and change nothing', async () => {
  const { length } = statuses
  const intent = await opened.captured(VISA)
  valueOf(await opened.payments.refund({ intentId: intent.id, amount: 100, metadata: {} }, opened.newKey()))
  await until(() => statuses.length >= length + 5)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await states()).toHaveLength(4)
})

test('of a card that its bank has changed are stored, and one that lasts longer is tried at once', async () => {
  const cardOf = async () =>
    (
      await shop.sql<{ card: string; told: boolean }>(
        `select last_four || ' ' || expiry_month || '/' || expiry_year as card, expiry_told_at is not null as told from cards`,
      )
    )[0]
  const tried = async () =>
    (await shop.sql<{ count: number }>(`select count(*)::int as count from jobs.job where name = 'billing.card-saved'`))[0]?.count
  const card = await opened.sandbox().enterCard(VISA)
  await shop.sql(
    `insert into cards (organization_id, brand, first_six, last_four, expiry_month, expiry_year, provider_card_id, saved_at, expiry_told_at)
     values ($1, 'visa', '424242', '4242', 1, 2030, $2, now(), now())`,
    [shop.organization.id, card],
  )
  const change = (month: number, year: number) =>
    fetch(`http://127.0.0.1:${opened.sandbox().port}/v1/payment_methods/${card}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SANDBOX_KEYS.secret}` },
      body: new URLSearchParams({ 'card[exp_month]': String(month), 'card[exp_year]': String(year) }),
    })
  await change(10, 2026)
  await until(async () => (await cardOf())?.card === '4242 10/2026')
  expect([(await cardOf())?.told, await tried()]).toEqual([false, 0])
  await change(8, 2035)
  await until(async () => (await cardOf())?.card === '4242 8/2035')
  expect(await tried()).toBe(1)
  // An event that repeats the stored values must change nothing.
  await shop.sql('update cards set expiry_told_at = now()')
  const { length } = statuses
  await change(8, 2035)
  await until(() => statuses.length > length)
  expect(await cardOf()).toEqual({ card: '4242 8/2035', told: true })
  expect(await tried()).toBe(1)
  expect(await shop.sql(`select count(*)::int as count from audit_events where action = 'card.changed'`)).toEqual([{ count: 2 }])
  expect(new Set(statuses)).toEqual(new Set([200]))
})
