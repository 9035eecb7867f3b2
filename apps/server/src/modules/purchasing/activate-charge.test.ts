import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createToken, type Organization } from '../../../test/people.ts'
import { type Shop, useShop } from '../../../test/purchases.ts'
import { SELLER, saveSeller } from '../../../test/sellers.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findApplication } from '../catalogue/index.ts'
import { type ChargeRecord, createChargeForPlan } from '../charges/index.ts'

const DECLINED = '4000 0000 0000 0002'
const NO_CAPTURE = '4000 0000 0000 4210'
const CHALLENGE = '4000 0027 6000 3184'

let shop: Shop
useShop((opened) => {
  shop = opened
})
beforeAll(() => saveSeller(shop.store.client.database))

const owner = () => shop.acme.people.owner
const expectRightBooks = async () => expect(await shop.violations()).toEqual([])
const captured = async () =>
  (await shop.sql<{ amount: number }>(`select capture_amount::int as amount from payment_attempts where state = 'captured'`)).map(
    ({ amount }) => amount,
  )

/** A charge for the first plan of an application; its buyer has accepted it unless `state` says otherwise. */
const planCharge = async (slug: string, of: Organization = shop.acme, state = 'accepted'): Promise<ChargeRecord> => {
  const { database } = shop.store.client
  const application = await findApplication(database, shop.idOf(slug))
  const plan = application?.plans[0]
  const [license] = await shop.sql<{ id: number; seats: number }>(
    `select id, seats from licenses where organization_id = $1 and product = 'livechat'`,
    [of.id],
  )
  if (!application || !plan || !license) throw new Error(`${slug} cannot be sold`)
  const charge = await inTransaction(database, (transaction) =>
    createChargeForPlan(transaction, {
      organizationId: of.id,
      accountId: of.people.owner.accountId,
      licenseId: license.id,
      plan,
      application,
      quantity: license.seats,
      cartId: null,
      at: shop.clock.now(),
    }),
  )
  await shop.sql(`update ${charge.kind}s set state = $2 where id = $1`, [charge.id, state])
  return charge
}

type Offered = { kind: 'recurrent_charge' | 'direct_charge'; state?: string; test?: boolean; trialDays?: number; name?: string }
/** A charge that an application created itself, at 2,500 cents. */
const offered = async ({ kind, state = 'accepted', test: isTest = false, trialDays = 0, name = 'More' }: Offered) => {
  const id = randomUUID()
  const recurrent = kind === 'recurrent_charge'
  await shop.sql(
    `insert into ${kind}s (id, organization_id, license_id, account_id, seller_client_id, order_client_id, name, price, quantity,
       per_account, test, commission_percent, created_at, updated_at, state ${recurrent ? ', months, trial_days' : ''})
     select $1, $2, l.id, $3, $4, $4, $5, 2500, 1, false, $6, 20, $7, $7, $8 ${recurrent ? `, 1, ${trialDays}` : ''}
     from licenses l where l.organization_id = $2 and l.product = 'livechat'`,
    [id, shop.acme.id, owner().accountId, SELLER, name, isTest, shop.clock.now(), state],
  )
  return { id, kind }
}

type Activated = { status: string; state?: string; payment: string; client_secret: string | null; code?: string }
const activate = async ({ kind, id }: { kind: string; id: string }, who: { token: string } = owner()) => {
  const answer = await shop.ask(who, 'PUT', `/billing/v3/${kind}/livechat/${id}/activate`)
  return { status: answer.statusCode, body: answer.json<Activated>() }
}
const seller = async () => {
  const token = await createToken(shop.store, owner(), 'dal', { clientId: SELLER, scopes: ['billing_manage'] })
  await shop.sql(`update tokens set expires_at = '2100-01-01'`)
  return { token }
}
const stateOf = async ({ kind, id }: { kind: string; id: string }) =>
  (await shop.sql<{ state: string }>(`select state from ${kind}s where id = $1`, [id]))[0]?.state
const isInstalled = async (slug: string) =>
  (await shop.sql('select 1 from installations where application_id = $1 and uninstalled_at is null', [shop.idOf(slug)]))
    .length === 1

