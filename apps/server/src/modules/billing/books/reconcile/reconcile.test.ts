// Plants differences and checks what reconciliation reports. Only new kinds are compared, because earlier ones stay.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestMarketplace, type TestMarketplace } from '../../../../../test/marketplace.ts'
import { testClock } from '../../../../../test/harness.ts'
import { openTestPayments, type TestPayments, valueOf, VISA } from '../../../../../test/payments.ts'
import { openShop, type Shop, SOLD_AT } from '../../../../../test/sold.ts'
import type { Dispute, Refund } from '../../../../ports/payments.ts'
import { bookDispute, createRefundRunner, reconcile, requestRefund } from '../../index.ts'
import { DIFFERENCES, type DifferenceKind } from './differences.ts'
import { describeDifference } from './reconcile.ts'

const SINCE = new Date('2020-01-01T00:00:00Z')
// Later than everything, so that nothing counts as under way.
const clock = testClock('2035-01-01T00:00:00Z')
let market: TestMarketplace
let opened: TestPayments
let shop: Shop

beforeAll(async () => {
  ;[market, opened] = await Promise.all([openTestMarketplace(), openTestPayments()])
  shop = await openShop(market.store, undefined, market.acme)
  // Only the owner of the database can change rows of the books.
  for (const table of ['sales', 'ledger_entries', 'invoices']) await market.sql(`alter table ${table} disable trigger user`)
})
afterAll(() => Promise.all([market.close(), opened.close()]))

const find = () => reconcile({ database: market.store.client.database, payments: opened.payments, clock }, SINCE)
/** The kinds of differences that are new after `plant`. */
const planted = async (plant: () => Promise<unknown>): Promise<DifferenceKind[]> => {
  const before = new Set((await find()).map((difference) => JSON.stringify(difference)))
  await plant()
  const fresh = (await find()).filter((difference) => !before.has(JSON.stringify(difference)))
  return [...new Set(fresh.map(({ kind }) => kind))].toSorted()
}

/** A correct sale of one line with its own payment. */
const sell = async (more: Parameters<Shop['line']>[0] = {}) => {
  const line = shop.line(more)
  const intent = await opened.captured(VISA, { amount: 1_230 })
  const captureId = intent.captureId ?? ''
  const { sales } = await shop.sell([line], { intentId: intent.id, captureId })
  return { sale: sales[0] as (typeof sales)[number], line, intentId: intent.id, captureId }
}
const refund = async (saleId: string, cents: number | null) => {
  const request = { saleId, cents, reason: 'requested', note: null, requestedBy: null } as const
  const made = await shop.write((transaction) => requestRefund(transaction, request, clock.now()))
  if ('refused' in made) throw new Error(made.refused)
  return made
}
const run = (id: string) =>
  createRefundRunner({ database: market.store.client.database, payments: opened.payments, clock }).run(id)
const atProvider = async (intentId: string, amount: number) =>
  valueOf<Refund>(await opened.payments.refund({ intentId, amount, metadata: {} }, opened.newKey()))

/** A recurrent charge of a plan of the paid application. */
const insertCharge = async (state: string) => {
  const id = randomUUID()
  const [plan] = await market.sql<{ id: string }>('select id from plans where application_id = $1', [market.idOf('paid')])
  await market.sql(
    `insert into recurrent_charges (id, organization_id, license_id, seller_client_id, order_client_id, application_id, plan_id, name, price, quantity,
       per_account, test, commission_percent, created_at, updated_at, due_at, state, months, trial_days)
     values ($1, $2, (select min(id) from licenses where organization_id = $2), 'test-client', 'test-client', $3, $4, 'Paid', 1000, 1, false, false, 20, $5, $5, '2099-01-01', $6, 1, 0)`,
    [id, market.acme.id, market.idOf('paid'), plan?.id, SOLD_AT, state],
  )
  return id
}
const entitle = async (chargeId: string, endedAt: Date | null = null) =>
  market.sql(
    `insert into entitlements (id, organization_id, application_id, source, charge_id, starts_at, ended_at)
     values ($1, $2, $3, 'recurrent_charge', $4, $5, $6)`,
    [randomUUID(), market.acme.id, market.idOf('paid'), chargeId, SOLD_AT, endedAt],
  )

