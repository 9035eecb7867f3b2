import type { ChargeChangePreview, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEach, emptyShop } from '../../../test/purchases.ts'
import { openRenewalShop, type RenewalShop } from '../../../test/renewals.ts'

const DECLINED = '4000 0000 0000 0341'
const CHALLENGE = '4000 0027 6000 3184'
const BOUGHT = '2026-11-01T00:00:00.000Z'
const HALF = '2026-11-16T00:00:00.000Z'

let shop: RenewalShop
beforeAll(async () => {
  shop = await openRenewalShop()
})
beforeEach(() => shop.opened.sandbox().clearFaults())
auditEach(() => shop)
afterAll(() => shop.close())

type Asked = { plan_id?: string; quantity?: number }

const owner = () => shop.acme.people.owner
const addressOf = async () => `/billing/v3/recurrent_charge/livechat/${(await shop.charge()).id}/change`
const preview = async (asked: Asked = {}, who = owner()) => {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]))
  const answer = await shop.ask(who, 'GET', `${await addressOf()}?${query.toString()}`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<ChargeChangePreview>()
}
const send = async (asked: Asked, { as_of, checksum }: Pick<ChargeChangePreview, 'as_of' | 'checksum'>, who = owner()) => {
  const answer = await shop.ask(who, 'PUT', await addressOf(), { ...asked, as_of, checksum })
  return {
    status: answer.statusCode,
    body: answer.json<RecurrentCharge & { payment: string; client_secret: string; code?: string }>(),
  }
}
const change = async (asked: Asked, who = owner()) => {
  const shown = await preview(asked, who)
  const { status, body } = await send(asked, shown, who)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { shown, body }
}
const sold = async () =>
  (await shop.sql<{ total: number }>(`select total::int as total from sales where charge_kind = 'change' order by sold_at`)).map(
    ({ total }) => total,
  )
const actions = async () =>
  (await shop.sql<{ action: string }>(`select action from audit_events where action like 'charge.change%' order by id`)).map(
    ({ action }) => action,
  )
const expectRightBooks = async () => expect(await shop.violations()).toEqual([])
/** An amount with the sales tax of Texas. */
const taxed = (net: number) => net + Math.floor((net * 8_250 + 50_000) / 100_000)

describe('more seats', () => {
  beforeEach(() => shop.bought(BOUGHT, ['seats']))

  test('begin at once and cost their days; the renewal costs what was shown', async () => {
    shop.clock.set(HALF)
    const { shown, body } = await change({ quantity: 7 })
    expect(shown).toMatchObject({
      begins: 'now',
      before: { quantity: 5 },
      after: { quantity: 7 },
      now: { full: 1_200, credit: 0, total: taxed(1_200) },
      next: { quantity: 7, at: '2026-12-01T00:00:00.000Z', each: { total: taxed(8_400) } },
      three_more: { now: taxed(3_000) - taxed(1_200), each: taxed(12_000) - taxed(8_400) },
    })
    expect(body).toMatchObject({ quantity: 7, payment: 'done', scheduled: null })
    expect(await sold()).toEqual([taxed(1_200)])
    await shop.at('2026-12-01T00:01:00.000Z')
    expect((await shop.sql('select total::int as total from sales order by sold_at desc limit 1'))[0]).toEqual({
      total: taxed(8_400),
    })
    const charged = ['charge.change-started', 'charge.changed']
    expect((await actions()).slice(-2)).toEqual(charged)
    await expectRightBooks()
  })

  test('a bank that refuses changes nothing, and a later try is a payment of its own', async () => {
    shop.clock.set(HALF)
    await shop.giveCard(shop.acme, DECLINED)
    const refused = await send({ quantity: 7 }, await preview({ quantity: 7 }))
    expect([refused.status, refused.body.code]).toEqual([422, 'CARD_DECLINED'])
    expect(await shop.charge()).toMatchObject({ quantity: 5, state: 'active' })
    await shop.giveCard(shop.acme)
    await change({ quantity: 7 })
    expect(await sold()).toEqual([taxed(1_200)])
    await expectRightBooks()
  })

  test('a bank that asks the owner goes on with the same payment; meanwhile nothing else changes', async () => {
    shop.clock.set(HALF)
    await shop.giveCard(shop.acme, CHALLENGE)
    const shown = await preview({ quantity: 7 })
    const asked = await send({ quantity: 7 }, shown)
    expect(asked).toMatchObject({ status: 200, body: { payment: 'action_required', quantity: 5 } })
    expect((await shop.ask(owner(), 'GET', await addressOf())).json()).toMatchObject({ code: 'PAYMENT_RUNNING' })
    await shop.opened.sandbox().answerChallenge(asked.body.client_secret, 'complete')
    expect(await send({ quantity: 7 }, shown)).toMatchObject({ status: 200, body: { payment: 'done', quantity: 7 } })
    expect(await sold()).toEqual([taxed(1_200)])
    await expectRightBooks()
  })

  test('ten clicks at once are one change', async () => {
    shop.clock.set(HALF)
    const shown = await preview({ quantity: 9 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ quantity: 9 }, shown)))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await sold()).toEqual([taxed(2_400)])
    await expectRightBooks()
  })
})

