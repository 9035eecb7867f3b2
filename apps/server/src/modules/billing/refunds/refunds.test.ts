// Refunds and disputes with a real database and a sandbox of its own.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, testClock, type TestStore } from '../../../../test/harness.ts'
import { openTestPayments, type TestPayments, valueOf, VISA } from '../../../../test/payments.ts'
import { auditSales, openShop, type Shop, SOLD_AT } from '../../../../test/sold.ts'
import type { Dispute, Refund } from '../../../ports/payments.ts'
import { bookDispute, bookProviderRefund, createRefundRunner, readBalance, type RefundRunner, requestRefund } from '../index.ts'

const WAITS = '4000 0000 0000 7726'
const FAILS = '4000 0000 0000 5126'

const clock = testClock(SOLD_AT.toISOString())
let store: TestStore
let opened: TestPayments
let shop: Shop
let runner: RefundRunner

beforeAll(async () => {
  ;[store, opened] = await Promise.all([openTestStore(), openTestPayments()])
  runner = createRefundRunner({ database: store.client.database, payments: opened.payments, clock })
})
afterEach(async () => {
  await opened.sandbox().clearFaults()
})
auditSales(() => store, { now: () => clock.now() })
afterAll(() => Promise.all([store.close(), opened.close()]))

/** Sells lines of 12.30 each by one payment with this card. */
const sell = async (count = 1, card = VISA) => {
  clock.set(SOLD_AT.toISOString())
  shop = await openShop(store)
  const intent = await opened.captured(card, { amount: 1_230 * count })
  const captureId = intent.captureId ?? ''
  const { sales, invoice } = await shop.sell(
    Array.from({ length: count }, () => shop.line()),
    { intentId: intent.id, captureId },
  )
  return { sales, sale: sales[0] as (typeof sales)[number], invoice, intentId: intent.id, captureId }
}

const request = async (saleId: string, cents: number | null = null) => {
  const refund = await shop.write((transaction) =>
    requestRefund(transaction, { saleId, cents, reason: 'requested', note: null, requestedBy: null }, clock.now()),
  )
  if ('refused' in refund) throw new Error(refund.refused)
  return refund
}
type Row = {
  id: string
  state: string
  total: string
  tax: string
  commission: string
  generation: number
  provider_refund_id: string
}
const rows = () =>
  shop.sql<Row>('select * from refunds where organization_id = $1 order by created_at, id', [shop.organization.id])
const states = async () => (await rows()).map(({ state }) => state)
const refundsAt = async (captureId: string) =>
  (await opened.sandbox().ledger()).refunds.filter(({ capture }) => capture === captureId).map(({ amount }) => amount)
const documents = () =>
  shop.sql<{ kind: string; total: string; number: string; corrects: string }>(
    `select kind, total, document ->> 'number' as number, document ->> 'corrects' as corrects from invoices
     where organization_id = $1 and refund_id is not null order by issued_at, kind`,
    [shop.organization.id],
  )
const balance = (at = '2027-01-01T00:00:00Z') => readBalance(store.client.database, shop.developerId, new Date(at))
const sums = () =>
  shop.sql<{ sum: string }>('select sum(amount) from ledger_entries group by movement_kind, movement_id having sum(amount) <> 0')
const pass = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString())
const readRefund = async (id: string) => valueOf<Refund>(await opened.payments.readRefund(id))
const hear = async (refund: Refund) => shop.write((transaction) => bookProviderRefund(transaction, refund, clock.now()))

