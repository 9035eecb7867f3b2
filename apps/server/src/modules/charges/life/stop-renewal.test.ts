import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestCharges, type TestCharges } from '../../../../test/charges.ts'
import {
  beginRecurrent,
  keepEarlierInstalls,
  moveCharge,
  readPurchase,
  startEntitlement,
  stopPaying,
  stopRenewal,
} from '../index.ts'
import type { RecurrentRecord } from '../records/records.ts'

const AT = '2026-01-31T10:00:00Z'
let market: TestCharges
beforeAll(async () => {
  market = await openTestCharges(AT)
})
afterAll(() => market.close())
beforeEach(() => market.clock.set(AT))
afterEach(async () => {
  for (const table of ['entitlements', 'trials', 'charge_periods', 'recurrent_charges', 'installations', 'audit_events'])
    await market.sql(`delete from ${table}`)
})

const done = () => ({ who: null, at: market.clock.now() })
/** A charge that was bought and paid, with its right to use the application. */
const bought = async (slug = 'monthly', of = market.acme): Promise<RecurrentRecord> => {
  const charge = (await market.createFor(slug, of)) as RecurrentRecord
  return market.inOne(async (transaction) => {
    let moved = charge
    for (const command of ['accept', 'activate'] as const) moved = await moveCharge(transaction, moved, command, done())
    await startEntitlement(transaction, moved, done())
    return beginRecurrent(transaction, { ...moved, test: true }, market.clock.now(), null)
  })
}
const applicationOf = ({ applicationId }: { applicationId: string | null }) => applicationId ?? ''
const actions = async (subject: string) =>
  (await market.audit()).filter((row) => row.subject === subject).map(({ action, details }) => ({ action, details }))

describe('stopping the renewal of an application', () => {
  const stop = (charge: RecurrentRecord, of = market.acme) =>
    market.inOne((transaction) => stopRenewal(transaction, of.id, applicationOf(charge), done()))

  test.each(['processed', 'active', 'past_due', 'frozen'])('cancels a charge that is %s', async (state) => {
    const charge = await bought()
    await market.sql('update recurrent_charges set state = $1', [state])
    expect((await stop(charge)).map(({ id, state: now }) => [id, now])).toEqual([[charge.id, 'cancelled']])
    expect(await market.sql('select state, due_at from recurrent_charges')).toEqual([{ state: 'cancelled', due_at: null }])
  })

  test.each(['pending', 'accepted', 'declined', 'cancelled'])('leaves one that is %s as it is', async (state) => {
    const charge = await bought()
    await market.sql('update recurrent_charges set state = $1', [state])
    expect(await stop(charge)).toEqual([])
    expect(await market.sql('select state from recurrent_charges')).toEqual([{ state }])
  })

  test('cancels all of them, and none of another organization or application', async () => {
    const [one, two, other] = [await bought(), await bought(), await bought('tried')]
    const theirs = await bought('monthly', market.globex)
    const stopped = await stop(one)
    expect(stopped.map(({ id }) => id)).toEqual([one.id, two.id].toSorted())
    const left = await market.sql<{ id: string }>(`select id from recurrent_charges where state = 'active' order by id`)
    expect(left.map(({ id }) => id)).toEqual([other.id, theirs.id].toSorted())
  })

  test('forgets what was put off to the next renewal, which does not come', async () => {
    const charge = await bought()
    await market.sql(`update recurrent_charges set scheduled = '{"planId":"p","quantity":2,"price":100}'`)
    const [stopped] = await stop(charge)
    expect(stopped).toMatchObject({ scheduled: null, cancelledAt: market.clock.now() })
  })

  test('cancels none where one is being paid at this moment', async () => {
    const [one, two] = [await bought(), await bought()]
    await market.sql(
      `insert into payment_attempts (id, organization_id, subject_kind, subject_id, amount, description, saves_card, owner_away,
         state, capture_amount, lease_until, created_at, updated_at)
       values ('capturing', $1, 'renewal', $2, 100, '', false, true, 'capturing', 100, now(), now(), now())`,
      [market.acme.id, `${[one.id, two.id].toSorted()[1]}:1`],
    )
    await expect(stop(one)).rejects.toMatchObject({ code: 'PAYMENT_RUNNING' })
    expect(await market.sql('select distinct state from recurrent_charges')).toEqual([{ state: 'active' }])
    await market.sql('delete from payment_attempts')
  })

  test('by two at once cancels each charge once, with one audit row', async () => {
    const [one, two] = [await bought(), await bought()]
    const [first, second] = await Promise.all([stop(one), stop(one)])
    expect(first.length + second.length).toBe(2)
    for (const { id } of [one, two])
      expect((await actions(id)).filter(({ action }) => action === 'charge.cancelled')).toHaveLength(1)
  })
})

describe('an uninstall', () => {
  const stop = (applicationId: string) =>
    market.inOne((transaction) => stopPaying(transaction, market.acme.id, applicationId, done()))
  const purchase = (applicationId: string) =>
    market.inOne((transaction) => readPurchase(transaction, market.acme.id, applicationId, market.clock.now()))

  test('a paid period lasts to its end, and not longer', async () => {
    const charge = await bought()
    market.clock.set('2026-02-10T10:00:00Z')
    const { cancelled, freeEnded } = await stop(applicationOf(charge))
    expect([cancelled.map(({ id }) => id), freeEnded]).toEqual([[charge.id], false])
    const until = new Date('2026-02-28T10:00:00Z')
    expect(await purchase(applicationOf(charge))).toEqual({ paymentNeeded: false, once: false, until, renews: false })
    market.clock.set('2026-02-28T10:00:00Z')
    expect(await purchase(applicationOf(charge))).toBeNull()
  })

  test('a charge whose paid period is over ends now', async () => {
    const charge = await bought()
    await market.sql(`update recurrent_charges set state = 'past_due'`)
    market.clock.set('2026-03-05T10:00:00Z')
    await stop(applicationOf(charge))
    expect(await market.sql('select ends_at from entitlements')).toEqual([{ ends_at: market.clock.now() }])
    expect(await purchase(applicationOf(charge))).toBeNull()
  })

  test('a right from before the price ends at once, and the audit says so', async () => {
    const [{ id = '' } = {}] = await market.sql<{ id: string }>(`select id from applications where slug = 'monthly'`)
    await market.sql(
      `insert into installations (id, organization_id, application_id, installed_at) values ('before', $1, $2, '2025-06-01')`,
      [market.acme.id, id],
    )
    expect(await market.inOne((transaction) => keepEarlierInstalls(transaction, market.clock.now(), 10))).toBe(1)
    expect(await purchase(id)).toEqual({ paymentNeeded: false, once: false, until: null, renews: false })
    expect(await stop(id)).toEqual({ cancelled: [], freeEnded: true })
    expect(await purchase(id)).toBeNull()
    expect(await actions(id)).toEqual([
      { action: 'entitlement.started', details: { source: 'earlier' } },
      { action: 'entitlement.ended', details: { source: 'earlier' } },
    ])
    expect(await stop(id)).toEqual({ cancelled: [], freeEnded: false })
  })

  test('a one-off purchase stays valid', async () => {
    const charge = await market.createFor('once', market.acme)
    await market.inOne((transaction) => startEntitlement(transaction, charge, done()))
    expect(await stop(applicationOf(charge))).toEqual({ cancelled: [], freeEnded: false })
    expect(await purchase(applicationOf(charge))).toEqual({ paymentNeeded: false, once: true, until: null, renews: false })
    await market.sql('delete from entitlements')
    await market.sql('delete from direct_charges')
  })
})
