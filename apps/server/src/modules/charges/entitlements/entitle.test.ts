import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestCharges, type TestCharges } from '../../../../test/charges.ts'
import type { Organization } from '../../../../test/people.ts'
import {
  type ChargeRecord,
  endEntitlement,
  endOverdue,
  findOverdue,
  hadTrial,
  isClientFrozen,
  isEntitled,
  keepEarlierInstalls,
  readPurchase,
  startEntitlement,
  startTrial,
  takeBackEntitlement,
} from '../index.ts'

const AT = new Date('2026-01-31T10:00:00Z')
const LATER = new Date('2026-02-28T10:00:00Z')
const done = (at = AT) => ({ who: null, at })

let market: TestCharges
let monthly = ''
let once = ''
beforeAll(async () => {
  market = await openTestCharges(AT.toISOString())
  const idOf = async (slug: string) =>
    (await market.sql<{ id: string }>('select id from applications where slug = $1', [slug]))[0]?.id ?? ''
  monthly = await idOf('monthly')
  once = await idOf('once')
})
afterAll(() => market.close())
afterEach(async () => {
  for (const table of ['entitlements', 'trials', 'recurrent_charges', 'direct_charges', 'installations', 'audit_events'])
    await market.sql(`delete from ${table}`)
})

const start = (charge: ChargeRecord, at = AT) => market.inOne((transaction) => startEntitlement(transaction, charge, done(at)))
const end = (charge: ChargeRecord, at = AT) => market.inOne((transaction) => endEntitlement(transaction, charge, done(at)))
const purchase = (of: Organization, applicationId: string, at = AT) =>
  readPurchase(market.store.client.database, of.id, applicationId, at)
const entitled = (of: Organization, applicationId: string, at = AT) =>
  isEntitled(market.store.client.database, of.id, applicationId, at)
const install = (id: string, of: Organization, applicationId: string, at: string) =>
  market.sql('insert into installations (id, organization_id, application_id, installed_at) values ($1, $2, $3, $4)', [
    id,
    of.id,
    applicationId,
    at,
  ])
const rights = () =>
  market.sql<{ source: string; charge_id: string | null; ended_at: Date | null }>(
    'select source, charge_id, ended_at from entitlements order by starts_at, id',
  )