describe('activating a charge of a plan', () => {
  test('pays its first period once, gives the right, and installs', async () => {
    const charge = await planCharge('seats')
    const { status, body } = await activate(charge)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'active', payment: 'done', client_secret: null })
    expect(await captured()).toEqual([6_495])
    expect(await isInstalled('seats')).toBe(true)
    await expectRightBooks()
    expect((await activate(charge)).body).toMatchObject({ status: 'active', payment: 'done' })
    expect(await captured()).toHaveLength(1)
  })

  test('of a one-time price with trial days in the catalogue is paid at once', async () => {
    const charge = await planCharge('once-trial')
    expect((await activate(charge)).body).toMatchObject({ status: 'success', payment: 'done' })
    expect(await captured()).toEqual([5_304])
    await expectRightBooks()
  })

  test('twenty times at once pays once', async () => {
    const charge = await planCharge('once')
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(charge)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await stateOf(charge)).toBe('success')
    expect(await captured()).toHaveLength(1)
    await expectRightBooks()
  })

  test('begins a trial without money, once for an application', async () => {
    const charge = await planCharge('trial')
    expect((await activate(charge)).body).toMatchObject({ status: 'active', payment: 'done' })
    expect(await captured()).toEqual([0])
    expect(await shop.sql('select 1 from sales')).toEqual([])
    await expectRightBooks()
    const second = await planCharge('trial')
    expect((await activate(second)).body.code).toBe('ALREADY_BOUGHT')
    await shop.sql('delete from entitlements')
    await shop.sql('delete from installations')
    await shop.sql(`update recurrent_charges set trial_days = 14 where id = $1`, [second.id])
    expect((await activate(second)).body.code).toBe('PRICE_CHANGED')
  })

  test('is refused without a card where it or its trial needs one', async () => {
    await shop.takeCard(shop.acme)
    for (const slug of ['once', 'card-trial']) {
      const charge = await planCharge(slug)
      expect((await activate(charge)).body.code).toBe('CARD_NEEDED')
      expect(await stateOf(charge)).toBe('accepted')
    }
  })

  test('is refused at another price than today’s', async () => {
    const charge = await planCharge('once')
    await shop.sql('update direct_charges set price = 4800 where id = $1', [charge.id])
    expect((await activate(charge)).body.code).toBe('PRICE_CHANGED')
    expect(await stateOf(charge)).toBe('accepted')
  })

  test('that is declined takes everything back, and is over', async () => {
    for (const [card, slug] of [
      [DECLINED, 'seats'],
      [NO_CAPTURE, 'licence'],
    ] as const) {
      await shop.giveCard(shop.acme, card)
      const charge = await planCharge(slug)
      expect((await activate(charge)).body.code).toBe('CARD_DECLINED')
      expect([await stateOf(charge), await isInstalled(slug)]).toEqual(['declined', false])
      expect((await activate(charge)).body.code).toBe('CHARGE_STATE')
    }
    await expectRightBooks()
  })

  test('goes on after the bank has asked the owner', async () => {
    await shop.giveCard(shop.acme, CHALLENGE)
    const charge = await planCharge('once')
    const { body } = await activate(charge)
    expect(body).toMatchObject({ payment: 'action_required', status: 'processed' })
    expect((await activate(charge)).body).toMatchObject({ payment: 'action_required', client_secret: body.client_secret })
    await shop.opened.sandbox().answerChallenge(body.client_secret ?? '', 'complete')
    expect((await activate(charge)).body).toMatchObject({ payment: 'done', status: 'success' })
    await expectRightBooks()
  })

  test('that is cancelled while the bank asks captures nothing', async () => {
    await shop.giveCard(shop.acme, CHALLENGE)
    const charge = await planCharge('licence')
    const { body } = await activate(charge)
    const cancelled = await shop.ask(owner(), 'PUT', `/billing/v3/recurrent_charge/livechat/${charge.id}/cancel`)
    expect(cancelled.statusCode).toBe(200)
    await shop.opened.sandbox().answerChallenge(body.client_secret ?? '', 'complete')
    const [attempt] = await shop.sql<{ id: string }>('select id from payment_attempts')
    shop.clock.set('2026-11-22T12:01:00.000Z')
    await shop.resume()
    expect(await shop.sql('select state from payment_attempts where id = $1', [attempt?.id])).toEqual([{ state: 'released' }])
    expect([await stateOf(charge), await isInstalled('licence')]).toEqual(['cancelled', false])
    await expectRightBooks()
  })

  test.each([
    ['pending', 'CHARGE_STATE', 422],
    ['declined', 'CHARGE_STATE', 422],
    ['cancelled', 'CHARGE_STATE', 422],
  ])('that is %s: %s', async (state, code, status) => {
    const charge = await planCharge('seats', shop.acme, state)
    expect(await activate(charge)).toMatchObject({ status, body: { code } })
  })

  test('of another organization is not found', async () => {
    const charge = await planCharge('once', shop.globex)
    expect(await activate(charge)).toMatchObject({ status: 404, body: { code: 'CHARGE_NOT_FOUND' } })
  })
})

