import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../../test/people.ts'
import { lockCharge, moveCharge } from './index.ts'
import { openTestCharges, type TestCharges } from '../../../test/charges.ts'
import { SELLER } from '../../../test/sellers.ts'

let market: TestCharges
beforeAll(async () => {
  market = await openTestCharges('2026-11-20T12:00:00Z')
})
afterAll(() => market.close())

const RECURRENT = '/billing/v3/recurrent_charge/livechat'
const DIRECT = '/billing/v3/direct_charge/livechat'
const offer = { name: 'Extra reports', price: 500, return_url: 'https://seller.test/paid/x' }
type Body = Record<string, unknown> & { id: string; can: Record<string, boolean>; result: Body[] }

const seller = () => market.sellerToken(market.acme.people.owner)
const ask = async (who: { token: string }, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await market.ask(who, method, url, payload)
  return { status: answer.statusCode, body: answer.json<Body>() }
}
const offered = async (more: object = {}, url = RECURRENT) => (await ask(await seller(), 'POST', url, { ...offer, ...more })).body
const stored = async () =>
  (
    await market.sql<{ count: number }>(
      'select (select count(*) from recurrent_charges) + (select count(*) from direct_charges) as count',
    )
  )[0]?.count

describe('an offer by an application', () => {
  test('has the application’s price, and says where the buyer answers it', async () => {
    const { status, body } = await ask(await seller(), 'POST', RECURRENT, { ...offer, trial_days: 7, per_account: true })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      buyer_organization_id: market.acme.id,
      buyer_account_id: market.acme.people.owner.accountId,
      buyer_license_id: await market.licenseOf(market.acme),
      seller_client_id: SELLER,
      order_client_id: SELLER,
      external_id: null,
      application: null,
      plan_id: null,
      status: 'pending',
      state: 'pending',
      price: 500,
      quantity: 5,
      months: 1,
      test: false,
      trial_days: 7,
      per_account: true,
      commission_percent: 20,
      return_url: 'https://seller.test/paid/x',
      taxes: { total_price: 2_500, tax_value: 0, tax_rate: 0 },
      confirmation_url: `http://shop.test/checkout/charge/${body.id}/recurrent_charge?icon=&description=`,
      can: { accept: false, decline: false, activate: false, cancel: true },
    })
  })

  test('belongs to the application of its client', async () => {
    const [application] = await market.sql<{ id: string; developer_id: string }>(
      `select id, developer_id from applications where slug = 'plain'`,
    )
    const clientId = application?.id ?? ''
    await market.sql(
      `insert into oauth_clients (id, name, type, scopes) values ($1, 'Plain', 'javascript_app', '{billing_manage}')`,
      [clientId],
    )
    const token = await market.sellerToken(market.acme.people.owner, { clientId })
    const { body } = await ask(token, 'POST', DIRECT, { ...offer, return_url: null, quantity: 3 })
    expect(body).toMatchObject({ external_id: clientId, application: { slug: 'plain' }, quantity: 3, months: null })
    expect(body.confirmation_url).toBe(`http://shop.test/checkout/charge/${body.id}/direct_charge?icon=&description=Plain`)
  })

  test.each([
    ['price', { price: 49 }, 400, 'INVALID_PARAMETERS'],
    ['price', { price: 100_000_000 }, 400, 'INVALID_PARAMETERS'],
    ['price', { price: 500.5 }, 400, 'INVALID_PARAMETERS'],
    ['price', { price: -500 }, 400, 'INVALID_PARAMETERS'],
    ['price', { price: '500' }, 400, 'INVALID_PARAMETERS'],
    ['months', { months: 0 }, 400, 'INVALID_PARAMETERS'],
    ['months', { months: 13 }, 400, 'INVALID_PARAMETERS'],
    ['a name', { name: ' ' }, 400, 'INVALID_PARAMETERS'],
    ['an address', { return_url: 'https://seller.test/other' }, 422, 'RETURN_URL_NOT_REGISTERED'],
    ['an address', { return_url: 'javascript:alert(1)' }, 422, 'RETURN_URL_NOT_REGISTERED'],
    ['an address', { return_url: 'https://seller.test/paid/../other' }, 422, 'RETURN_URL_NOT_REGISTERED'],
    ['a client', { order_client_id: 'nobody' }, 400, 'INVALID_PARAMETERS'],
  ])('with another %s (%j) is refused, and nothing is stored', async (_, more, status, code) => {
    const before = await stored()
    expect(await ask(await seller(), 'POST', RECURRENT, { ...offer, ...more })).toMatchObject({ status, body: { code } })
    expect(await stored()).toBe(before)
  })
  test.each([0, -1, 10_001, 1.5, '3'])('of %j pieces is refused', async (quantity) => {
    expect(await ask(await seller(), 'POST', DIRECT, { ...offer, quantity })).toMatchObject({ status: 400 })
  })

  test('needs an application’s client with the buyer’s consent to billing, and an active licence', async () => {
    const { owner, administrator } = market.acme.people
    const refused = async (token: { token: string }) => (await ask(token, 'POST', RECURRENT, offer)).status
    expect(await refused(owner)).toBe(403)
    expect(await refused(await market.sellerToken(owner, { scopes: ['integrations_manage'] }))).toBe(403)
    expect(await refused(await market.sellerToken(administrator))).toBe(403)
    await market.sql('update licenses set active = false where organization_id = $1', [market.acme.id])
    expect(await refused(await seller())).toBe(422)
    await market.sql('update licenses set active = true where organization_id = $1', [market.acme.id])
  })

  test('is repeated with its Idempotency-Key', async () => {
    const { token } = await seller()
    const send = () =>
      market.app.server.inject({
        method: 'POST',
        url: DIRECT,
        headers: { ...bearer(token), 'idempotency-key': 'twice' },
        payload: offer,
      })
    const [first, second] = [await send(), await send()]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
  })

  test('is one of a hundred at most that nobody has answered', async () => {
    const { token } = await market.sellerToken(market.globex.people.owner)
    const license = await market.licenseOf(market.globex)
    await market.sql(
      `insert into recurrent_charges (id, organization_id, license_id, seller_client_id, order_client_id, name, price, quantity, per_account,
         test, commission_percent, created_at, updated_at, state, months, trial_days)
       select 'many-' || n, $1, $2, $3, $3, 'n', 500, 1, false, false, 20, now(), now(), 'pending', 1, 0 from generate_series(1, 100) n`,
      [market.globex.id, license, SELLER],
    )
    expect((await ask({ token }, 'POST', RECURRENT, offer)).status).toBe(429)
    await market.sql(`delete from recurrent_charges where id like 'many-%'`)
  })
})

