import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../test/harness.ts'
import { statementsOf } from '../../../test/statements.ts'
import type { Caller, OrganizationId } from '../../core/caller.ts'
import { inSavepoint, inTransaction } from '../../db/transaction.ts'
import { recordAudit, recordRefusal } from './index.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('truncate audit_events'))

const AT = new Date('2026-11-20T12:00:00Z')
const who = { accountId: 'ann', organizationId: 'acme' as OrganizationId }
const caller = { ...who, actor: null } as Caller
const events = async () => {
  const { rows } = await store.client.pool.query<Record<string, unknown>>(
    'select action, account_id, organization_id, actor_id, subject, details from audit_events order by id',
  )
  return rows
}
const actions = async () => (await events()).map(({ action }) => action)

describe('an event', () => {
  test('says who did what to what', async () => {
    const actor = { accountId: 'staff', email: 'staff@shop.test' }
    const details = { reason: 'ü " \\ \u2028', count: 3, on: true, none: null, list: ['a'] }
    await recordAudit(store.client.database, {
      action: 'cart.locked',
      at: AT,
      who: { ...who, actor },
      subject: 'cart-1',
      details,
    })
    expect(await events()).toEqual([
      { action: 'cart.locked', account_id: 'ann', organization_id: 'acme', actor_id: 'staff', subject: 'cart-1', details },
    ])
  })

  test('of nobody, about nothing, is kept too', async () => {
    await recordAudit(store.client.database, {
      action: 'session.refused',
      at: AT,
      who: { accountId: null, organizationId: null },
    })
    expect(await events()).toEqual([
      { action: 'session.refused', account_id: null, organization_id: null, actor_id: null, subject: null, details: {} },
    ])
  })

  test('outlives whom and what it is about: it names them without a reference', async () => {
    const { rows } = await store.client.pool.query(
      `select from pg_constraint where conrelid = 'audit_events'::regclass and contype = 'f'`,
    )
    expect(rows).toEqual([])
  })
})

describe('in a transaction, events', () => {
  test('are committed with what they report, in their order, by one statement', async () => {
    const sent = await statementsOf(() =>
      inTransaction(store.client.database, async (transaction) => {
        for (const action of ['cart.created', 'cart.locked', 'cart.purchased'] as const)
          await recordAudit(transaction, { action, at: AT, who })
        expect(await actions()).toEqual([])
      }),
    )
    expect(await actions()).toEqual(['cart.created', 'cart.locked', 'cart.purchased'])
    expect(sent.filter((text) => text.includes('insert into "audit_events"'))).toHaveLength(1)
  })

  test('go with a transaction that fails, and with a savepoint that does', async () => {
    const failing = inTransaction(store.client.database, async (transaction) => {
      await recordAudit(transaction, { action: 'cart.created', at: AT, who })
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    await inTransaction(store.client.database, async (transaction) => {
      await recordAudit(transaction, { action: 'cart.locked', at: AT, who })
      const part = inSavepoint(transaction, async (savepoint) => {
        await recordAudit(savepoint, { action: 'cart.purchased', at: AT, who })
        throw new Error('on purpose')
      })
      await expect(part).rejects.toThrow('on purpose')
      await inSavepoint(transaction, (savepoint) => recordAudit(savepoint, { action: 'cart.closed', at: AT, who }))
    })
    expect(await actions()).toEqual(['cart.locked', 'cart.closed'])
  })
})

describe('a refusal', () => {
  const refuse = (more: { subject?: string | null; details?: Record<string, string>; who?: Caller; minutes?: number } = {}) =>
    recordRefusal(store.client.database, {
      action: 'endpoint.refused',
      at: new Date(AT.getTime() + (more.minutes ?? 0) * 60_000),
      who: more.who ?? caller,
      ...(more.subject !== undefined && { subject: more.subject }),
      ...(more.details && { details: more.details }),
    })

  test('that is repeated adds one row, also without a subject', async () => {
    for (let time = 0; time < 5; time += 1) {
      await refuse()
      await refuse({ subject: 'listAgents' })
    }
    expect((await events()).map(({ subject }) => subject)).toEqual([null, 'listAgents'])
  })

  test.each([
    ['subject', { subject: 'another' }],
    ['reason', { details: { code: 'OTHER' } }],
    ['organization', { who: { ...caller, organizationId: 'globex' as OrganizationId } }],
    ['account', { who: { ...caller, accountId: 'bob' } }],
    ['member of staff', { who: { ...caller, actor: { accountId: 'staff', email: 's@shop.test' } } }],
  ])('with another %s adds another', async (_, more) => {
    await refuse({ subject: 'one' })
    await refuse({ subject: 'one', ...more })
    expect(await events()).toHaveLength(2)
  })

  test('does not count as repeated because of something else that was audited', async () => {
    await recordAudit(store.client.database, { action: 'cart.refused', at: AT, who, subject: 'one' })
    await refuse({ subject: 'one' })
    expect(await actions()).toEqual(['cart.refused', 'endpoint.refused'])
  })

  test('for hours on end adds at most six rows an hour', async () => {
    for (let minutes = 0; minutes < 120; minutes += 1) await refuse({ minutes })
    expect(await events()).toHaveLength(12)
  })

  test('takes what strangers type as values', async () => {
    const typed = `'); drop table audit_events; --`
    await refuse({ subject: typed, details: { code: typed } })
    expect(await events()).toMatchObject([{ subject: typed, details: { code: typed } }])
  })
})