describe('a price that has changed since it was shown is refused, and nothing is charged', () => {
  test.each([
    ['seats', `update recurrent_charges set quantity = 6, updated_at = now()`],
    ['the tax', `update tax_rates set rate = 10000 where country = 'US'`],
    ['the price of the plan', `update plans set price_cents = 900 where id in (select plan_id from recurrent_charges)`],
  ])('%s', async (_, statement) => {
    await shop.bought(BOUGHT, ['tiers'])
    shop.clock.set(HALF)
    const shown = await preview({ quantity: 4 })
    const [rate] = await shop.sql<{ rate: number }>(`select rate from tax_rates where country = 'US'`)
    await shop.sql(statement)
    const before = await shop.charge()
    expect(await send({ quantity: 4 }, shown)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
    expect(await shop.charge()).toEqual(before)
    await shop.sql(`update tax_rates set rate = ${rate?.rate} where country = 'US'`)
    await shop.sql(`update plans set price_cents = 1200 where id in (select plan_id from recurrent_charges)`)
  })

  test('a price that was shown long ago, or in the future', async () => {
    await shop.bought(BOUGHT, ['seats'])
    shop.clock.set(HALF)
    const shown = await preview({ quantity: 7 })
    for (const later of ['2026-11-16T00:16:00.000Z', '2026-11-15T23:59:00.000Z']) {
      shop.clock.set(later)
      expect(await send({ quantity: 7 }, shown)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
    }
    expect(await sold()).toEqual([])
  })
})

describe('fewer seats', () => {
  beforeEach(async () => {
    await shop.bought(BOUGHT, ['tiers'])
    shop.clock.set(HALF)
  })

  test('begin with the renewal, at the price that was shown for them', async () => {
    const { shown, body } = await change({ quantity: 4 })
    expect(shown).toMatchObject({ begins: 'renewal', now: { total: 0 }, next: { quantity: 4, price: 1_200 } })
    expect(body).toMatchObject({ quantity: 5, price: 600, scheduled: { quantity: 4, price: 1_200 } })
    // The price of the plan changes before the renewal, which must not matter.
    await shop.sql(`update plans set price_cents = 1500 where id in (select plan_id from recurrent_charges)`)
    await shop.at('2026-12-01T00:01:00.000Z')
    expect(await shop.charge()).toMatchObject({ quantity: 4 })
    expect((await shop.sql('select total::int as total from sales order by sold_at desc limit 1'))[0]).toEqual({
      total: shown.next.each.total,
    })
    await shop.sql(`update plans set price_cents = 1200 where id in (select plan_id from recurrent_charges)`)
    await expectRightBooks()
  })

  test('can be taken back', async () => {
    await change({ quantity: 4 })
    const undone = await shop.ask(owner(), 'DELETE', await addressOf())
    expect(undone.json()).toMatchObject({ scheduled: null })
    await shop.at('2026-12-01T00:01:00.000Z')
    expect(await shop.charge()).toMatchObject({ quantity: 5 })
    expect((await actions()).slice(-2)).toEqual(['charge.change-scheduled', 'charge.change-undone'])
  })
})

describe('another plan', () => {
  const buyLarge = async () => {
    await shop.bought(BOUGHT, ['plans'])
    shop.clock.set(HALF)
  }

  test('that is cheaper begins with the renewal, and seats change nothing of that', async () => {
    await buyLarge()
    const small = await shop.planOf('plans', 'Small')
    const { shown } = await change({ plan_id: small })
    expect(shown).toMatchObject({ begins: 'renewal', now: { total: 0 }, next: { plan_id: small, price: 500 } })
    expect(await preview({ quantity: 3 })).toMatchObject({ begins: 'never', next: { plan_id: small } })
    await shop.at('2026-12-01T00:01:00.000Z')
    // Back to the larger plan: at once, less the unused part of the paid period.
    shop.clock.set('2026-12-16T12:00:00.000Z')
    const up = await change({ plan_id: await shop.planOf('plans', 'Large') })
    expect(up.shown).toMatchObject({ begins: 'now', now: { full: 1_000, credit: 250, total: taxed(750) } })
    expect(up.body).toMatchObject({ price: 2_000, name: expect.stringContaining('Large') as string })
    expect(await sold()).toEqual([taxed(750)])
    await expectRightBooks()
  })

  test('of another length is another charge from the renewal on, which the right goes over to', async () => {
    await buyLarge()
    const year = await shop.planOf('plans', 'Year')
    const before = await shop.charge()
    const { shown } = await change({ plan_id: year })
    expect(shown).toMatchObject({ begins: 'renewal', next: { months: 12, price: 20_400, at: '2026-12-01T00:00:00.000Z' } })
    await shop.at('2026-12-01T00:01:00.000Z')
    await expectRightBooks()
    const rows = await shop.sql<{ id: string; state: string; replaces_id: string | null; due_at: Date | null }>(
      'select id, state, replaces_id, due_at from recurrent_charges order by created_at',
    )
    expect(rows).toMatchObject([
      { id: before.id, state: 'cancelled', due_at: null },
      { state: 'active', replaces_id: before.id, due_at: new Date('2027-12-01T00:00:00Z') },
    ])
    const rights = await shop.sql('select charge_id from entitlements where ended_at is null')
    expect(rights).toEqual([{ charge_id: rows[1]?.id }])
    expect((await shop.sql('select total::int as total from sales order by sold_at desc limit 1'))[0]).toEqual({
      total: shown.next.each.total,
    })
    await shop.at('2027-12-01T00:01:00.000Z')
    expect(await shop.periods()).toHaveLength(3)
    await expectRightBooks()
  })

  test('of another length that cannot be paid is overdue, as a renewal is', async () => {
    await buyLarge()
    await change({ plan_id: await shop.planOf('plans', 'Year') })
    await shop.takeCard(shop.acme)
    await shop.at('2026-12-01T00:01:00.000Z')
    expect((await shop.sql('select state from recurrent_charges order by created_at'))[1]).toEqual({ state: 'past_due' })
    await expectRightBooks()
    await shop.saveCard(shop.acme)
    expect((await shop.sql('select state from recurrent_charges order by created_at'))[1]).toEqual({ state: 'active' })
    await expectRightBooks()
  })

  test('that is not one of the application is unknown', async () => {
    await buyLarge()
    const foreign = await shop.planOf('seats', 'Monthly')
    const answer = await shop.ask(owner(), 'GET', `${await addressOf()}?plan_id=${foreign}`)
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'PLAN_NOT_FOUND' }])
    for (const quantity of ['-1', '0', '1.5', '10001', 'many'])
      expect((await shop.ask(owner(), 'GET', `${await addressOf()}?quantity=${quantity}`)).statusCode).toBe(400)
  })
})

