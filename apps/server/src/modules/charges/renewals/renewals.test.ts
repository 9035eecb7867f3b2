import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEach } from '../../../../test/purchases.ts'
import { openRenewalShop, type RenewalShop } from '../../../../test/renewals.ts'

const REFUSED = '4000 0000 0000 0341'
const CHALLENGE = '4000 0027 6000 3184'

let shop: RenewalShop
beforeAll(async () => {
  shop = await openRenewalShop()
  await shop.sql(`update applications set submitted_at = '2020-01-01', accepted_at = '2020-01-01', published_at = '2020-01-01'
    where published_at is not null`)
})
auditEach(() => shop)
afterAll(() => shop.close())

const sales = async () =>
  (await shop.sql<{ total: string }>('select total from sales order by sold_at, period')).map(({ total }) => Number(total))
const expectRightBooks = async () => expect(await shop.violations()).toEqual([])

describe('periods', () => {
  test('of 13 months from 31 January renew once each, without drift', async () => {
    await shop.bought('2027-01-31T10:00:00Z', ['licence'])
    for (let month = 1; month <= 13; month += 1) {
      const last = new Date(Date.UTC(2027, month + 1, 0, 10)).toISOString()
      await shop.at(last.replace('T10:00:00.000Z', 'T09:59:59.999Z'), 2)
      expect(await shop.periods()).toHaveLength(month)
      await shop.at(last.replace('T10:00:00.000Z', 'T10:00:00.000Z'), 2)
      expect(await shop.periods()).toHaveLength(month + 1)
    }
    expect((await shop.periods()).map(({ day }) => day.slice(5))).toEqual([
      '01-31',
      '02-28',
      '03-31',
      '04-30',
      '05-31',
      '06-30',
      '07-31',
      '08-31',
      '09-30',
      '10-31',
      '11-30',
      '12-31',
      '01-31',
      '02-29',
    ])
    expect(await sales()).toHaveLength(14)
    await expectRightBooks()
  })

  test('of an outage of 40 days are charged once each, by two processes at once', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    await shop.at('2026-12-30T12:00:00Z', 2)
    await shop.at('2027-01-29T12:00:00Z', 2)
    expect(await shop.periods()).toEqual([
      { index: 0, outcome: 'charged', reason: null, day: '2026-11-20' },
      { index: 1, outcome: 'charged', reason: null, day: '2026-12-20' },
      { index: 2, outcome: 'charged', reason: null, day: '2027-01-20' },
    ])
    expect(await sales()).toHaveLength(3)
    await expectRightBooks()
  })

  test('of a long outage: three are charged, the others waived', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    await shop.at('2027-06-21T12:00:00Z', 2)
    expect((await shop.periods()).map(({ index, outcome, reason }) => [index, outcome, reason])).toEqual([
      [0, 'charged', null],
      [1, 'charged', null],
      [2, 'charged', null],
      [3, 'charged', null],
      [4, 'waived', 'outage'],
      [5, 'waived', 'outage'],
      [6, 'waived', 'outage'],
      [7, 'waived', 'outage'],
    ])
    await shop.at('2027-07-20T12:00:00Z')
    expect((await shop.periods()).at(-1)).toMatchObject({ index: 8, outcome: 'charged' })
    await expectRightBooks()
  })

  test('are waived while the application is not there, and charged again after it', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    await shop.sql(`update applications set published_at = null where slug = 'licence'`)
    await shop.at('2026-12-21T12:00:00Z')
    await shop.sql(`update applications set published_at = '2020-01-01' where slug = 'licence'`)
    await shop.at('2027-01-21T12:00:00Z')
    expect((await shop.periods()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['charged', null],
      ['waived', 'suspended'],
      ['charged', null],
    ])
    await expectRightBooks()
  })

  test('take the seats that were put off to them', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['seats'])
    const { owner } = shop.acme.people
    const change = `/billing/v3/recurrent_charge/livechat/${(await shop.charge()).id}/change`
    const { as_of, checksum } = (await shop.ask(owner, 'GET', `${change}?quantity=2`)).json<Record<string, string>>()
    expect((await shop.ask(owner, 'PUT', change, { quantity: 2, as_of, checksum })).statusCode).toBe(200)
    await shop.at('2026-12-21T12:00:00Z')
    expect(await shop.charge()).toMatchObject({ quantity: 2 })
    const [first = 0, second = 0] = await sales()
    // Without tax, these are 5 and 2 seats at 1,200 each.
    expect(second).toBe(Math.round((first * 2) / 5))
    await expectRightBooks()
  })
})