describe('the right to use an application', () => {
  test('belongs to one organization and one application', async () => {
    await start(await market.createFor('once', market.acme))
    expect(await entitled(market.acme, once)).toBe(true)
    expect(await entitled(market.globex, once)).toBe(false)
    expect(await entitled(market.acme, monthly)).toBe(false)
    expect(await entitled(market.acme, 'nobody')).toBe(false)
  })

  test.each([
    ['active', { paymentNeeded: false, renews: true }],
    ['past_due', { paymentNeeded: false, renews: true }],
    ['frozen', { paymentNeeded: true, renews: false }],
    ['cancelled', { paymentNeeded: false, renews: false }],
  ])('from a charge that is %s: %j', async (state, expected) => {
    const charge = await market.createFor('monthly', market.acme)
    await start(charge)
    await market.sql('update recurrent_charges set state = $1, anchor_at = $2, settled_period = 0', [state, AT])
    expect(await purchase(market.acme, monthly)).toEqual({ once: false, until: LATER, ...expected })
    expect(await entitled(market.acme, monthly)).toBe(!expected.paymentNeeded)
  })

  test('ends at its end, and not a moment before', async () => {
    const charge = await market.createFor('monthly', market.acme)
    await start(charge)
    await market.sql('update entitlements set ends_at = $1', [LATER])
    expect(await entitled(market.acme, monthly, new Date(LATER.getTime() - 1))).toBe(true)
    expect(await entitled(market.acme, monthly, LATER)).toBe(false)
    expect((await purchase(market.acme, monthly))?.until).toEqual(LATER)
  })

  test('is one, of five purchases at once, and the others are told that nothing may be captured', async () => {
    const charges = await Promise.all([1, 2, 3, 4, 5].map(() => market.createFor('monthly', market.acme)))
    const started = await Promise.all(charges.map((charge) => start(charge)))
    expect(started.filter(Boolean)).toHaveLength(1)
    const [right] = await rights()
    expect(right?.charge_id).toBe(charges[started.indexOf(true)]?.id)
    expect((await market.audit()).filter(({ action }) => action === 'entitlement.started')).toHaveLength(1)
  })

  test('comes anew from another purchase once its end has come, though no job has ended it yet', async () => {
    const [first, second] = [await market.createFor('monthly', market.acme), await market.createFor('monthly', market.acme)]
    await start(first)
    await market.sql('update entitlements set ends_at = $1', [LATER])
    expect(await start(second, new Date(LATER.getTime() - 1))).toBe(false)
    expect(await start(second, LATER)).toBe(true)
    expect(await rights()).toEqual([
      { source: 'recurrent_charge', charge_id: first.id, ended_at: LATER },
      { source: 'recurrent_charge', charge_id: second.id, ended_at: null },
    ])
    // The earlier charge no longer has a right that could end.
    expect(await end(first, LATER)).toBe(false)
    expect(await entitled(market.acme, monthly, LATER)).toBe(true)
  })

  test('is given by no charge that an application has made itself', async () => {
    const charge = await market.createFor('once', market.acme)
    expect(await start({ ...charge, planId: null })).toBe(true)
    expect(await start({ ...charge, applicationId: null })).toBe(true)
    expect(await rights()).toEqual([])
  })

  test('goes with the transaction that gave it', async () => {
    const charge = await market.createFor('once', market.acme)
    const failing = market.inOne(async (transaction) => {
      expect(await startEntitlement(transaction, charge, done())).toBe(true)
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect([await rights(), await entitled(market.acme, once)]).toEqual([[], false])
    expect((await market.audit()).map(({ action }) => action)).not.toContain('entitlement.started')
  })
})

describe('a purchase that is taken back', () => {
  test('gives back right and trial, and says since when there was one', async () => {
    const charge = await market.createFor('tried', market.acme)
    await start(charge)
    expect(await market.inOne((transaction) => startTrial(transaction, charge, AT))).toBe(true)
    const application = charge.applicationId ?? ''
    const takeBack = () => market.inOne((transaction) => takeBackEntitlement(transaction, charge, done(LATER)))
    expect(await takeBack()).toEqual(AT)
    expect(await entitled(market.acme, application, LATER)).toBe(false)
    expect(await hadTrial(market.store.client.database, market.acme.id, application)).toBe(false)
    expect(await takeBack()).toBeNull()
    expect((await market.audit()).filter(({ action }) => action === 'entitlement.ended')).toHaveLength(1)
  })

  test('takes nothing that another purchase gave', async () => {
    const [first, second] = [await market.createFor('tried', market.acme), await market.createFor('tried', market.acme)]
    await start(first)
    await market.inOne((transaction) => startTrial(transaction, first, AT))
    expect(await market.inOne((transaction) => takeBackEntitlement(transaction, second, done()))).toBeNull()
    const application = first.applicationId ?? ''
    expect(await entitled(market.acme, application)).toBe(true)
    expect(await hadTrial(market.store.client.database, market.acme.id, application)).toBe(true)
  })
})

describe('the trial of an application', () => {
  const begin = (charge: ChargeRecord) => market.inOne((transaction) => startTrial(transaction, charge, AT))

  test('is one for an organization, of five that begin at once', async () => {
    const charges = await Promise.all([1, 2, 3, 4, 5].map(() => market.createFor('tried', market.acme)))
    const begun = await Promise.all(charges.map(begin))
    expect(begun.filter(Boolean)).toHaveLength(1)
    const theirs = await market.createFor('tried', market.globex)
    expect(await begin(theirs)).toBe(true)
  })

  test('is not used up by a charge without an application', async () => {
    const charge = await market.createFor('tried', market.acme)
    expect(await begin({ ...charge, applicationId: null })).toBe(true)
    expect(await market.sql('select from trials')).toEqual([])
  })
})

describe('those who installed before there was a price', () => {
  const keep = (limit = 10, at = AT) => market.inOne((transaction) => keepEarlierInstalls(transaction, at, limit))

  test('go on for free, each once', async () => {
    await install('one', market.acme, monthly, '2025-01-01')
    await install('two', market.globex, monthly, '2025-02-01')
    expect([await keep(), await keep()]).toEqual([2, 0])
    expect(await purchase(market.globex, monthly)).toEqual({ paymentNeeded: false, once: false, until: null, renews: false })
    expect((await rights()).map(({ source }) => source)).toEqual(['earlier', 'earlier'])
  })

  test('are taken in parts, and by two processes at once each once', async () => {
    await install('one', market.acme, monthly, '2025-01-01')
    await install('two', market.globex, monthly, '2025-02-01')
    await install('three', market.acme, once, '2025-02-01')
    expect([await keep(1), await keep(1)]).toEqual([1, 1])
    const [a, b] = await Promise.all([keep(), keep()])
    expect(a + b).toBe(1)
    expect(await rights()).toHaveLength(3)
  })

  test('are not those of an application without a price, nor who uninstalled it, nor who installs it later', async () => {
    await install('free', market.acme, market.idOf('plain'), '2025-01-01')
    await install('gone', market.acme, once, '2025-01-01')
    await market.sql(`update installations set uninstalled_at = '2025-06-01' where id = 'gone'`)
    await install('later', market.acme, monthly, LATER.toISOString())
    expect(await keep()).toBe(0)
    expect(await keep(10, LATER)).toBe(1)
  })

  test('are not those who bought it and whose right has ended since the install', async () => {
    await install('bought', market.acme, monthly, '2025-01-01')
    await start(await market.createFor('monthly', market.acme))
    expect(await keep()).toBe(0)
    await market.sql('update entitlements set ended_at = $1', [AT])
    expect(await keep()).toBe(0)
    await market.sql(`update installations set installed_at = $1`, [new Date(AT.getTime() + 1)])
    expect(await keep(10, LATER)).toBe(1)
  })
})

describe('rights whose end has come', () => {
  const overdue = (at: Date, limit = 10) => findOverdue(market.store.client.database, at, limit)

  test('are found until they are ended, the oldest first', async () => {
    await start(await market.createFor('monthly', market.acme))
    await start(await market.createFor('monthly', market.globex))
    await start(await market.createFor('once', market.acme))
    await market.sql('update entitlements set ends_at = $1 where organization_id = $2 and application_id = $3', [
      LATER,
      market.acme.id,
      monthly,
    ])
    await market.sql('update entitlements set ends_at = $1 where organization_id = $2', [AT, market.globex.id])
    const [mine, theirs] = [market.acme, market.globex].map(({ id }) => ({ organizationId: id, applicationId: monthly }))
    expect(await overdue(new Date(AT.getTime() - 1))).toEqual([])
    expect(await overdue(AT)).toEqual([theirs])
    expect(await overdue(LATER)).toEqual([theirs, mine])
    expect(await overdue(LATER, 1)).toEqual([theirs])
    const endIt = (of: Organization, at: Date) => market.inOne((transaction) => endOverdue(transaction, of.id, monthly, at))
    expect(await endIt(market.acme, AT)).toBe(false)
    expect([await endIt(market.acme, LATER), await endIt(market.acme, LATER)]).toEqual([true, false])
    expect(await overdue(LATER)).toEqual([theirs])
  })
})

describe('a client whose applications wait for a payment', () => {
  const frozen = () => isClientFrozen(market.store.client.database, market.acme.id, monthly)

  test('is frozen while everything that is installed of it waits', async () => {
    expect(await frozen()).toBe(false)
    await install('one', market.acme, monthly, '2026-01-01')
    expect(await frozen()).toBe(false)
    await start(await market.createFor('monthly', market.acme))
    expect(await frozen()).toBe(false)
    await market.sql(`update recurrent_charges set state = 'frozen'`)
    expect(await frozen()).toBe(true)
    expect(await isClientFrozen(market.store.client.database, market.globex.id, monthly)).toBe(false)
    // Another application of the same client is free, and keeps working.
    await market.sql(
      `update applications set "authorization" = jsonb_build_object('clientId', $1::text, 'scopes', '[]'::jsonb) where slug = 'once'`,
      [monthly],
    )
    await install('two', market.acme, once, '2026-01-01')
    expect(await frozen()).toBe(false)
    await market.sql(`update installations set uninstalled_at = now() where id = 'two'`)
    expect(await frozen()).toBe(true)
    await market.sql(`update entitlements set ended_at = $1`, [AT])
    expect(await frozen()).toBe(false)
    await market.sql(`update applications set "authorization" = null where slug = 'once'`)
  })
})