describe('without a fault', () => {
  test('no difference after sales, refunds and disputes of every kind', async () => {
    const sold = await Promise.all([sell(), sell(), sell(), sell()])
    await shop.sell([shop.line({ discount: 1_000 })])
    await run((await refund(sold[0].sale.id, 400)).id)
    await run((await refund(sold[0].sale.id, null)).id)
    await opened.authorized(VISA, { amount: 900 })
    for (const [index, status] of [
      [1, null],
      [2, 'won'],
      [3, 'lost'],
    ] as const) {
      const made = await opened.sandbox().control('POST', '/_sandbox/disputes', { charge: sold[index].captureId })
      const { id } = made as { id: string }
      const hear = async () => {
        const dispute = valueOf<Dispute>(await opened.payments.readDispute(id))
        await shop.write((transaction) => bookDispute(transaction, dispute, clock.now()))
      }
      await hear()
      if (status) await opened.sandbox().control('POST', '/_sandbox/disputes/close', { dispute: id, status })
      await hear()
    }
    expect(await find()).toEqual([])
  })

  test('a difference says what, why, and what to do', () => {
    for (const kind of Object.keys(DIFFERENCES) as DifferenceKind[]) {
      const lines = describeDifference({ kind, subject: 'x', detail: '$1.00' }).split('\n')
      expect(lines).toEqual([`${kind}: x ($1.00)`, expect.stringMatching(/^ {2}.+[.]$/), expect.stringMatching(/^ {2}.+[.]$/)])
    }
  })

  test('a provider that does not answer stops the comparison', async () => {
    const away = await openTestPayments()
    await away.sandbox().kill()
    const comparing = reconcile({ database: market.store.client.database, payments: away.payments, clock }, SINCE)
    await expect(comparing).rejects.toThrow('The payment provider did not answer: connection')
    await away.close()
  })
})