describe('who sees a charge', () => {
  test('its organization and the client that offered it; to anybody else it does not exist', async () => {
    const { id } = await offered()
    const { acme, globex } = market
    const read = async (who: { token: string }, url = `${RECURRENT}/${id}`) => (await ask(who, 'GET', url)).status
    expect(await read(acme.people.owner)).toBe(200)
    expect(await read(await seller())).toBe(200)
    expect(await read(acme.people.normal)).toBe(403)
    expect(await read(globex.people.owner)).toBe(404)
    expect(await read(await market.sellerToken(globex.people.owner))).toBe(404)
    expect(await read(acme.people.owner, `/billing/v3/recurrent_charge/helpdesk/${id}`)).toBe(404)
    expect(await read(acme.people.owner, `${RECURRENT}/unknown`)).toBe(404)
    expect(await read(acme.people.owner, `${RECURRENT}/%00`)).toBe(404)
    const plan = await market.createFor('monthly', acme)
    expect(await read(acme.people.owner, `${RECURRENT}/${plan.id}`)).toBe(200)
    expect(await read(await seller(), `${RECURRENT}/${plan.id}`)).toBe(404)
  })

  test('a list has 20 a page, the oldest first', async () => {
    await market.sql('delete from recurrent_charges')
    const ids: string[] = []
    for (let minute = 0; minute < 22; minute += 1) {
      market.clock.set(`2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`)
      ids.push((await offered()).id)
    }
    const list = async (query = '', who: { token: string } = market.acme.people.owner) =>
      (await ask(who, 'GET', RECURRENT + query)).body.result.map(({ id }) => id)
    expect(await list()).toEqual(ids.slice(0, 20))
    expect(await list('?page=2')).toEqual(ids.slice(20))
    expect(await list('?page=3')).toEqual([])
    const plan = await market.createFor('monthly', market.acme)
    expect(await list(`?page=2&order_client_id=${plan.orderClientId}`)).toEqual([])
    expect(await list(`?order_client_id=${plan.orderClientId}`)).toEqual([plan.id])
    expect(await list(`?order_client_id=${plan.orderClientId}`, await seller())).toEqual([])
    await ask(market.acme.people.owner, 'PUT', `${RECURRENT}/${plan.id}/accept`)
    expect(await list('?status=accepted')).toEqual([plan.id])
    await market.sql(`update recurrent_charges set state = 'processed' where id = $1`, [plan.id])
    expect(await list('?status=accepted')).toEqual([plan.id])
    await market.sql(`update recurrent_charges set state = 'past_due' where id = $1`, [plan.id])
    expect(await list('?status=active')).toEqual([plan.id])
    for (const query of ['?status=processed', '?page=0', '?page=x'])
      expect((await ask(market.acme.people.owner, 'GET', RECURRENT + query)).status).toBe(400)
  })
})