describe('activating a charge of an application', () => {
  test('of an application in the catalogue is activated by the application itself, once for a name', async () => {
    const charge = await offered({ kind: 'recurrent_charge' })
    const namesake = await offered({ kind: 'recurrent_charge' })
    await shop.sql('update recurrent_charges set application_id = $1', [shop.idOf('seats')])
    expect(await activate(charge, await seller())).toMatchObject({ status: 200, body: { status: 'active', payment: 'done' } })
    expect((await activate(namesake, await seller())).body.code).toBe('ALREADY_BOUGHT')
    await expectRightBooks()
  })

  test('a pending direct one is accepted by the buyer’s own click, and not by the application', async () => {
    const charge = await offered({ kind: 'direct_charge', state: 'pending' })
    expect(await activate(charge, await seller())).toMatchObject({ status: 422, body: { code: 'CHARGE_STATE' } })
    expect(await stateOf(charge)).toBe('pending')
    expect((await activate(charge)).body).toMatchObject({ status: 'success', payment: 'done' })
    expect(await captured()).toEqual([2_706])
    await expectRightBooks()
  })

  test('the application activates what the buyer has accepted, and nobody else’s', async () => {
    const charge = await offered({ kind: 'direct_charge' })
    expect((await activate(charge, await seller())).body).toMatchObject({ status: 'success', payment: 'done' })
    await expectRightBooks()
    const plan = await planCharge('once')
    expect((await activate(plan, await seller())).status).toBe(404)
  })

  test('a test charge takes no money', async () => {
    for (const kind of ['direct_charge', 'recurrent_charge'] as const) {
      const charge = await offered({ kind, test: true })
      expect((await activate(charge)).body.payment).toBe('done')
    }
    expect(await captured()).toEqual([0, 0])
    await expectRightBooks()
  })

  test('of one name, one is live', async () => {
    const charges = [await offered({ kind: 'recurrent_charge' }), await offered({ kind: 'recurrent_charge' })]
    const answers = await Promise.all(charges.map((charge) => activate(charge)))
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'ALREADY_BOUGHT'])
    expect(await captured()).toEqual([2_706])
    await expectRightBooks()
  })
})

test('an activation that a colleague’s cancellation overtakes is refused with that reason, and not as a failure of the server', async () => {
  const charge = await planCharge('licence')
  await shop.opened.sandbox().setFault({ operation: 'authorize', fault: 'delay', times: 1, ms: 700 })
  const activated = activate(charge)
  await expect.poll(() => stateOf(charge)).toBe('processed')
  const cancelled = await shop.ask(owner(), 'PUT', `/billing/v3/recurrent_charge/livechat/${charge.id}/cancel`)
  expect(cancelled.statusCode).toBe(200)
  expect(await activated).toMatchObject({ status: 422, body: { code: 'CHARGE_STATE' } })
  expect(await captured()).toEqual([])
  await expectRightBooks()
})

