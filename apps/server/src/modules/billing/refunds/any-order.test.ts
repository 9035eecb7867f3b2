// Sales, refunds, failures and disputes in any order: the ledger sums to 0, and refunds add up to the sale, to the cent.
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, testClock, type TestStore } from '../../../../test/harness.ts'
import { auditSales, openShop, type Shop, SOLD_AT } from '../../../../test/sold.ts'
import { findInside } from '../books/reconcile/repository.ts'
import type { Dispute, Refund } from '../../../ports/payments.ts'
import { bookDispute, bookProviderRefund, readBalance, requestRefund } from '../index.ts'

const RUNS = 40

const clock = testClock(SOLD_AT.toISOString())
let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
auditSales(() => store)
afterAll(() => store.close())

const lines = fc.array(
  fc.record({
    // Large enough that even with the largest discount the provider charges it.
    unitPrice: fc.integer({ min: 100, max: 5_000 }),
    quantity: fc.integer({ min: 1, max: 7 }),
    discount: fc.integer({ min: 0, max: 50 }),
    taxRate: fc.constantFrom(0, 5_000, 8_250, 23_000, 100_000),
    commissionPercent: fc.constantFrom(0, 20, 33, 100),
  }),
  { minLength: 1, maxLength: 4 },
)
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('request', 'provider', 'dispute', 'fail'),
    of: fc.nat(3),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    lost: fc.boolean(),
  }),
  { maxLength: 12 },
)
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never

type RefundRow = { sale_id: string; total: string; tax: string; commission: string; state: string }
type Entry = { sum: string; account: string }

test('money is neither made nor lost', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(lines, steps, async (sold, taken) => {
      const shop = await openShop(store)
      const [intentId, captureId] = [randomUUID(), randomUUID()]
      const { sales } = await shop.sell(
        sold.map((line) => shop.line(line)),
        { intentId, captureId },
      )
      const total = sales.reduce((sum, sale) => sum + sale.total, 0)
      const made: Refund[] = []
      const rows = () => shop.sql<RefundRow>(`select * from refunds where organization_id = $1`, [shop.organization.id])
      const taking = async (saleId?: string) =>
        (await rows())
          .filter(({ state, sale_id: of }) => state !== 'failed' && state !== 'cancelled' && (saleId ?? of) === of)
          .reduce((sum, row) => sum + Number(row.total), 0)
      const hear = (refund: Refund) => shop.write((transaction) => bookProviderRefund(transaction, refund, clock.now()))
      const refundOf = (amount: number, metadata: Refund['metadata']): Refund => {
        const refund: Refund = { id: randomUUID(), state: 'succeeded', amount, currency: 'usd', captureId, intentId, metadata }
        made.push(refund)
        return refund
      }
      for (const step of taken) await take(shop, step)
      await check()
      // Refunds the remaining amounts, so that everything is refunded at the end.
      for (const sale of sales) await take(shop, { what: 'request', of: sales.indexOf(sale), share: 1, lost: false })
      await check()
      expect(await taking()).toBe(total)
      expect(await readBalance(store.client.database, shop.developerId, new Date('2030-01-01'))).toEqual({
        owed: 0,
        available: 0,
      })
      const accounts = await shop.sql<Entry>(
        `select account, sum(amount) from ledger_entries where movement_id = any($1) or movement_id in
           (select id from refunds where organization_id = $2 union all
            select id || suffix from refunds, unnest(array[':returned', ':ended']) suffix where organization_id = $2)
         group by account`,
        [sales.map(({ id }) => id), shop.organization.id],
      )
      expect(accounts.filter(({ sum }) => Number(sum) !== 0)).toEqual([])
      expect(await findInside(store.client.database, clock.now())).toEqual([])

      async function take({ sql: _, write }: Shop, { what, of, share, lost }: Step): Promise<void> {
        const sale = sales[of % sales.length]
        if (!sale) return
        if (what === 'request') {
          const left = sale.total - (await taking(sale.id))
          if (left === 0) return
          const cents = Math.max(1, Math.floor(share * left))
          const request = { saleId: sale.id, cents, reason: 'requested', note: null, requestedBy: null } as const
          const refund = await write((transaction) => requestRefund(transaction, request, clock.now()))
          if ('refused' in refund) throw new Error(refund.refused)
          await hear(refundOf(cents, { refund: refund.id }))
        } else if (what === 'fail') {
          const failed = made.findLast(({ state }) => state === 'succeeded')
          if (!failed) return
          failed.state = 'failed'
          await hear(failed)
          await hear(failed)
        } else {
          const left = total - (await taking())
          if (left === 0) return
          const amount = Math.max(1, Math.floor(share * left))
          if (what === 'provider') await hear(refundOf(amount, {}))
          else {
            const dispute: Dispute = { id: randomUUID(), state: 'open', amount, currency: 'usd', captureId }
            const told = (state: Dispute['state']) =>
              write((transaction) => bookDispute(transaction, { ...dispute, state }, clock.now()))
            await told('open')
            await told(lost ? 'lost' : 'won')
          }
        }
        reached.add(what === 'dispute' ? `dispute ${lost ? 'lost' : 'won'}` : what)
      }

      async function check(): Promise<void> {
        const unbalanced = await shop.sql(
          'select movement_id from ledger_entries group by movement_kind, movement_id having sum(amount) <> 0',
        )
        expect(unbalanced).toEqual([])
        for (const sale of sales) {
          const parts = (await rows()).filter(({ sale_id: id, state }) => id === sale.id && state === 'succeeded')
          const back = (column: 'total' | 'tax' | 'commission') => parts.reduce((sum, part) => sum + Number(part[column]), 0)
          for (const column of ['total', 'tax', 'commission'] as const) expect(back(column)).toBeLessThanOrEqual(sale[column])
          if (back('total') === sale.total)
            expect({ tax: back('tax'), commission: back('commission') }).toEqual({ tax: sale.tax, commission: sale.commission })
        }
        const documents = await shop.sql(
          `select r.id from refunds r where r.organization_id = $1 and
             (select count(*) from invoices i where i.refund_id = r.id and i.kind = 'credit_note' and i.total = r.total)
             <> (case when r.state = 'succeeded' or exists
               (select from ledger_entries e where e.movement_id = r.id || ':returned') then 1 else 0 end)`,
          [shop.organization.id],
        )
        expect(documents).toEqual([])
      }
    }),
    { numRuns: RUNS },
  )
  expect([...reached].toSorted()).toEqual(['dispute lost', 'dispute won', 'fail', 'provider', 'request'])
})