test('in a trial everything begins at once and costs nothing', async () => {
  await shop.bought(BOUGHT, ['trial'], null)
  shop.clock.set('2026-11-05T00:00:00.000Z')
  const { shown } = await change({ quantity: 2 })
  expect(shown).toMatchObject({ begins: 'now', now: { total: 0 }, next: { quantity: 2, at: '2026-11-15T00:00:00.000Z' } })
  expect(await shop.charge()).toMatchObject({ quantity: 2 })
  expect(await sold()).toEqual([])
  await expectRightBooks()
})

test('no other person can change it', async () => {
  await shop.bought(BOUGHT, ['seats'])
  shop.clock.set(HALF)
  const shown = await preview({ quantity: 7 })
  expect((await send({ quantity: 7 }, shown, shop.acme.people.viewer)).status).toBe(403)
  expect((await send({ quantity: 7 }, shown, shop.globex.people.owner)).status).toBe(404)
})

test('the organization’s list refuses more of what it does not allow, and never less', async () => {
  await shop.bought(BOUGHT, ['seats'])
  shop.clock.set(HALF)
  const [more, less] = [await preview({ quantity: 7 }), await preview({ quantity: 4 })]
  const rules = { mode: 'block', reason: 'Legal looks at it.', applications: [shop.idOf('seats')], revision: 0 }
  expect((await shop.ask(owner(), 'PUT', '/api/v2/organizations/my/rules', rules)).statusCode).toBe(200)
  try {
    expect(await send({ quantity: 7 }, more)).toMatchObject({ status: 422, body: { code: 'APPLICATION_NOT_ALLOWED' } })
    expect((await preview({ quantity: 7 })).refused).toEqual({
      code: 'APPLICATION_NOT_ALLOWED',
      message: 'Your organization does not allow this application. Legal looks at it.',
    })
    expect((await preview({ quantity: 4 })).refused).toBeNull()
    expect((await shop.charge()).quantity).toBe(5)
    expect(await sold()).toEqual([])
    expect(await send({ quantity: 4 }, less)).toMatchObject({ status: 200, body: { scheduled: { quantity: 4 } } })
  } finally {
    await shop.sql('delete from ruled_applications')
    await shop.sql('delete from application_rules')
  }
  await expectRightBooks()
})