describe('a refund', () => {
  test('goes back once, with ledger entries and a credit note', async () => {
    const { sale, invoice, captureId } = await sell()
    const { id } = await request(sale.id, 615)
    expect(await states()).toEqual(['requested'])
    await Promise.all([runner.run(id), runner.run(id)])
    await runner.run(id)
    expect(await rows()).toMatchObject([{ state: 'succeeded', total: '615', tax: '115', commission: '100' }])
    expect(await refundsAt(captureId)).toEqual([615])
    expect(await documents()).toEqual([
      { kind: 'credit_note', total: '615', number: expect.stringMatching(/^CN-\d{6}$/), corrects: invoice.document.number },
    ])
    expect(await balance()).toEqual({ owed: 400, available: 400 })
    expect(await sums()).toEqual([])
    const audit = await shop.sql('select action from audit_events where organization_id = $1 order by id', [shop.organization.id])
    expect(audit).toEqual([{ action: 'refund.requested' }, { action: 'refund.succeeded' }])
  })

  test('of more than is left is refused, also of many at once', async () => {
    const { sale } = await sell()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => request(sale.id, 500)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    await expect(request(sale.id, 231)).rejects.toThrow('too_much')
    await expect(request(sale.id, 0)).rejects.toThrow('not_an_amount')
    await expect(request(sale.id, 0.5)).rejects.toThrow('not_an_amount')
    await expect(request('none')).rejects.toThrow('unknown_sale')
    expect((await request(sale.id)).total).toBe(230)
    await expect(request(sale.id)).rejects.toThrow('nothing_left')
  })

  test('that its bank decides later is pending until then', async () => {
    const { sale } = await sell(1, WAITS)
    const { id } = await request(sale.id)
    await runner.run(id)
    expect(await states()).toEqual(['pending'])
    expect(await documents()).toEqual([])
    const [row] = await rows()
    await opened.sandbox().control('POST', '/_sandbox/refunds/settle', { refund: row?.provider_refund_id, status: 'succeeded' })
    await runner.resume()
    expect(await states()).toEqual(['pending'])
    pass(61)
    await runner.resume()
    expect(await states()).toEqual(['succeeded'])
    expect(await documents()).toHaveLength(1)
  })

  test('that its bank gives back is booked back, and can be made again', async () => {
    const { sale } = await sell(1, FAILS)
    const { id } = await request(sale.id)
    await runner.run(id)
    expect(await states()).toEqual(['succeeded'])
    expect(await balance()).toEqual({ owed: 0, available: 0 })
    const [row] = await rows()
    pass(1)
    await hear(await readRefund(row?.provider_refund_id ?? ''))
    await hear(await readRefund(row?.provider_refund_id ?? ''))
    expect(await states()).toEqual(['failed'])
    expect(await balance()).toEqual({ owed: 800, available: 800 })
    const [note, invoice] = await documents()
    expect([note?.kind, invoice]).toEqual([
      'credit_note',
      { kind: 'invoice', total: '1230', number: expect.any(String), corrects: note?.number },
    ])
    expect(await sums()).toEqual([])
    expect((await request(sale.id)).total).toBe(1_230)
  })

  test('is heard of before its answer is recorded, and is booked once', async () => {
    const { sale, intentId } = await sell()
    const { id } = await request(sale.id, 300)
    const made = valueOf<Refund>(
      await opened.payments.refund({ intentId, amount: 300, metadata: { refund: id } }, `${id}:refund:0`),
    )
    await Promise.all([hear(made), runner.run(id), hear(made)])
    expect(await states()).toEqual(['succeeded'])
    expect(await documents()).toHaveLength(1)
  })

  test('of nothing paid fails without the provider', async () => {
    shop = await openShop(store)
    const { sales } = await shop.sell([shop.line()])
    const { id } = await request(sales[0]?.id ?? '')
    await runner.run(id)
    expect(await states()).toEqual(['failed'])
  })
})

describe('whatever the provider answers, a refund is made once', () => {
  test.each(['error_before', 'error_after', 'no_reply_after', 'duplicate', 'delay'])('%s', async (fault) => {
    const { sale, captureId } = await sell()
    const { id } = await request(sale.id, 400)
    await opened.sandbox().setFault({ operation: 'refund', fault, times: 2, ms: 50 })
    for (let count = 0; count < 6 && (await states())[0] !== 'succeeded'; count++) {
      await runner.resume()
      pass(1)
    }
    expect(await states()).toEqual(['succeeded'])
    expect(await refundsAt(captureId)).toEqual([400])
    expect(await documents()).toHaveLength(1)
    expect(id).toBe((await rows())[0]?.id)
  })

  test('a provider that has forgotten the key is asked what it has done', async () => {
    const { sale, captureId } = await sell()
    const { id } = await request(sale.id, 400)
    const first = createRefundRunner({ database: store.client.database, payments: opened.hasty, clock })
    await opened.sandbox().setFault({ operation: 'refund', fault: 'no_reply_after', times: 1 })
    await first.run(id)
    expect(await states()).toEqual(['requested'])
    await opened.sandbox().control('DELETE', '/_sandbox/keys')
    pass(24 * 60)
    await runner.resume()
    expect(await states()).toEqual(['succeeded'])
    expect(await refundsAt(captureId)).toEqual([400])
  })

  test('a refund that the provider refuses fails, and its part can be refunded', async () => {
    const { sale, intentId } = await sell()
    await request(sale.id)
    // The provider makes a refund before the marketplace's own one.
    valueOf(await opened.payments.refund({ intentId, amount: 1_230, metadata: {} }, opened.newKey()))
    await runner.resume()
    expect(await states()).toEqual(['failed'])
    const [made] = valueOf<readonly Refund[]>(await opened.payments.listRefunds(intentId))
    await hear(made as Refund)
    expect((await states()).toSorted()).toEqual(['failed', 'succeeded'])
    expect(await balance()).toEqual({ owed: 0, available: 0 })
  })
})

