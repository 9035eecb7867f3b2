import type { DeveloperBalance, Payout, Statement } from '@marketplace/contracts/billing/payout-schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrganization, createToken } from '../../../../test/people.ts'
import { auditEach, emptyShop } from '../../../../test/purchases.ts'
import { openRenewalShop, type RenewalShop } from '../../../../test/renewals.ts'
import { MARKETPLACE_CLIENT } from '../../clients/index.ts'
import { issueStatements } from './issue-statements.ts'

const BOUGHT = '2026-11-01T00:00:00.000Z'

let shop: RenewalShop
let staff: { token: string }
let developer: string
beforeAll(async () => {
  shop = await openRenewalShop()
  const { administrator } = (await createOrganization(shop.store, 'marketplace')).people
  await shop.sql('update accounts set staff = true where id = $1', [administrator.accountId])
  staff = { token: await createToken(shop.store, administrator, 'dal', { clientId: MARKETPLACE_CLIENT }) }
  await shop.sql(`update tokens set expires_at = '2100-01-01'`)
  const [row] = await shop.sql<{ id: string }>(`select developer_id as id from applications where slug = 'licence'`)
  developer = row?.id ?? ''
  await shop.sql(`update developers set organization_id = $2 where id = $1`, [developer, shop.globex.id])
})
beforeEach(async () => {
  await shop.opened.sandbox().clearFaults()
  await shop.bought(BOUGHT, ['licence'])
})
// The renewals of the months that pass in these tests do not run.
auditEach(() => shop, { renews: false })
afterAll(() => shop.close())

type Who = { token: string }
const ask = async <T>(who: Who, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
  const answer = await shop.ask(who, method, `/billing/v3${path}`, body)
  return { status: answer.statusCode, body: answer.json<T & { code?: string }>() }
}
const seller = () => shop.globex.people.owner
const balance = async (who: Who = seller()) => (await ask<DeveloperBalance>(who, 'GET', `/developers/${developer}/balance`)).body
const request = (cents: number | null, who: Who = seller()) =>
  ask<Payout>(who, 'POST', `/developers/${developer}/payouts`, { cents })
const move = (id: string, command: string, more: object = {}) =>
  ask<Payout>(staff, 'PATCH', `/payouts/${id}`, { command, ...more })
/** The differences in the books, without those of renewals: the renewals of the months that pass in this test do not run. */
const wrong = async () =>
  (await shop.violations()).map(({ what }) => what).filter((what) => what !== 'reconciliation: renewal_missing')
const expectRightBooks = async () => expect(await wrong()).toEqual([])
const statements = () =>
  issueStatements({ database: shop.store.client.database, clock: shop.clock }, new AbortController().signal)
/** 3,000 cents minus 20 %. */
const SHARE = 2_400

