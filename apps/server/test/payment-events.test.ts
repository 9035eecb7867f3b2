// Refunds and disputes that are made at the provider, as its webhooks report them to the running application.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, openTestStore, type TestStore, until } from './harness.ts'
import { openTestPayments, type TestPayments, valueOf, VISA } from './payments.ts'
import { openShop, type Shop } from './sold.ts'

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