test('a cancellation while the bank is asked ends the change, and nothing is captured', async () => {
  await shop.bought(BOUGHT, ['seats'])
  shop.clock.set(HALF)
  await shop.giveCard(shop.acme, CHALLENGE)
  const asked = await send({ quantity: 7 }, await preview({ quantity: 7 }))
  const { id } = await shop.charge()
  await shop.ask(owner(), 'PUT', `/billing/v3/recurrent_charge/livechat/${id}/cancel`)
  await shop.opened.sandbox().answerChallenge(asked.body.client_secret, 'complete')
  shop.clock.set('2026-11-16T00:00:30.000Z')
  await shop.pay()
  expect((await shop.sql(`select state from charge_changes`))[0]).toEqual({ state: 'failed' })
  expect(await sold()).toEqual([])
  await expectRightBooks()
})

test('random changes: what was shown is what is charged, now and at the renewal', async () => {
  const plans = await Promise.all(['Small', 'Large', 'Year'].map((name) => shop.planOf('plans', name)))
  const asked = fc.record({
    slug: fc.constantFrom('seats', 'tiers', 'plans'),
    seconds: fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 4 }),
    quantities: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 4, maxLength: 4 }),
    plan: fc.constantFrom(...plans),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ slug, seconds, quantities, plan }) => {
      await shop.bought(BOUGHT, [slug])
      let [at, now] = [Date.parse(BOUGHT), 0]
      let next: ChargeChangePreview['next'] | null = null
      for (const [index, more] of seconds.entries()) {
        at += more * 1_000
        shop.clock.set(new Date(at).toISOString())
        const wanted = slug === 'plans' && index % 2 === 0 ? { plan_id: plan } : { quantity: quantities[index] ?? 1 }
        // Another person makes this change, because the owner has nearly reached the limit of changes in a minute.
        const { shown } = await change(wanted, shop.acme.people.viceowner)
        ;[now, next] = [now + shown.now.total, shown.next]
      }
      expect((await sold()).reduce((sum, total) => sum + total, 0)).toBe(now)
      await shop.at(new Date(Date.parse(next?.at ?? '') + 60_000).toISOString())
      expect((await shop.sql('select total::int as total from sales order by sold_at desc limit 1'))[0]).toEqual({
        total: next?.each.total,
      })
      await expectRightBooks()
    }),
    { numRuns: 12 },
  )
})

test('the auditor names a change that was charged at another price, and one that nobody pays for', async () => {
  await shop.bought(BOUGHT, ['seats'])
  shop.clock.set(HALF)
  await change({ quantity: 7 })
  await shop.sql(`update charge_changes set total = total + 1`)
  expect((await shop.violations()).map(({ what }) => what)).toEqual(['a change was charged at another price than was shown'])
  await shop.sql(`update charge_changes set total = total - 1, state = 'paying', ended_at = null`)
  expect((await shop.violations()).map(({ what }) => what)).toContain('a change is paid for by nobody')
  await emptyShop(shop, BOUGHT)
})