describe('a refund that was made at the provider', () => {
  test('is spread over the sales of its payment, once', async () => {
    const { sales, intentId } = await sell(3)
    await request(sales[0]?.id ?? '', 1_000)
    await runner.resume()
    const made = valueOf<Refund>(await opened.payments.refund({ intentId, amount: 2_000, metadata: {} }, opened.newKey()))
    await Promise.all([hear(made), hear(made)])
    await hear(made)
    const others = (await rows()).filter(({ provider_refund_id }) => provider_refund_id === made.id)
    expect(others.map(({ total }) => Number(total)).toSorted((a, b) => a - b)).toEqual([171, 914, 915])
    expect(await states()).toEqual(Array(4).fill('succeeded'))
    expect(await documents()).toHaveLength(4)
    expect(await sums()).toEqual([])
  })

  test('waits for a refund of ours that is on its way', async () => {
    const { sale, intentId } = await sell()
    await request(sale.id, 1_000)
    const made = valueOf<Refund>(await opened.payments.refund({ intentId, amount: 1_230, metadata: {} }, opened.newKey()))
    await expect(hear(made)).rejects.toThrow('are left of what was sold')
    await runner.resume()
    await hear(made)
    expect((await states()).toSorted()).toEqual(['failed', 'succeeded'])
  })
})

describe('a dispute', () => {
  const dispute = async (captureId: string, amount?: number) => {
    const made = (await opened.sandbox().control('POST', '/_sandbox/disputes', { charge: captureId, amount })) as { id: string }
    return made.id
  }
  const hearDispute = async (id: string) => {
    const read = valueOf<Dispute>(await opened.payments.readDispute(id))
    await shop.write((transaction) => bookDispute(transaction, read, clock.now()))
  }
  const close = (id: string, status: 'won' | 'lost') =>
    opened.sandbox().control('POST', '/_sandbox/disputes/close', { dispute: id, status })

  test('freezes its amount, and gives it back when it is won', async () => {
    const { captureId, sale } = await sell()
    const id = await dispute(captureId, 615)
    await hearDispute(id)
    await hearDispute(id)
    expect(await balance()).toEqual({ owed: 400, available: 400 })
    await expect(request(sale.id, 100)).rejects.toThrow('disputed')
    expect(await documents()).toEqual([])
    await close(id, 'won')
    await hearDispute(id)
    await hearDispute(id)
    expect(await states()).toEqual(['cancelled'])
    expect(await balance()).toEqual({ owed: 800, available: 800 })
    expect((await request(sale.id)).total).toBe(1_230)
    expect(await sums()).toEqual([])
  })

  test('that is lost counts as a refund, also if nobody heard of its beginning', async () => {
    const { captureId } = await sell(2)
    const id = await dispute(captureId)
    await close(id, 'lost')
    await hearDispute(id)
    await hearDispute(id)
    expect(await states()).toEqual(['succeeded', 'succeeded'])
    expect(await documents()).toHaveLength(2)
    expect(await balance()).toEqual({ owed: 0, available: 0 })
    expect(await sums()).toEqual([])
  })

  test.each([400, 1_230])('of more than is left after a refund of %i cents takes what is left', async (refunded) => {
    const { captureId, sale } = await sell()
    await request(sale.id, refunded)
    await runner.resume()
    const before = await balance()
    const id = await dispute(captureId, 1_230)
    await hearDispute(id)
    await hearDispute(id)
    expect(await balance()).toEqual({ owed: 0, available: 0 })
    await close(id, 'won')
    await hearDispute(id)
    expect(await balance()).toEqual(before)
    expect(await sums()).toEqual([])
  })

  test('of more than is left waits for a refund that is under way', async () => {
    const { captureId, sale } = await sell()
    await request(sale.id, 400)
    const id = await dispute(captureId, 1_230)
    await expect(hearDispute(id)).rejects.toThrow('830 are left of what was sold')
    await runner.resume()
    await hearDispute(id)
    // The provider does not refund disputed money, so the dispute takes all of it.
    expect((await rows()).map(({ state, total }) => [state, Number(total)]).toSorted()).toEqual([
      ['failed', 400],
      ['pending', 1_230],
    ])
  })

  test('is asked about if its end is not reported', async () => {
    const { captureId } = await sell()
    const id = await dispute(captureId)
    await hearDispute(id)
    await close(id, 'lost')
    pass(61)
    await runner.resume()
    expect(await states()).toEqual(['succeeded'])
  })
})

test('a refund after a payout makes the balance negative', async () => {
  const { sale } = await sell()
  const paidOut = [
    ['provider', -800],
    ['developer', 800],
  ] as const
  for (const [account, amount] of paidOut)
    await shop.sql(
      `insert into ledger_entries (movement_kind, movement_id, account, developer_id, amount, available_at, at)
       values ('payout', $1, $2, $3, $4, now(), now())`,
      [sale.id, account, account === 'developer' ? shop.developerId : null, amount],
    )
  await request(sale.id)
  await runner.resume()
  expect(await balance()).toEqual({ owed: -800, available: -800 })
})
