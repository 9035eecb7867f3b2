import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestStore, testClock, type TestStore } from '../../../../test/harness.ts'
import { auditSales, openShop, type Shop, SOLD_AT } from '../../../../test/sold.ts'
import { mailQueue } from '../../mail/index.ts'
import { bookProviderRefund, recordSales } from '../index.ts'
import { mailDocuments } from './mail-documents.ts'

const clock = testClock(SOLD_AT.toISOString())
let store: TestStore
let shop: Shop

beforeAll(async () => {
  store = await openTestStore()
  shop = await openShop(store)
})
auditSales(() => store)
afterAll(() => store.close())
beforeEach(async () => {
  clock.set(SOLD_AT.toISOString())
  await shop.sql('delete from mails')
})

const mail = () =>
  mailDocuments(
    {
      database: store.client.database,
      clock,
      publicUrl: 'http://shop.test',
      queueMail: mailQueue({ send: async () => {}, delivers: false }),
    },
    new AbortController().signal,
  )
const mails = () =>
  shop.sql<{ recipient: string; subject: string; text: string }>('select * from mails order by subject, recipient')

test('an invoice is mailed once to whoever bought it, also by two processes at once', async () => {
  const { invoice } = await shop.sell([shop.line()])
  await Promise.all([mail(), mail()])
  await mail()
  const [sent, ...more] = await mails()
  expect(more).toEqual([])
  expect(sent).toMatchObject({
    recipient: shop.organization.people.owner.email,
    subject: `Invoice ${invoice.document.number}: $12.30`,
    attachment: `document:${invoice.id}`,
    text: expect.stringContaining(
      'Inbox Helper, monthly, Nov 20, 2026\n\n$12.30 were paid. It is paid until Dec 20, 2026.\n\nRead and download it: http://shop.test/billing/',
    ),
  })
})

test('the invoice of a payment without a person is mailed to the owners, and a refund names the corrected invoice', async () => {
  const lines = [shop.line()]
  const attempt = { ...(await shop.pay(lines, { intentId: 'pi_1', captureId: 'ch_1' })), accountId: null }
  const { invoice } = await shop.write((transaction) => recordSales(transaction, attempt, lines, SOLD_AT))
  const refund = {
    id: 're_1',
    state: 'succeeded',
    amount: 500,
    currency: 'usd',
    captureId: 'ch_1',
    intentId: 'pi_1',
    metadata: {},
  } as const
  await shop.write((transaction) => bookProviderRefund(transaction, refund, SOLD_AT))
  await mail()
  const sent = await mails()
  const { owner, viceowner } = shop.organization.people
  expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [owner.email, 'Credit note CN-000001: $5'],
    [viceowner.email, 'Credit note CN-000001: $5'],
    [owner.email, `Invoice ${invoice.document.number}: $12.30`],
    [viceowner.email, `Invoice ${invoice.document.number}: $12.30`],
  ])
  expect(sent[0]?.text).toContain(`corrects invoice ${invoice.document.number}`)
})

test('no mail for a payment of 0, nor for a document that is older than three days', async () => {
  await shop.sell([shop.line({ discount: 1_000 })])
  await mail()
  await shop.sell([shop.line()])
  clock.set('2026-11-24T12:00:00Z')
  await mail()
  clock.set(SOLD_AT.toISOString())
  await mail()
  expect(await mails()).toEqual([])
})