describe('a renewal that fails', () => {
  test('is tried again on days 1, 3 and 7, and frozen on day 14', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    await shop.giveCard(shop.acme, REFUSED)
    await shop.daily('2026-12-20T12:00:00Z', '2027-01-10T12:00:00Z')
    const attempts = await shop.sql<{ day: string }>(
      `select to_char(created_at at time zone 'UTC', 'MM-DD') as day from payment_attempts where subject_kind = 'renewal' order by created_at`,
    )
    expect(attempts.map(({ day }) => day)).toEqual(['12-20', '12-21', '12-23', '12-27'])
    expect(await shop.charge()).toMatchObject({ state: 'frozen', frozen_at: new Date('2027-01-03T12:00:00Z'), due_at: null })
    expect((await shop.subjects()).filter((subject) => /failed|waits/.test(subject))).toHaveLength(5 * 2)
    await expectRightBooks()
    // A frozen charge does not renew, and a new card pays for the current period.
    await shop.at('2027-03-01T12:00:00Z')
    expect(await shop.periods()).toHaveLength(1)
    await shop.saveCard(shop.acme)
    expect(await shop.charge()).toMatchObject({ state: 'active', retries: 0, due_at: new Date('2027-03-20T12:00:00Z') })
    expect((await shop.periods()).map(({ index, outcome, reason }) => [index, outcome, reason])).toEqual([
      [0, 'charged', null],
      [1, 'waived', 'frozen'],
      [2, 'waived', 'frozen'],
      [3, 'charged', null],
    ])
    await expectRightBooks()
  })

  test('goes on working while it is overdue, and a new card pays at once', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    await shop.giveCard(shop.acme, REFUSED)
    await shop.at('2026-12-20T12:00:00Z')
    expect(await shop.charge()).toMatchObject({ state: 'past_due', due_at: new Date('2026-12-21T12:00:00Z') })
    const path = shop.pathOf('plain').replace(shop.idOf('plain'), shop.idOf('licence')).replace('install', 'instance')
    expect((await shop.ask(shop.acme.people.owner, 'GET', path)).json()).toMatchObject({ payment: null, installed: true })
    await shop.saveCard(shop.acme)
    expect(await shop.charge()).toMatchObject({ state: 'active', due_at: new Date('2027-01-20T12:00:00Z') })
    expect(await shop.periods()).toHaveLength(2)
    await expectRightBooks()
  })

  test('because the bank wants the buyer is not tried again: the buyer gets a link', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    await shop.giveCard(shop.acme, CHALLENGE)
    await shop.daily('2026-12-20T12:00:00Z', '2027-01-02T12:00:00Z')
    expect(await shop.charge()).toMatchObject({ state: 'past_due', due_at: new Date('2027-01-03T12:00:00Z'), retries: 0 })
    expect(await shop.subjects()).toContain('Your bank wants you to confirm the payment for Licence, Monthly')
    expect(await shop.sql(`select id from payment_attempts where subject_kind = 'renewal'`)).toHaveLength(1)
    await shop.at('2027-01-03T12:00:00Z')
    expect((await shop.charge()).state).toBe('frozen')
    await expectRightBooks()
  })

  test('and is waived while its application is away owes nothing, and the next one is tried and not frozen', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    await shop.giveCard(shop.acme, REFUSED)
    await shop.at('2026-12-20T12:00:00Z')
    expect((await shop.charge()).state).toBe('past_due')
    await shop.sql(`update applications set published_at = null where slug = 'licence'`)
    await shop.at('2026-12-21T12:00:00Z')
    await shop.sql(`update applications set published_at = '2020-01-01' where slug = 'licence'`)
    expect(await shop.charge()).toMatchObject({ state: 'active', retries: 0, due_at: new Date('2027-01-20T12:00:00Z') })
    const { id } = await shop.charge()
    const audit = (await shop.audit()).filter(({ subject }) => subject === id).map(({ action }) => action)
    expect(audit.slice(-3)).toEqual(['charge.payment-failed', 'charge.periods-waived', 'charge.waived'])
    await shop.giveCard(shop.acme)
    await shop.at('2027-01-20T12:00:00Z')
    expect(await shop.charge()).toMatchObject({ state: 'active', due_at: new Date('2027-02-20T12:00:00Z') })
    expect((await shop.periods()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['charged', null],
      ['waived', 'suspended'],
      ['charged', null],
    ])
    await expectRightBooks()
  })

  test('and was begun before its application left the marketplace is not captured', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    shop.clock.set('2026-12-20T12:00:00Z')
    await shop.renew()
    await shop.sql(`update applications set published_at = null where slug = 'licence'`)
    await shop.pay()
    await shop.sql(`update applications set published_at = '2020-01-01' where slug = 'licence'`)
    expect(await sales()).toHaveLength(1)
  })

  test('without a card is overdue until there is one', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    await shop.takeCard(shop.acme)
    await shop.daily('2026-12-20T12:00:00Z', '2026-12-30T12:00:00Z')
    expect(await shop.charge()).toMatchObject({ state: 'past_due', due_at: new Date('2027-01-03T12:00:00Z') })
    await shop.saveCard(shop.acme)
    expect((await shop.charge()).state).toBe('active')
    await expectRightBooks()
  })
})

