import { randomUUID } from 'node:crypto'
import { lockName } from '../../../db/locks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { auditSales, openShop, type Shop, SOLD_AT } from '../../../../test/sold.ts'
import { recordSales } from '../index.ts'

let store: TestStore
let shop: Shop

beforeAll(async () => {
  store = await openTestStore()
  shop = await openShop(store)
})
auditSales(() => store, { rollsBack: true })
afterAll(() => store.close())

test('200 invoices at once, and 20 that are rolled back in between, leave no gap', async () => {
  const attempts = await Promise.all(
    Array.from({ length: 220 }, async (_, index) => {
      const lines = [shop.line()]
      return { lines, attempt: await shop.pay(lines), fails: index % 11 === 5 }
    }),
  )
  const outcomes = await Promise.allSettled(
    attempts.map(({ lines, attempt, fails }) =>
      shop.write(async (transaction) => {
        const { invoice } = await recordSales(transaction, attempt, lines, SOLD_AT)
        if (fails) throw new Error('rolled back')
        return invoice.document.number
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20)
  const numbers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const expected = Array.from({ length: 200 }, (_, index) => `INV-${String(index + 1).padStart(6, '0')}`)
  expect(numbers.toSorted()).toEqual(expected)
  const rows = await shop.sql<{ number: number }>(`select number from invoices where series = 'invoice' order by number`)
  expect(rows.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1))
})

test('no lock may follow a number’s lock', async () => {
  const lines = [shop.line()]
  const attempt = await shop.pay(lines)
  const twice = shop.write(async (transaction) => {
    await recordSales(transaction, attempt, lines, SOLD_AT)
    await lockName(transaction, 'mail', randomUUID())
  })
  await expect(twice).rejects.toThrow('mail is locked after document number')
})

test('an invoice says who bought, with which tax, and how it was paid', async () => {
  await shop.sql(
    `insert into cards (organization_id, brand, first_six, last_four, expiry_month, expiry_year, provider_card_id)
     values ($1, 'visa', '424242', '4242', 12, 2040, 'pm_1')`,
    [shop.organization.id],
  )
  const { invoice } = await shop.sell([shop.line(), shop.line({ description: 'Chat Notes' })], { cardId: 'pm_1' })
  expect(invoice.document).toMatchObject({
    description: 'Inbox Helper, monthly and 1 more',
    buyer: { country: 'PL', zip: '00-001', vat_id: null, email: shop.organization.people.owner.email },
    tax_name: 'VAT',
    reverse_charge: false,
    paid_with: 'Visa ending in 4242',
    net: 2_000,
    tax: 460,
    total: 2_460,
  })
  const { invoice: other } = await shop.sell([shop.line()], { cardId: 'pm_replaced' })
  expect(other.document.paid_with).toBeNull()
})

test('an invoice with reverse charge says so', async () => {
  const abroad = await openShop(store, { name: 'Acme sp. z o.o.', country: 'PL', vat_id: 'PL1234567890' })
  const { invoice } = await abroad.sell([abroad.line({ taxRate: 0 })])
  expect(invoice.document).toMatchObject({
    reverse_charge: true,
    tax_name: 'Reverse charge',
    buyer: { name: 'Acme sp. z o.o.', vat_id: 'PL1234567890' },
  })
  // The VAT id was added after the price was shown, but the tax was paid.
  const { invoice: taxed } = await abroad.sell([abroad.line()])
  expect(taxed.document).toMatchObject({ reverse_charge: false, tax_name: 'Tax', tax: 230 })
})

test('an organization without an address gets an invoice too', async () => {
  const shy = await openShop(store)
  await shy.sql('delete from billing_profiles where organization_id = $1', [shy.organization.id])
  const { invoice } = await shy.sell([shy.line({ taxRate: 0 })])
  expect(invoice.document.buyer).toMatchObject({ country: null, zip: null })
})