const PLANTED: readonly [name: string, kinds: DifferenceKind[], plant: () => Promise<unknown>][] = [
  ['a capture that nobody here asked for', ['capture_unknown'], () => opened.captured()],
  [
    'a second capture of an attempt',
    ['captured_twice'],
    async () => {
      const { sale } = await sell()
      await opened.captured(VISA, { metadata: { attempt: sale.attemptId } })
    },
  ],
  [
    'a capture without a sale',
    ['attempt_without_sale', 'capture_without_sale'],
    async () => {
      const intent = await opened.captured(VISA, { amount: 1_230 })
      await shop.pay([shop.line()], { intentId: intent.id, captureId: intent.captureId ?? '' })
    },
  ],
  [
    'a cent more captured than sold',
    ['capture_differs'],
    async () => {
      const intent = await opened.captured(VISA, { amount: 1_231 })
      await shop.sell([shop.line()], { intentId: intent.id, captureId: intent.captureId ?? '' })
    },
  ],
  [
    'money that stays reserved',
    ['authorization_left'],
    async () => {
      const intent = await opened.authorized()
      const attempt = await shop.pay([shop.line({ discount: 1_000 })], { intentId: intent.id })
      await market.sql(`update payment_attempts set state = 'released' where id = $1`, [attempt.id])
    },
  ],
  [
    'money that stays reserved after a provider gave no answer',
    ['authorization_left'],
    async () => {
      const attempt = await shop.pay([shop.line({ discount: 1_000 })], {})
      await opened.authorized(VISA, { metadata: { attempt: attempt.id } })
      await market.sql(`update payment_attempts set state = 'abandoned' where id = $1`, [attempt.id])
    },
  ],
  [
    'a sale without a capture',
    ['sale_without_capture'],
    () => shop.sell([shop.line()], { intentId: 'pi_none', captureId: 'ch_none' }),
  ],
  ['a refund that was made at the provider', ['refund_not_booked'], async () => atProvider((await sell()).intentId, 100)],
  [
    'a refund of another amount',
    ['document_missing', 'ledger_differs', 'refund_differs'],
    async () => {
      const { id } = await refund((await sell()).sale.id, 400)
      await run(id)
      await market.sql('update refunds set total = 401 where id = $1', [id])
    },
  ],
  [
    'a refund that its bank gave back',
    ['refund_given_back'],
    async () => {
      const { id } = await refund((await sell()).sale.id, 400)
      await run(id)
      const [row] = await market.sql<{ ref: string }>('select provider_refund_id as ref from refunds where id = $1', [id])
      await opened.sandbox().control('POST', '/_sandbox/refunds/settle', { refund: row?.ref, status: 'failed' })
    },
  ],
  [
    'a refund that nobody made',
    ['document_missing', 'ledger_differs', 'refund_not_made'],
    async () => {
      const { id } = await refund((await sell()).sale.id, 400)
      await market.sql(`update refunds set state = 'succeeded', updated_at = $2 where id = $1`, [id, SOLD_AT])
    },
  ],
  [
    'a dispute that nobody heard of',
    ['dispute_not_booked'],
    async () => opened.sandbox().control('POST', '/_sandbox/disputes', { charge: (await sell()).captureId }),
  ],
  ...[400, 1_230].map((cents): (typeof PLANTED)[number] => [
    `a dispute of everything after a refund of ${cents} cents`,
    ['dispute_exceeds_sale'],
    async () => {
      const { sale, captureId } = await sell()
      await run((await refund(sale.id, cents)).id)
      const made = (await opened.sandbox().control('POST', '/_sandbox/disputes', { charge: captureId, amount: 1_230 })) as {
        id: string
      }
      const read = valueOf<Dispute>(await opened.payments.readDispute(made.id))
      await shop.write((transaction) => bookDispute(transaction, read, clock.now()))
    },
  ]),
  [
    'an attempt that does not end',
    ['attempt_stuck'],
    async () => {
      const { id } = await shop.pay([shop.line({ discount: 1_000 })])
      await market.sql(`update payment_attempts set state = 'claimed', ended_at = null where id = $1`, [id])
    },
  ],
  [
    'a refund that is not sent',
    ['refund_stuck'],
    async () => {
      const { id } = await refund((await sell()).sale.id, 400)
      await market.sql('update refunds set updated_at = $2 where id = $1', [id, SOLD_AT])
    },
  ],
  [
    'a ledger cent that moved',
    ['ledger_differs', 'ledger_unbalanced'],
    async () => {
      const { sale } = await sell()
      await market.sql(`update ledger_entries set amount = amount + 1 where movement_id = $1 and account = 'tax'`, [sale.id])
    },
  ],
  [
    'a cent that moved from the developer to the marketplace',
    ['ledger_differs'],
    async () => {
      const { sale } = await sell()
      const move = 'update ledger_entries set amount = amount + $2 where movement_id = $1 and account = $3'
      await market.sql(move, [sale.id, 1, 'developer'])
      await market.sql(move, [sale.id, -1, 'marketplace'])
    },
  ],
  [
    'a movement of nothing',
    ['ledger_without_cause'],
    () =>
      market.sql(`insert into ledger_entries (movement_kind, movement_id, account, amount, available_at, at)
        values ('sale', 'none', 'provider', 0, now(), now())`),
  ],
  [
    'a sale of a payment that was declined',
    ['sale_of_unpaid_attempt'],
    async () => {
      const { sales } = await shop.sell([shop.line({ discount: 1_000 })])
      await market.sql(`update payment_attempts set state = 'declined' where id = $1`, [sales[0]?.attemptId])
    },
  ],
  [
    'a second renewal for the same days',
    ['paid_twice'],
    async () => {
      const { line } = await sell()
      await sell({ ...line, period: 1 })
    },
  ],
  [
    'a period that counts as paid',
    ['period_without_sale'],
    async () => {
      const { line, sale } = await sell({ chargeId: await insertCharge('pending') })
      await market.sql(
        `insert into charge_periods (charge_id, index, starts_at, ends_at, outcome, attempt_id, settled_at)
         values ($1, 1, $2, $2, 'charged', $3, $2)`,
        [line.chargeId, SOLD_AT, sale.attemptId],
      )
    },
  ],
  [
    'a developer’s share of a refund that another developer pays',
    ['ledger_differs'],
    async () => {
      const { id } = await refund((await sell()).sale.id, 400)
      await run(id)
      await market.sql(
        `update ledger_entries set developer_id = (select min(id) from developers where id <> developer_id)
        where movement_id = $1 and account = 'developer'`,
        [id],
      )
    },
  ],
  [
    'a renewal that nobody thinks of',
    ['renewal_missing'],
    async () => {
      const charge = await insertCharge('active')
      await market.sql('update recurrent_charges set due_at = null where id = $1', [charge])
    },
  ],
  [
    'a renewal that fails each time',
    ['renewal_missing'],
    async () => {
      const charge = await insertCharge('past_due')
      await market.sql('update recurrent_charges set due_at = $2 where id = $1', [charge, SOLD_AT])
    },
  ],
  [
    'a payment without an invoice',
    ['document_missing', 'number_missing'],
    async () => {
      const { sale } = await sell()
      await market.sql('delete from invoices where attempt_id = $1', [sale.attemptId])
      await sell()
    },
  ],
  [
    'a number that was given and is not there',
    ['number_missing'],
    () => market.sql(`update document_numbers set next = next + 5 where series = 'credit_note'`),
  ],
  [
    'a capture without a right',
    ['sale_without_entitlement'],
    async () => sell({ chargeId: await insertCharge('active'), applicationId: market.idOf('paid') }),
  ],
  [
    'a right without a payment',
    ['entitlement_without_sale'],
    async () => {
      await entitle(await insertCharge('active'))
    },
  ],
  [
    'a right of a charge that has ended',
    ['entitlement_outlives_charge'],
    async () => {
      await market.sql('update entitlements set ended_at = $1', [SOLD_AT])
      const chargeId = await insertCharge('cancelled')
      await entitle(chargeId)
      await sell({ chargeId, applicationId: market.idOf('paid') })
    },
  ],
  [
    'an install that nobody paid for',
    ['install_without_entitlement'],
    () =>
      market.sql(`insert into installations (id, organization_id, application_id, installed_at) values ($1, $2, $3, $4)`, [
        randomUUID(),
        market.globex.id,
        market.idOf('paid'),
        SOLD_AT,
      ]),
  ],
]

describe('a planted difference is named', () => {
  test.each(PLANTED)('%s', async (_, kinds, plant) => {
    expect(await planted(plant)).toEqual(kinds)
  })

  test('and each kind is planted here', () => {
    expect([...new Set(PLANTED.flatMap(([, kinds]) => kinds))].toSorted()).toEqual(Object.keys(DIFFERENCES).toSorted())
  })
})
