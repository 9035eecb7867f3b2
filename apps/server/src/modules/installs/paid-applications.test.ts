import { mailQueue } from '../mail/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestCharges, type TestCharges } from '../../../test/charges.ts'
import { beginRecurrent, type ChargeRecord, moveCharge, type RecurrentRecord, startEntitlement } from '../charges/index.ts'
import { endRights, keepEarlier } from './end-rights.ts'

let market: TestCharges
beforeAll(async () => {
  market = await openTestCharges()
})
afterAll(() => market.close())
beforeEach(async () => {
  await market.sql('delete from charge_periods')
  await market.sql('delete from entitlements')
  await market.sql('delete from trials')
  await market.sql('delete from recurrent_charges')
  await market.reset()
  market.clock.set('2026-01-31T10:00:00Z')
})

const pathOf = async (slug: string, rest = 'install') =>
  `/api/v2/applications/${(await market.sql<{ id: string }>('select id from applications where slug = $1', [slug]))[0]?.id}/${rest}`
const ask = async (method: 'GET' | 'PUT' | 'DELETE', slug: string, rest?: string) => {
  const answer = await market.ask(market.acme.people.owner, method, await pathOf(slug, rest))
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const done = () => ({ who: null, at: market.clock.now() })
const move = (charge: RecurrentRecord, ...commands: ('accept' | 'activate' | 'pay' | 'freeze' | 'fail' | 'cancel')[]) =>
  market.inOne(async (transaction) => {
    let moved = charge
    for (const command of commands) moved = await moveCharge(transaction, moved, command, done())
    return moved
  })

/** Buys an application with a test charge, for which nothing is captured. */
const buy = async (slug: string): Promise<RecurrentRecord> => {
  const charge = (await market.createFor(slug, market.acme)) as ChargeRecord
  if (charge.kind === 'direct_charge') {
    await market.inOne((transaction) => startEntitlement(transaction, charge, done()))
    return charge as never
  }
  const agreed = await move({ ...charge, test: true }, 'accept', 'activate')
  return market.inOne(async (transaction) => {
    await startEntitlement(transaction, agreed, done())
    return beginRecurrent(transaction, agreed, market.clock.now(), null)
  })
}
const runJobs = async () => {
  const tellApplication = async () => {}
  const queueMail = mailQueue({ send: async () => {}, delivers: false })
  const publicUrl = 'http://shop.test'
  const dependencies = { database: market.store.client.database, clock: market.clock, tellApplication, queueMail, publicUrl }
  await keepEarlier(dependencies, new AbortController().signal)
  await endRights(dependencies, new AbortController().signal)
}
const isInstalled = async (slug: string) => (await ask('GET', slug, 'instance')).body.installed

describe('an application with a price', () => {
  test('can be installed after a purchase, and its instance has the purchase', async () => {
    expect(await ask('PUT', 'monthly')).toMatchObject({ status: 402, body: { code: 'PAYMENT_DUE' } })
    expect((await ask('GET', 'monthly', 'instance')).body).toMatchObject({ payment: null, paid: null })
    await buy('monthly')
    expect((await ask('PUT', 'monthly')).status).toBe(200)
    expect((await ask('GET', 'monthly', 'instance')).body).toMatchObject({
      payment: null,
      paid: { once: false, until: '2026-02-28T10:00:00.000Z', renews: true },
      installed: true,
    })
    await buy('once')
    expect((await ask('GET', 'once', 'instance')).body).toMatchObject({ paid: { once: true, until: null, renews: false } })
    expect((await ask('PUT', 'once')).status).toBe(200)
    expect((await market.ask(market.globex.people.owner, 'PUT', await pathOf('monthly'))).statusCode).toBe(402)
  })

  test('stops renewing when it is uninstalled, and can be installed again for free until the paid period ends', async () => {
    await buy('monthly')
    await ask('PUT', 'monthly')
    market.clock.set('2026-02-10T00:00:00Z')
    expect((await ask('DELETE', 'monthly')).status).toBe(200)
    const [charge] = await market.sql('select state, due_at, cancelled_at from recurrent_charges')
    expect(charge).toEqual({ state: 'cancelled', due_at: null, cancelled_at: market.clock.now() })
    expect((await ask('GET', 'monthly', 'instance')).body).toMatchObject({
      paid: { until: '2026-02-28T10:00:00.000Z', renews: false },
    })
    expect((await ask('PUT', 'monthly')).status).toBe(200)
    market.clock.set('2026-02-28T09:59:00Z')
    await runJobs()
    expect(await isInstalled('monthly')).toBe(true)
    market.clock.set('2026-02-28T10:00:00Z')
    await runJobs()
    expect(await isInstalled('monthly')).toBe(false)
    expect(await market.sql('select client_id from consents')).toEqual([])
    expect((await ask('PUT', 'monthly')).status).toBe(402)
    await runJobs()
    expect((await market.audit()).filter(({ action }) => action === 'application.uninstalled')).toHaveLength(2)
  })

  test('stops what it charges itself when the job uninstalls it, once no money for that is on its way', async () => {
    const plan = await buy('monthly')
    await ask('PUT', 'monthly')
    await market.sql(
      `insert into recurrent_charges select (jsonb_populate_record(c, '{"id": "own", "plan_id": null, "name": "More"}')).*
       from recurrent_charges c where c.id = $1`,
      [plan.id],
    )
    await move(plan, 'cancel')
    await market.sql(
      `insert into payment_attempts (id, organization_id, subject_kind, subject_id, amount, description, saves_card, owner_away,
         state, capture_amount, lease_until, created_at, updated_at)
       values ('capturing', $1, 'renewal', 'own:1', 100, '', false, true, 'capturing', 100, now(), now(), now())`,
      [market.acme.id],
    )
    market.clock.set('2026-02-28T10:00:00Z')
    await runJobs()
    expect(await isInstalled('monthly')).toBe(true)
    await market.sql('delete from payment_attempts')
    await runJobs()
    expect(await isInstalled('monthly')).toBe(false)
    expect(await market.sql(`select state, due_at from recurrent_charges where id = 'own'`)).toEqual([
      { state: 'cancelled', due_at: null },
    ])
  })

  test('with a one-time price can be installed again at any time', async () => {
    await buy('once')
    await ask('PUT', 'once')
    await ask('DELETE', 'once')
    market.clock.set('2036-01-01T00:00:00Z')
    await runJobs()
    expect((await ask('PUT', 'once')).status).toBe(200)
  })

  test('cannot be uninstalled while a payment for it is under way', async () => {
    const charge = await buy('monthly')
    await ask('PUT', 'monthly')
    await market.sql(
      `insert into payment_attempts (id, organization_id, subject_kind, subject_id, amount, description, saves_card, owner_away,
         state, capture_amount, lease_until, created_at, updated_at)
       values ('capturing', $1, 'renewal', $2, 100, '', false, true, 'capturing', 100, now(), now(), now())`,
      [market.acme.id, `${charge.id}:1`],
    )
    expect(await ask('DELETE', 'monthly')).toMatchObject({ status: 409, body: { code: 'PAYMENT_RUNNING' } })
    expect(await isInstalled('monthly')).toBe(true)
    await market.sql('delete from payment_attempts')
    expect((await ask('DELETE', 'monthly')).status).toBe(200)
  })
})

describe('a free application that becomes paid', () => {
  const setPrice = (price: number | null) =>
    market.sql(`update applications set payment = $1 where slug = 'plain'`, [
      price === null
        ? null
        : JSON.stringify({ price, oldPrice: null, discountPercent: null, frequency: 'monthly', trialDays: 0, perAccount: false }),
    ])
  test('stays free for organizations that have it installed, until they uninstall it', async () => {
    await ask('PUT', 'plain')
    await setPrice(900)
    market.clock.set('2026-02-01T00:00:00Z')
    await runJobs()
    await runJobs()
    const rights = await market.sql('select source, ended_at, ends_at from entitlements')
    expect(rights).toEqual([{ source: 'earlier', ended_at: null, ends_at: null }])
    expect(await isInstalled('plain')).toBe(true)
    expect((await market.ask(market.globex.people.owner, 'PUT', await pathOf('plain'))).statusCode).toBe(402)
    await ask('DELETE', 'plain')
    await runJobs()
    expect((await ask('PUT', 'plain')).status).toBe(402)
    await setPrice(null)
    expect((await ask('PUT', 'plain')).status).toBe(200)
  })

  test('is not free for an organization whose purchase has ended', async () => {
    const charge = await buy('monthly')
    await ask('PUT', 'monthly')
    await move(charge, 'cancel')
    market.clock.set('2026-03-01T00:00:00Z')
    // Simulates that the uninstall did not happen in the same transaction.
    await market.sql('update entitlements set ended_at = $1', [market.clock.now()])
    await runJobs()
    expect(await market.sql('select id from entitlements where ended_at is null')).toEqual([])
  })
})

test('a frozen application asks for a payment, gets no tokens and loses its existing ones', async () => {
  const charge = await buy('monthly')
  await ask('PUT', 'monthly')
  const clientId = charge.orderClientId
  await market.sql(`insert into oauth_clients (id, name, type) values ($1, 'Monthly', 'javascript_app')`, [clientId])
  const token = await market.sellerToken(market.acme.people.owner, { clientId, scopes: [] })
  const listed = async () => (await market.ask(token, 'GET', '/api/v2/applications/installed')).statusCode
  expect(await listed()).toBe(200)
  const frozen = await move(charge, 'freeze')
  expect(await listed()).toBe(401)
  expect((await ask('GET', 'monthly', 'instance')).body).toMatchObject({ payment: 'needed', installed: true })
  // A right whose payment is missing does not allow an install.
  await market.sql('update installations set uninstalled_at = now()')
  expect((await ask('PUT', 'monthly')).status).toBe(402)
  await market.sql('update installations set uninstalled_at = null')
  await move(frozen, 'pay')
  expect((await ask('GET', 'monthly', 'instance')).body).toMatchObject({ payment: null })
})