describe('a trial', () => {
  test('without a card is frozen at its end, and cancelled 14 days later', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['trial'], null)
    await shop.at('2026-12-01T11:59:00Z')
    expect(await shop.subjects()).toEqual([])
    await shop.at('2026-12-01T12:00:00Z', 2)
    await shop.at('2026-12-02T12:00:00Z')
    expect(await shop.subjects()).toHaveLength(2)
    expect((await shop.subjects())[0]).toBe('The trial of Trial, Monthly ends on Dec 4, 2026')
    const [mail] = await shop.sql<{ text: string }>('select text from mails order by created_at, id limit 1')
    expect(mail?.text).toContain('There is no payment card yet: add one to keep it.')
    expect(mail?.text).toContain('Without a card it stops on Dec 4, 2026, and nothing is charged.')
    expect(mail?.text).toContain('http://shop.test/billing/?view=payment')
    await shop.at('2026-12-04T12:00:00Z')
    expect(await shop.charge()).toMatchObject({ state: 'frozen', due_at: new Date('2026-12-18T12:00:00Z') })
    await shop.at('2026-12-18T12:00:00Z')
    expect(await shop.charge()).toMatchObject({ state: 'cancelled', due_at: null })
    expect(await sales()).toEqual([])
    expect(await shop.periods()).toEqual([])
    await expectRightBooks()
  })

  test('that gets a card after its end goes on', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['trial'], null)
    await shop.at('2026-12-05T12:00:00Z')
    await shop.saveCard(shop.acme)
    expect(await shop.charge()).toMatchObject({ state: 'active', due_at: new Date('2027-01-04T12:00:00Z') })
    expect(await shop.periods()).toEqual([{ index: 0, outcome: 'charged', reason: null, day: '2026-12-04' }])
    await expectRightBooks()
  })

  test('is paid for the first time at its end', async () => {
    await shop.bought('2026-11-20T12:00:00Z', ['trial'])
    await shop.at('2026-12-04T11:59:59Z')
    expect(await sales()).toEqual([])
    await shop.at('2026-12-04T12:00:00Z', 2)
    expect(await sales()).toHaveLength(1)
    expect(await shop.charge()).toMatchObject({ state: 'active', due_at: new Date('2027-01-04T12:00:00Z') })
    await expectRightBooks()
  })
})

test('cancelled and renewed at once: no capture begins after the cancellation', async () => {
  for (let round = 0; round < 6; round += 1) {
    await shop.bought('2026-11-20T12:00:00Z', ['licence'])
    shop.clock.set('2026-12-20T12:00:05Z')
    const { id } = await shop.charge()
    const cancel = () =>
      shop
        .ask(shop.acme.people.owner, 'PUT', `/billing/v3/recurrent_charge/livechat/${id}/cancel`)
        .then(({ statusCode }) => statusCode)
    if (round % 2 === 0) await shop.renew()
    const [status] = await Promise.all([
      new Promise((resolve) => setTimeout(resolve, round * 8)).then(cancel),
      shop.renew().then(() => shop.pay()),
    ])
    expect(status).toBe(200)
    await shop.at('2026-12-21T12:00:00Z')
    const audit = (await shop.audit()).filter(({ subject }) => subject === id).map(({ action }) => action)
    expect(audit.at(-1)).toBe('charge.cancelled')
    expect(await sales()).toHaveLength(audit.includes('charge.renewed') ? 2 : 1)
    expect((await shop.charge()).state).toBe('cancelled')
    await expectRightBooks()
  }
})