describe('the answer of the buyer', () => {
  test('is given with the marketplace’s own client, and can be repeated', async () => {
    const { id } = await offered()
    const put = async (who: { token: string }, step: string) => ask(who, 'PUT', `${RECURRENT}/${id}/${step}`)
    const { owner, administrator } = market.acme.people
    for (const step of ['accept', 'decline']) {
      expect((await put(await seller(), step)).status).toBe(403)
      expect((await put(administrator, step)).status).toBe(403)
      expect((await put(market.globex.people.owner, step)).status).toBe(404)
    }
    const accepted = await put(owner, 'accept')
    expect(accepted).toMatchObject({
      status: 200,
      body: { status: 'accepted', can: { accept: false, activate: true, cancel: true } },
    })
    expect(await put(owner, 'accept')).toEqual(accepted)
    expect(await put(owner, 'decline')).toMatchObject({ status: 200, body: { status: 'declined' } })
    expect(await put(owner, 'accept')).toMatchObject({
      status: 422,
      body: { code: 'CHARGE_STATE', message: 'The charge is declined, so this cannot be done with it.' },
    })
    expect((await put(await seller(), 'cancel')).status).toBe(422)
  })

  test('of a direct charge', async () => {
    const { id } = await offered({}, DIRECT)
    const put = async (who: { token: string }, step: string) => ask(who, 'PUT', `${DIRECT}/${id}/${step}`)
    expect(await put(market.acme.people.owner, 'accept')).toMatchObject({
      body: { status: 'accepted', can: { accept: false, decline: false, activate: true, cancel: false } },
    })
    expect((await put(market.acme.people.owner, 'decline')).status).toBe(422)
  })

  test('needs an active licence to accept, and none to decline', async () => {
    const { id } = await offered()
    await market.sql('update licenses set active = false where organization_id = $1', [market.acme.id])
    const put = async (step: string) => (await ask(market.acme.people.owner, 'PUT', `${RECURRENT}/${id}/${step}`)).status
    expect([await put('accept'), await put('decline')]).toEqual([422, 200])
    await market.sql('update licenses set active = true where organization_id = $1', [market.acme.id])
  })

  test('accept and decline at once: one of them holds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await offered({}, DIRECT)
      const steps = ['accept', 'decline', 'accept', 'decline'] as const
      const answers = await Promise.all(steps.map((step) => ask(market.acme.people.owner, 'PUT', `${DIRECT}/${id}/${step}`)))
      const { body } = await ask(market.acme.people.owner, 'GET', `${DIRECT}/${id}`)
      const expected = steps.map((step) => (body.status === (step === 'accept' ? 'accepted' : 'declined') ? 200 : 422))
      expect(answers.map(({ status }) => status)).toEqual(expected)
    }
  })
})

describe('the end of a charge', () => {
  test('is cancelled by the buyer or by the client that offered it, then archived', async () => {
    const put = async (who: { token: string }, id: string, step: string) => ask(who, 'PUT', `${RECURRENT}/${id}/${step}`)
    const { owner } = market.acme.people
    const [one, two] = [await offered({ name: 'one' }), await offered({ name: 'two' })]
    expect((await put(owner, one.id, 'archive')).body).toMatchObject({ code: 'CHARGE_STATE' })
    expect(await put(await seller(), one.id, 'cancel')).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(await put(owner, two.id, 'cancel')).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect((await put(owner, one.id, 'archive')).status).toBe(200)
    expect((await put(owner, one.id, 'archive')).status).toBe(200)
    const { body } = await ask(owner, 'GET', `${RECURRENT}?status=cancelled`)
    expect(body.result.map(({ id }) => id)).toEqual([two.id])
    expect((await ask(owner, 'GET', `${RECURRENT}/${one.id}`)).status).toBe(200)
  })
})

