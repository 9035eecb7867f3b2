import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { auditSales, openShop, type Shop, SOLD_AT } from '../../../../test/sold.ts'
import { MIN_TOTAL } from '@marketplace/domain/buying/quote'
import { readBalance, recordSales, type SaleLine } from '../index.ts'

let store: TestStore
let shop: Shop

beforeAll(async () => {
  store = await openTestStore()
  shop = await openShop(store)
})
auditSales(() => store, { rollsBack: true })
afterAll(() => store.close())

type EntryRow = { account: string; amount: string; developer_id: string | null; available_at: Date }
const entriesOf = (id: string) => shop.sql<EntryRow>('select * from ledger_entries where movement_id = $1 order by account', [id])
const countRows = async () => {
  const [row] = await shop.sql(
    'select (select count(*) from sales) as sales, (select count(*) from ledger_entries) as entries, (select count(*) from invoices) as invoices',
  )
  return row
}

describe('a sale', () => {
  test('is stored with its tax and commission, and moves in the books', async () => {
    const { sales } = await shop.sell([shop.line({ unitPrice: 999, quantity: 3, discount: 97, couponCode: null })], {
      captureId: 'ch_1',
    })
    expect(sales).toMatchObject([
      { net: 2_900, tax: 667, total: 3_567, commission: 580, commissionPercent: 20, captureId: 'ch_1' },
    ])
    const rows = await entriesOf(sales[0]?.id ?? '')
    expect(rows.map(({ account, amount, developer_id: developer }) => [account, Number(amount), developer])).toEqual([
      ['developer', -2_320, shop.developerId],
      ['marketplace', -580, null],
      ['provider', 3_567, null],
      ['tax', -667, null],
    ])
    for (const row of rows) expect(row.available_at).toEqual(new Date('2026-11-27T12:00:00Z'))
  })

  test('for nothing is a row, a movement and an invoice too', async () => {
    const { sales, invoice } = await shop.sell([shop.line({ discount: 1_000 })])
    expect(sales).toMatchObject([{ net: 0, tax: 0, total: 0, commission: 0 }])
    expect(await entriesOf(sales[0]?.id ?? '')).toHaveLength(4)
    expect(invoice).toMatchObject({ total: 0, kind: 'invoice' })
  })

  test('is written with its invoice or not at all', async () => {
    const before = await countRows()
    const lines = [shop.line()]
    const attempt = await shop.pay(lines)
    const failing = shop.write(async (transaction) => {
      await recordSales(transaction, attempt, lines, SOLD_AT)
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    expect(await countRows()).toEqual(before)
  })

  test('is exactly what was captured', async () => {
    const before = await countRows()
    const lines = [shop.line(), shop.line()]
    const attempt = { ...(await shop.pay(lines)), captureAmount: 2_459 }
    await expect(shop.write((transaction) => recordSales(transaction, attempt, lines, SOLD_AT))).rejects.toThrow(
      'captured 2459 cents, and its sales are 2460',
    )
    expect(await countRows()).toEqual(before)
  })

  test('is sold once: the same period, or the same attempt again, is refused', async () => {
    const lines = [shop.line()]
    await shop.sell(lines)
    await expect(shop.sell(lines)).rejects.toThrow()
    const attempt = await shop.pay([shop.line()])
    const sell = () => shop.write((transaction) => recordSales(transaction, attempt, [shop.line()], SOLD_AT))
    await sell()
    await expect(sell()).rejects.toThrow()
  })
})

describe('the balance of a developer', () => {
  test('is the sum of entries, and available after seven days', async () => {
    const other = await openShop(store)
    const at = (instant: string) => readBalance(store.client.database, other.developerId, new Date(instant))
    expect(await at('2026-12-01T00:00:00Z')).toEqual({ owed: 0, available: 0 })
    await other.sell([other.line(), other.line({ developerId: shop.developerId })])
    expect(await at('2026-11-27T11:59:59Z')).toEqual({ owed: 800, available: 0 })
    expect(await at('2026-11-27T12:00:00Z')).toEqual({ owed: 800, available: 800 })
  })
})

describe('the books', () => {
  test('sum to 0 for any sales', async () => {
    const arbitrary = fc.record({
      unitPrice: fc.integer({ min: 50, max: 99_999_999 }),
      quantity: fc.integer({ min: 1, max: 10_000 }),
      taxRate: fc.integer({ min: 0, max: 100_000 }),
      commissionPercent: fc.integer({ min: 0, max: 100 }),
      part: fc.integer({ min: 0, max: 100 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrary, { minLength: 1, maxLength: 5 }), async (drawn) => {
        const lines = drawn.map(({ part, ...line }): SaleLine =>
          shop.line({ ...line, discount: Math.floor((line.unitPrice * line.quantity * part) / 100) }),
        )
        const net = lines.reduce((sum, { unitPrice, quantity, discount }) => sum + unitPrice * quantity - discount, 0)
        // Smaller amounts are not charged.
        fc.pre(net === 0 || net >= MIN_TOTAL)
        const { sales, invoice } = await shop.sell(lines)
        expect(invoice.total).toBe(sales.reduce((sum, { total }) => sum + total, 0))
        for (const { id } of sales) {
          const rows = await entriesOf(id)
          expect(rows.map(({ amount }) => Number(amount)).reduce((sum, amount) => sum + amount, 0)).toBe(0)
        }
      }),
      { numRuns: 40 },
    )
  })

  test.each(['sales', 'ledger_entries', 'invoices'])('%s only grow', async (table) => {
    await shop.sell([shop.line()])
    const column = table === 'ledger_entries' ? 'amount' : 'total'
    for (const statement of [`update ${table} set ${column} = ${column}`, `delete from ${table}`, `truncate ${table} cascade`])
      await expect(shop.sql(statement)).rejects.toThrow(/rows of \w+ are only added/)
  })
})