describe('the total that the buyer saw', () => {
  const KINDS = ['recurrent_charge', 'direct_charge'] as const
  type Charge = { kind: (typeof KINDS)[number]; id: string }
  const at = ({ kind, id }: Charge) => `/billing/v3/${kind}/livechat/${id}`
  const shownTo = async (who: { token: string }, charge: Charge) =>
    (await shop.ask(who, 'GET', at(charge))).json<{ taxes: { total_price: number } }>().taxes.total_price
  const send = async (who: { token: string }, charge: Charge, step: 'accept' | 'activate', total?: unknown) => {
    const answer = await shop.ask(who, 'PUT', `${at(charge)}/${step}`, total === undefined ? undefined : { total_price: total })
    return answer.json<{ code?: string; status: string }>().code ?? answer.statusCode
  }
  /** Moves the organization to an address with another tax rate, as a colleague would. */
  const move = (country: string, zip: string | null = null) =>
    shop.sql('update billing_profiles set country = $2, zip = $3 where organization_id = $1', [shop.acme.id, country, zip])
  afterEach(() => move('US', '75201'))

  test.each(KINDS)('is the one that is paid, or nothing is (%s)', async (kind) => {
    const charge = await offered({ kind, state: 'accepted' })
    const shown = await shownTo(owner(), charge)
    await move('DE')
    expect(await send(owner(), charge, 'activate', shown)).toBe('PRICE_CHANGED')
    expect(await stateOf(charge)).toBe('accepted')
    expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
    const today = await shownTo(owner(), charge)
    expect(today).not.toBe(shown)
    expect(await send(owner(), charge, 'activate', today)).toBe(200)
    expect(await captured()).toEqual([today])
    await expectRightBooks()
  })

  test('stays what was paid, wherever the organization moves afterwards', async () => {
    const charge = await offered({ kind: 'direct_charge', state: 'pending' })
    const shown = await shownTo(owner(), charge)
    expect(await send(owner(), charge, 'activate', shown)).toBe(200)
    expect(await captured()).toEqual([shown])
    await move('DE')
    for (const who of [owner(), await seller()]) expect(await shownTo(who, charge)).toBe(shown)
    const list = await shop.ask(owner(), 'GET', '/billing/v3/direct_charge/livechat')
    expect(list.json<{ result: { taxes: { total_price: number } }[] }>().result.map(({ taxes }) => taxes.total_price)).toEqual([
      shown,
    ])
    await expectRightBooks()
  })

  test.each(KINDS)('is agreed to, and is what the application has paid later (%s)', async (kind) => {
    const charge = await offered({ kind, state: 'pending' })
    const shown = await shownTo(owner(), charge)
    expect(await send(owner(), charge, 'accept', shown + 1)).toBe('PRICE_CHANGED')
    expect(await stateOf(charge)).toBe('pending')
    expect(await send(owner(), charge, 'accept', shown)).toBe(200)
    await move('DE')
    const application = await seller()
    expect(await shownTo(application, charge)).toBe(shown)
    expect(await send(application, charge, 'activate')).toBe(200)
    expect(await captured()).toEqual([shown])
    await expectRightBooks()
  })

  test.each(KINDS)('is the one that the server told last, if a client does not say it (%s)', async (kind) => {
    const charge = await offered({ kind, state: 'pending' })
    const shown = await shownTo(owner(), charge)
    await move('DE')
    expect(await send(owner(), charge, 'accept')).toBe('PRICE_CHANGED')
    expect(await stateOf(charge)).toBe('pending')
    // A price that only an application has read does not count as shown to a buyer.
    await shownTo(await seller(), charge)
    expect(await send(owner(), charge, 'accept')).toBe('PRICE_CHANGED')
    const today = await shownTo(owner(), charge)
    expect(today).not.toBe(shown)
    expect(await send(owner(), charge, 'accept')).toBe(200)
    await move('US', '75201')
    // What was agreed to is still shown, so it is what the buyer pays.
    expect(await shownTo(owner(), charge)).toBe(today)
    expect(await send(owner(), charge, 'activate', today + 1)).toBe('PRICE_CHANGED')
    expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
    expect(await send(owner(), charge, 'activate')).toBe(200)
    expect(await captured()).toEqual([today])
    await expectRightBooks()
  })

  test('is today’s for a plan that was accepted before, or the one that was told last', async () => {
    const charge = await planCharge('licence')
    await shownTo(owner(), charge)
    await move('DE')
    expect(await send(owner(), charge, 'activate')).toBe('PRICE_CHANGED')
    expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
    const today = await shownTo(owner(), charge)
    expect(await send(owner(), charge, 'activate')).toBe(200)
    expect(await captured()).toEqual([today])
    await expectRightBooks()
  })

  test.each(KINDS)('of an agreement is shown until the buyer agrees to another, and is paid (%s)', async (kind) => {
    const charge = await offered({ kind, state: 'pending' })
    const first = await shownTo(owner(), charge)
    expect(await send(owner(), charge, 'accept', first)).toBe(200)
    const audited = async () => (await shop.sql(`select 1 from audit_events where action = 'charge.accepted'`)).length
    expect(await audited()).toBe(1)
    await move('DE')
    for (const who of [owner(), await seller()]) expect(await shownTo(who, charge)).toBe(first)
    const today = 2_500 + 475
    expect(await send(owner(), charge, 'accept', 1)).toBe('PRICE_CHANGED')
    for (const same of [undefined, first]) expect(await send(owner(), charge, 'accept', same)).toBe(200)
    expect([await shownTo(owner(), charge), await audited()]).toEqual([first, 1])
    expect(await send(owner(), charge, 'accept', today)).toBe(200)
    for (const who of [owner(), await seller()]) expect(await shownTo(who, charge)).toBe(today)
    expect(await audited()).toBe(2)
    // The total before is not one that anybody has agreed to any more.
    expect(await send(owner(), charge, 'accept', first)).toBe('PRICE_CHANGED')
    expect(await send(await seller(), charge, 'activate')).toBe(200)
    expect(await captured()).toEqual([today])
    await expectRightBooks()
  })

  test('that nobody was told is today’s', async () => {
    const charge = await offered({ kind: 'direct_charge', state: 'pending' })
    expect(await send(owner(), charge, 'activate')).toBe(200)
    expect(await captured()).toHaveLength(1)
    await expectRightBooks()
  })

  test.each([-1, 0.5, '2500', null, {}])('of %j is refused', async (total) => {
    const charge = await offered({ kind: 'direct_charge', state: 'pending' })
    expect([await send(owner(), charge, 'accept', total), await send(owner(), charge, 'activate', total)]).toEqual([
      'INVALID_PARAMETERS',
      'INVALID_PARAMETERS',
    ])
    expect(await stateOf(charge)).toBe('pending')
  })
})