describe('create-charge for a plan', () => {
  const planOf = async (slug: string) =>
    (
      await market.sql<{ id: string; application: string }>(
        `select p.id, a.id as application from plans p join applications a on a.id = p.application_id where a.slug = $1 order by p.position`,
        [slug],
      )
    )[0] ?? { id: '', application: '' }
  const create = async (who: { token: string }, application: string, plan: string) =>
    ask(who, 'POST', `/api/v2/applications/${application}/create-charge`, { plan_id: plan })

  test('answers the pending charge, or a new one with today’s price', async () => {
    const { id, application } = await planOf('monthly')
    const { owner, viceowner } = market.acme.people
    const first = await create(owner, application, id)
    expect(first).toMatchObject({
      status: 201,
      body: {
        type: 'recurrent_charge',
        plan_id: id,
        price: 1_200,
        quantity: 5,
        status: 'pending',
        application: { slug: 'monthly' },
      },
    })
    expect(await create(viceowner, application, id)).toMatchObject({ status: 200, body: { id: first.body.id } })
    await market.sql('update plans set price_cents = 1300 where id = $1', [id])
    const second = await create(owner, application, id)
    expect(second).toMatchObject({ status: 201, body: { price: 1_300 } })
    expect((await ask(owner, 'GET', `${RECURRENT}/${first.body.id}`)).body).toMatchObject({ status: 'cancelled', price: 1_200 })
  })

  test('withdraws what was accepted at another price, and nothing that can still be paid', async () => {
    const { id, application } = await planOf('monthly')
    const { owner } = market.acme.people
    const former = (await create(owner, application, id)).body
    const accept = (charge: string) => ask(owner, 'PUT', `${RECURRENT}/${charge}/accept`)
    const stateOf = async (charge: string) => (await ask(owner, 'GET', `${RECURRENT}/${charge}`)).body.status
    expect((await accept(former.id)).status).toBe(200)
    const beside = (await create(owner, application, id)).body
    expect([beside.id === former.id, await stateOf(former.id)]).toEqual([false, 'accepted'])
    await market.sql('update plans set price_cents = price_cents + 100 where id = $1', [id])
    expect((await create(owner, application, id)).status).toBe(201)
    expect([await stateOf(former.id), await stateOf(beside.id)]).toEqual(['cancelled', 'cancelled'])
  })

  test('at once makes one', async () => {
    const { id, application } = await planOf('once')
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(market.acme.people.owner, application, id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  test.each([
    ['own-paid-app', 422, 'OWN_APPLICATION'],
    ['plain', 422, 'NOT_FOR_SALE'],
    ['own-draft', 404, 'APPLICATION_NOT_FOUND'],
  ])('of %s is refused: %i %s', async (slug, status, code) => {
    const { acme, globex } = market
    const [found] = await market.sql<{ id: string }>('select id from applications where slug = $1', [
      slug.replace('own-paid-app', 'own-published'),
    ])
    const who = slug === 'own-draft' ? globex.people.owner : acme.people.owner
    expect(await create(who, found?.id ?? '', 'none')).toMatchObject({ status, body: { code } })
  })

  test('is refused without a right to bill, for an unknown plan and for what was bought', async () => {
    const { id, application } = await planOf('tried')
    const { owner, administrator } = market.acme.people
    expect((await create(administrator, application, id)).status).toBe(403)
    expect(await create(owner, application, 'none')).toMatchObject({ status: 404, body: { code: 'PLAN_NOT_FOUND' } })
    await market.sql(
      `insert into entitlements (id, organization_id, application_id, source, starts_at) values ('bought', $1, $2, 'direct_charge', now())`,
      [market.acme.id, application],
    )
    expect(await create(owner, application, id)).toMatchObject({ status: 409, body: { code: 'ALREADY_BOUGHT' } })
    await market.sql('delete from entitlements')
  })
})

test('of two offers with one name one is paid for', async () => {
  const [one, two] = [await offered({ name: 'the same' }), await offered({ name: 'the same' })]
  const activate = (id: string) =>
    market.inOne(async (transaction) => {
      const charge = await lockCharge(transaction, 'recurrent_charge', id)
      if (charge) await moveCharge(transaction, charge, 'activate', { who: null, at: market.clock.now() })
    })
  await market.sql(`update recurrent_charges set state = 'accepted' where id = any($1)`, [[one.id, two.id]])
  const outcomes = await Promise.allSettled([activate(one.id), activate(two.id)])
  expect(
    outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'done')).toSorted(),
  ).toEqual(['ALREADY_BOUGHT', 'done'])
})

test('a charge for tests is refused where real cards are charged', async () => {
  expect((await offered({ test: true })).test).toBe(true)
  const live = await openTestCharges('2026-11-20T12:00:00Z', {
    env: { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
  })
  try {
    const token = await live.sellerToken(live.acme.people.owner)
    const answer = await live.ask(token, 'POST', RECURRENT, { ...offer, test: true })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'TEST_CHARGE_REFUSED'])
    expect((await live.ask(token, 'POST', RECURRENT, offer)).statusCode).toBe(201)
  } finally {
    await live.close()
  }
})