describe('a payout', () => {
  test('takes what is available, seven days after the capture, and is paid by staff', async () => {
    expect(await balance()).toMatchObject({ owed: SHARE, available: 0, paid: 0 })
    expect((await request(null)).body.code).toBe('PAYOUT_TOO_MUCH')
    shop.clock.set('2026-11-08T00:00:00.000Z')
    const { status, body } = await request(null)
    expect([status, body]).toMatchObject([200, { amount: SHARE, state: 'pending' }])
    expect(await balance()).toMatchObject({ owed: 0, available: 0, on_its_way: SHARE })
    expect((await move(body.id, 'pay')).body.code).toBe('PAYOUT_STATE')
    for (const [command, state] of [
      ['hold', 'held'],
      ['hold', 'held'],
      ['release', 'pending'],
      ['send', 'in_transit'],
    ] as const)
      expect((await move(body.id, command)).body).toMatchObject({ state })
    expect((await move(body.id, 'pay', { reference: 'SEPA 1' })).body).toMatchObject({ state: 'paid', reference: 'SEPA 1' })
    expect(await balance(staff)).toMatchObject({ owed: 0, paid: SHARE })
    await expectRightBooks()
  })

  test('that fails or is cancelled comes back, once', async () => {
    shop.clock.set('2026-11-09T00:00:00.000Z')
    const first = await request(1_000)
    const second = await request(null)
    expect(second.body.amount).toBe(SHARE - 1_000)
    await move(first.body.id, 'cancel')
    await move(first.body.id, 'cancel')
    await move(second.body.id, 'send')
    await move(second.body.id, 'pay')
    await move(second.body.id, 'fail', { note: 'The account is closed.' })
    expect(await balance()).toMatchObject({ owed: SHARE, available: SHARE, on_its_way: 0, paid: 0 })
    await expectRightBooks()
  })

  test('is asked for ten times at once: the balance goes out once', async () => {
    shop.clock.set('2026-11-09T00:00:00.000Z')
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(null)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await balance()).toMatchObject({ owed: 0 })
    await expectRightBooks()
  })

  test('before a refund makes the balance negative', async () => {
    shop.clock.set('2026-11-09T00:00:00.000Z')
    await request(null)
    const [sale] = await shop.sql<{ id: string }>('select id from sales')
    const refund = { sale_id: sale?.id, cents: null, note: 'It never worked.' }
    expect((await ask(staff, 'POST', '/refunds', refund)).body).toMatchObject({ state: 'succeeded' })
    expect(await balance()).toMatchObject({ owed: -SHARE, available: -SHARE })
    expect((await request(null)).body.code).toBe('PAYOUT_TOO_MUCH')
    await expectRightBooks()
  })

  test('is for staff and the developer’s own organization alone', async () => {
    expect((await ask(shop.acme.people.owner, 'GET', `/developers/${developer}/balance`)).status).toBe(404)
    expect((await ask(shop.globex.people.viewer, 'GET', `/developers/${developer}/balance`)).status).toBe(403)
    shop.clock.set('2026-11-09T00:00:00.000Z')
    const { body } = await request(100)
    expect((await ask(seller(), 'PATCH', `/payouts/${body.id}`, { command: 'pay' })).status).toBe(403)
  })
})

describe('a refund by staff', () => {
  test('of parts adds up, and what is more than is left is refused', async () => {
    const { body } = await ask<{ result: { id: string; total: number; left: number; invoice: string }[] }>(staff, 'GET', '/sales')
    const [sale] = body.result
    expect(sale).toMatchObject({ invoice: 'INV-000001', left: sale?.total })
    const refund = (cents: number | null) => ask(staff, 'POST', '/refunds', { sale_id: sale?.id, cents, note: 'Asked for' })
    expect((await refund(100)).body).toMatchObject({ state: 'succeeded', total: 100 })
    expect((await refund(999_999)).body.code).toBe('REFUND_REFUSED')
    expect((await refund(null)).body).toMatchObject({ total: (sale?.total ?? 0) - 100 })
    expect((await refund(1)).body.code).toBe('REFUND_REFUSED')
    expect((await ask(staff, 'POST', '/refunds', { sale_id: 'none', cents: 1, note: 'x' })).body.code).toBe('SALE_NOT_FOUND')
    expect((await ask(shop.acme.people.owner, 'POST', '/refunds', { sale_id: sale?.id, cents: 1, note: 'x' })).status).toBe(403)
    await expectRightBooks()
  })

  test('with one Idempotency-Key is one refund', async () => {
    const [sale] = await shop.sql<{ id: string }>('select id from sales')
    const send = () =>
      shop.app.server.inject({
        method: 'POST',
        url: '/billing/v3/refunds',
        headers: { authorization: `Bearer ${staff.token}`, 'idempotency-key': 'refund-1' },
        payload: { sale_id: sale?.id, cents: 100, note: 'Asked for' },
      })
    const [first, again] = [await send(), await send()]
    expect(again.json()).toEqual(first.json())
    expect(await shop.sql('select id from refunds')).toHaveLength(1)
  })
})

describe('a statement', () => {
  const read = async (month: string) =>
    (await ask<Statement>(seller(), 'GET', `/developers/${developer}/statements/${month}`)).body

  test('of each month has every movement with its capture, and never changes', async () => {
    shop.clock.set('2026-11-10T00:00:00.000Z')
    await request(1_000)
    await shop.at('2026-12-01T00:30:00.000Z')
    await statements()
    expect((await read('2026-11')).code).toBe('STATEMENT_NOT_FOUND')
    await shop.at('2026-12-01T02:00:00.000Z')
    await statements()
    await statements()
    const november = await read('2026-11')
    const [capture] = await shop.sql<{ id: string }>('select capture_id as id from sales order by sold_at')
    expect(november).toMatchObject({ opening: 0, sales: SHARE, payouts: -1_000, closing: SHARE - 1_000 })
    expect(november.lines).toMatchObject([
      { kind: 'sale', capture: capture?.id, commission: 600, amount: SHARE },
      { kind: 'payout', description: 'Payout', amount: -1_000 },
    ])
    shop.clock.set('2027-02-03T00:00:00.000Z')
    await statements()
    const list = await ask<{ total: number; result: { month: string; opening: number }[] }>(
      seller(),
      'GET',
      `/developers/${developer}/statements`,
    )
    expect(list.body.result.map(({ month }) => month)).toEqual(['2027-01', '2026-12', '2026-11'])
    expect(await read('2026-11')).toEqual(november)
    const pdf = await shop.ask(seller(), 'GET', `/billing/v3/developers/${developer}/statements/2026-11/pdf`)
    expect([pdf.statusCode, pdf.body.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect(pdf.headers['content-disposition']).toBe('attachment; filename="statement-2026-11.pdf"')
    await expect(shop.sql(`update statements set month = '2026-10'`)).rejects.toThrow('only added')
    await expectRightBooks()
  })

  test('random sales, refunds and payouts: each statement ends where the next begins, and they add up to the cent', async () => {
    const step = fc.constantFrom('renew', 'refund', 'pay out', 'fail', 'cancel')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.integer({ min: 1, max: 1_500 })), { maxLength: 8 }), async (steps) => {
        await shop.bought(BOUGHT, ['licence'])
        let now = Date.parse('2026-11-08T01:00:00.000Z')
        for (const [what, cents] of steps) {
          now += 9 * 86_400_000
          if (what === 'renew') await shop.at(new Date(now).toISOString())
          else shop.clock.set(new Date(now).toISOString())
          const [sale] = await shop.sql<{ id: string }>('select id from sales order by sold_at desc limit 1')
          const [open] = await shop.sql<{ id: string }>(`select id from payouts where state = 'pending' limit 1`)
          if (what === 'refund') await ask(staff, 'POST', '/refunds', { sale_id: sale?.id, cents, note: 'Asked for' })
          if (what === 'pay out') await request(cents)
          if (what === 'cancel' && open) await move(open.id, 'cancel')
          if (what === 'fail' && open) for (const command of ['send', 'fail']) await move(open.id, command)
        }
        shop.clock.set(new Date(now + 40 * 86_400_000).toISOString())
        await statements()
        const rows = await shop.sql<{ document: Statement }>('select document from statements order by month')
        let closing = 0
        for (const { document } of rows) {
          expect(document.opening).toBe(closing)
          closing = document.closing
          expect(document.opening + document.sales + document.refunds + document.payouts).toBe(closing)
        }
        expect(closing).toBe((await balance()).owed)
        await expectRightBooks()
      }),
      { numRuns: 6 },
    )
  })
})

test('the auditor names a payout and a statement that the ledger does not bear out', async () => {
  shop.clock.set('2026-11-09T00:00:00.000Z')
  await request(1_000)
  await shop.sql(`update payouts set amount = amount + 1`)
  expect(await wrong()).toEqual(['a payout is not what the ledger says'])
  await shop.sql(`update payouts set amount = amount - 1`)
  shop.clock.set('2026-12-02T00:00:00.000Z')
  await statements()
  await shop.sql(`set session_replication_role = replica; update statements set document = jsonb_set(document, '{closing}', '1');
    set session_replication_role = origin`)
  expect(await wrong()).toEqual(['a statement is not what the ledger says'])
  await emptyShop(shop, BOUGHT)
})
