// Tests the due work of charges without a payment provider: nothing is captured, so each started attempt stays as it is.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestCharges, type TestCharges } from '../../../../test/charges.ts'
import type { Organization } from '../../../../test/people.ts'
import { lockCharge, payOverdue } from '../index.ts'
import { mailQueue } from '../../mail/index.ts'
import type { TellApplication } from '../../webhooks/index.ts'
import { renewDue, retryUnpaid } from './renew-due.ts'
import { tellEndingTrials } from './tell-ending-trials.ts'

const START = '2026-01-31T10:00:00Z'
const END = '2026-02-28T10:00:00Z'
const days = (count: number, from = END) => new Date(Date.parse(from) + count * 86_400_000)

let market: TestCharges
let monthly = ''
let plan = ''
beforeAll(async () => {
  market = await openTestCharges(START)
  monthly = (await market.sql<{ id: string }>(`select id from applications where slug = 'monthly'`))[0]?.id ?? ''
  plan = (await market.sql<{ id: string }>('select id from plans where application_id = $1', [monthly]))[0]?.id ?? ''
})
afterAll(() => market.close())
let told: { event: string; of: string; by: string | null }[] = []
beforeEach(() => {
  told = []
  market.clock.set(END)
})
afterEach(async () => {
  await market.sql(`update applications set private = false, submitted_at = '2025-01-01', accepted_at = '2025-01-01',
    published_at = '2025-01-01' where slug = 'monthly'`)
  await market.sql('update memberships set suspended = false')
  const tables = [
    'charge_periods',
    'payment_attempts',
    'entitlements',
    'trials',
    'recurrent_charges',
    'cards',
    'mails',
    'audit_events',
  ]
  for (const table of tables) await market.sql(`delete from ${table}`)
})

const tellApplication: TellApplication = async (_, { event, applicationId, accountId }) => {
  told.push({ event, of: applicationId, by: accountId })
}
const dependencies = () => ({
  database: market.store.client.database,
  clock: market.clock,
  publicUrl: 'http://shop.test',
  queueMail: mailQueue({ send: async () => {}, delivers: false }),
  tellApplication,
})
const goes = new AbortController().signal
const renew = (signal = goes) => renewDue(dependencies(), signal)

type Given = Partial<Record<string, unknown>>
/** A charge that was bought in January and is due at the end of February, unless `more` says otherwise. */
const charge = async (more: Given = {}, of: Organization = market.acme): Promise<string> => {
  const id = randomUUID()
  const at = new Date(START)
  const row: Given = {
    id,
    organization_id: of.id,
    license_id: await market.licenseOf(of),
    account_id: of.people.owner.accountId,
    seller_client_id: 'marketplace',
    order_client_id: monthly,
    application_id: monthly,
    plan_id: plan,
    name: 'Monthly, Monthly',
    price: 1_200,
    quantity: 5,
    per_account: true,
    test: false,
    commission_percent: 20,
    state: 'active',
    months: 1,
    trial_days: 0,
    anchor_at: at,
    settled_period: 0,
    due_at: new Date(END),
    created_at: at,
    updated_at: at,
    activated_at: at,
    ...more,
  }
  const columns = Object.keys(row)
  await market.sql(
    `insert into recurrent_charges (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  )
  return String(row.id)
}
const trial = (more: Given = {}, of?: Organization) =>
  charge({ trial_days: 14, trial_ends_at: new Date(END), anchor_at: new Date(END), settled_period: -1, ...more }, of)
const read = async (id: string) =>
  (await market.sql<Record<string, unknown>>('select * from recurrent_charges where id = $1', [id]))[0]
const periods = (id: string) =>
  market.sql<{ index: number; outcome: string; reason: string | null }>(
    'select index, outcome, reason from charge_periods where charge_id = $1 order by index',
    [id],
  )
const attempts = () =>
  market.sql<{ subject_id: string; amount: number }>('select subject_id, amount::int from payment_attempts order by subject_id')
const mails = () =>
  market.sql<{ recipient: string; subject: string; text: string }>(
    'select recipient, subject, text from mails order by recipient',
  )
const saveCard = (of = market.acme) =>
  market.sql(
    `with payer as (insert into billing_profiles (organization_id, customer_id, updated_at) values ($1, 'customer ' || $1, now())
       on conflict do nothing)
     insert into cards (organization_id, brand, first_six, last_four, expiry_month, expiry_year, provider_card_id)
     values ($1, 'visa', '424242', '4242', 12, 2040, 'card')`,
    [of.id],
  )
const actions = async (id: string) => (await market.audit()).filter(({ subject }) => subject === id).map(({ action }) => action)

describe('a renewal', () => {
  test('is started once for what the period costs, by three processes at once', async () => {
    await saveCard()
    const id = await charge()
    await Promise.all([renew(), renew(), renew()])
    expect(await attempts()).toEqual([{ subject_id: `${id}:1`, amount: 6_000 }])
    // The attempt decides what happens next. In case it is lost, the charge is checked again later.
    expect(await read(id)).toMatchObject({ state: 'active', due_at: new Date(Date.parse(END) + 3_600_000) })
    market.clock.set(new Date(Date.parse(END) + 3_600_000).toISOString())
    await renew()
    expect(await attempts()).toHaveLength(1)
  })

  test('is not started before it is due', async () => {
    await saveCard()
    await charge()
    market.clock.set('2026-02-28T09:59:59.999Z')
    await renew()
    expect(await attempts()).toEqual([])
  })

  test('without a card has failed at once, and asks everybody who pays for one', async () => {
    const id = await charge({ account_id: market.acme.people.administrator.accountId })
    await renew()
    expect(await attempts()).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'past_due', first_failed_at: new Date(END), retries: 0, due_at: days(14) })
    expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual(
      ['administrator', 'owner', 'viceowner'].map((role) => [`${role}@acme.test`, 'The payment for Monthly, Monthly has failed']),
    )
    expect((await mails())[0]?.text).toContain('It goes on working until Mar 14, 2026.')
    expect((await mails())[0]?.text).toContain('The card was refused for good')
    expect(await actions(id)).toEqual(['charge.payment-failed'])
  })

  test('that was not paid for 14 days freezes the charge', async () => {
    const id = await charge({ state: 'past_due', first_failed_at: new Date(END), due_at: days(14), retries: 3 })
    market.clock.set(days(14).toISOString())
    await renew()
    expect(await read(id)).toMatchObject({ state: 'frozen', frozen_at: days(14), due_at: null })
    expect((await mails()).map(({ subject }) => subject)).toContain('Monthly, Monthly waits for a payment')
    await renew()
    expect(await actions(id)).toEqual(['charge.frozen'])
  })

  test('of a charge that captures nothing is waived', async () => {
    const id = await charge({ test: true })
    market.clock.set('2026-04-30T10:00:00Z')
    await renew()
    expect(await periods(id)).toEqual([1, 2, 3].map((index) => ({ index, outcome: 'waived', reason: 'test' })))
    expect(await read(id)).toMatchObject({ settled_period: 3, due_at: new Date('2026-05-31T10:00:00Z') })
    expect([await attempts(), await mails()]).toEqual([[], []])
  })

  test('of an application that customers cannot see is waived, but not of a private one', async () => {
    await saveCard()
    const id = await charge()
    await market.sql(`update applications set published_at = null where slug = 'monthly'`)
    await renew()
    expect(await periods(id)).toEqual([{ index: 1, outcome: 'waived', reason: 'suspended' }])
    await market.sql(`update applications set submitted_at = null, accepted_at = null, private = true where slug = 'monthly'`)
    market.clock.set('2026-03-31T10:00:00Z')
    await renew()
    expect((await attempts()).map(({ subject_id }) => subject_id)).toEqual([`${id}:2`])
  })

  test.each(['pending', 'accepted', 'processed', 'declined', 'cancelled'])(
    'of a charge that is %s is none, and is not looked at again',
    async (state) => {
      await saveCard()
      const id = await charge({ state })
      await renew()
      expect(await read(id)).toMatchObject({ state, due_at: null })
      expect(await attempts()).toEqual([])
    },
  )

  test('of a charge that somebody works on is left to them', async () => {
    await saveCard()
    const id = await charge()
    await market.inOne(async (transaction) => {
      await lockCharge(transaction, 'recurrent_charge', id)
      await renew()
      expect(await attempts()).toEqual([])
    })
    await renew()
    expect(await attempts()).toHaveLength(1)
  })

  test('is not started once the process is to end', async () => {
    await saveCard()
    await charge()
    await renew(AbortSignal.abort())
    expect(await attempts()).toEqual([])
  })

  test('that fails keeps back no other, and is reported', async () => {
    await saveCard()
    // Its periods have never begun. Only a bug could cause that.
    const broken = await charge({ anchor_at: null, due_at: new Date(START) })
    const id = await charge()
    await expect(renew()).rejects.toThrow('1 charges could not be renewed')
    expect((await attempts()).map(({ subject_id }) => subject_id)).toEqual([`${id}:1`])
    expect(await read(broken)).toMatchObject({ state: 'active', due_at: new Date(START) })
  })

  test('is not kept back by any number of others that fail', async () => {
    await saveCard()
    const broken = await charge({ anchor_at: null, due_at: new Date(START) })
    await market.sql(
      `insert into recurrent_charges select (jsonb_populate_record(c, jsonb_build_object('id', 'broken-' || n))).*
       from recurrent_charges c, generate_series(1, 210) n where c.id = $1`,
      [broken],
    )
    const id = await charge()
    await expect(renew()).rejects.toThrow('211 charges could not be renewed')
    expect((await attempts()).map(({ subject_id }) => subject_id)).toEqual([`${id}:1`])
  })
})

describe('a trial that ends without a card', () => {
  test('is frozen, and cancelled 14 days later', async () => {
    const id = await trial()
    await renew()
    expect(await read(id)).toMatchObject({ state: 'frozen', due_at: days(14), first_failed_at: null })
    expect((await mails())[0]).toMatchObject({ subject: 'The trial of Monthly, Monthly has ended' })
    expect((await mails())[0]?.text).toContain('Without a card it is cancelled on Mar 14, 2026.')
    market.clock.set(new Date(days(14).getTime() - 1).toISOString())
    await renew()
    expect(await read(id)).toMatchObject({ state: 'frozen' })
    market.clock.set(days(14).toISOString())
    await Promise.all([renew(), renew()])
    expect(await read(id)).toMatchObject({ state: 'cancelled', due_at: null, cancelled_at: days(14) })
    expect(told).toEqual([{ event: 'payment_cancelled', of: monthly, by: null }])
    expect(await actions(id)).toEqual(['charge.frozen', 'charge.cancelled'])
    expect(await periods(id)).toEqual([])
  })

  test('is not cancelled while it is being paid', async () => {
    const id = await trial()
    await renew()
    await saveCard()
    market.clock.set(days(13).toISOString())
    await retryUnpaid(dependencies(), market.acme.id)
    expect(await attempts()).toMatchObject([{ subject_id: `${id}:0` }])
    market.clock.set(days(14).toISOString())
    await renew()
    expect(await read(id)).toMatchObject({ state: 'frozen', due_at: days(14) })
  })
})

describe('a new card', () => {
  test('pays the oldest period of what is overdue, and the running one of what is frozen', async () => {
    await saveCard()
    const overdue = await charge({ state: 'past_due', first_failed_at: new Date(END), due_at: days(40) })
    const frozen = await charge({ state: 'frozen', first_failed_at: new Date(END), frozen_at: days(14), due_at: null })
    market.clock.set('2026-04-05T10:00:00Z')
    await retryUnpaid(dependencies(), market.acme.id)
    const expected = [`${overdue}:1`, `${frozen}:2`].toSorted()
    expect((await attempts()).map(({ subject_id }) => subject_id)).toEqual(expected)
    await retryUnpaid(dependencies(), market.acme.id)
    expect(await attempts()).toHaveLength(2)
  })

  test('pays nothing that is not overdue, not for sale at present, or of somebody else', async () => {
    await saveCard()
    await saveCard(market.globex)
    await charge()
    await charge({ state: 'past_due', first_failed_at: new Date(END) }, market.globex)
    await retryUnpaid(dependencies(), market.acme.id)
    expect(await attempts()).toEqual([])
    await market.sql(`update applications set published_at = null where slug = 'monthly'`)
    await retryUnpaid(dependencies(), market.globex.id)
    expect(await attempts()).toEqual([])
  })
})

describe('a buyer who pays for what is overdue', () => {
  const pay = (id: string) =>
    market.inOne(async (transaction) => {
      const locked = await lockCharge(transaction, 'recurrent_charge', id)
      if (!locked) throw new Error('no charge')
      return payOverdue(transaction, dependencies(), locked, {
        at: market.clock.now(),
        payer: market.acme.people.owner.accountId,
      })
    })

  test('gets the same attempt however often they press, also at once', async () => {
    await saveCard()
    const id = await charge({ state: 'past_due', first_failed_at: new Date(END), due_at: days(14) })
    const answers = await Promise.all([pay(id), pay(id), pay(id)])
    expect(new Set(answers).size).toBe(1)
    expect(await market.sql('select account_id, owner_away from payment_attempts')).toEqual([
      { account_id: market.acme.people.owner.accountId, owner_away: false },
    ])
    // The scheduled next step is unchanged.
    expect(await read(id)).toMatchObject({ due_at: days(14) })
  })

  test.each([
    ['that is not overdue', { state: 'active' }, 'CHARGE_STATE'],
    ['that is cancelled', { state: 'cancelled' }, 'CHARGE_STATE'],
    ['whose periods are all settled', { state: 'past_due', settled_period: 1 }, 'CHARGE_STATE'],
  ])('of a charge %s hears so', async (_, more, code) => {
    await saveCard()
    const id = await charge(more)
    await expect(pay(id)).rejects.toMatchObject({ code })
    expect(await attempts()).toEqual([])
  })

  test('hears that there is no card, that it is not for sale now, and that it is being paid already', async () => {
    const id = await charge({ state: 'past_due', first_failed_at: new Date(END), due_at: days(14) })
    await expect(pay(id)).rejects.toMatchObject({ code: 'CARD_NEEDED' })
    await saveCard()
    await market.sql(`update applications set published_at = null where slug = 'monthly'`)
    await expect(pay(id)).rejects.toMatchObject({ code: 'NOT_FOR_SALE' })
    await market.sql(`update applications set published_at = '2025-01-01' where slug = 'monthly'`)
    await retryUnpaid(dependencies(), market.acme.id)
    await expect(pay(id)).rejects.toMatchObject({ code: 'PAYMENT_RUNNING' })
  })
})

describe('a trial that ends soon', () => {
  const tell = (signal = goes) => tellEndingTrials(dependencies(), signal)

  test('is told three days before, once, by two processes at once', async () => {
    market.clock.set(new Date(days(-3).getTime() - 1).toISOString())
    await saveCard()
    await trial()
    await tell()
    expect(await mails()).toEqual([])
    market.clock.set(days(-3).toISOString())
    await Promise.all([tell(), tell()])
    await tell()
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['owner@acme.test', 'viceowner@acme.test'])
    expect((await mails())[0]).toMatchObject({ subject: 'The trial of Monthly, Monthly ends on Feb 28, 2026' })
    expect((await mails())[0]?.text).toContain('Then $60 is due')
    expect((await mails())[0]?.text).toContain('http://shop.test/billing/\n')
  })

  test.each(['cancelled', 'frozen', 'pending', 'past_due'])('is not told of a charge that is %s', async (state) => {
    market.clock.set(days(-1).toISOString())
    await trial({ state })
    await tell()
    expect(await mails()).toEqual([])
  })

  test('is not told once it has ended', async () => {
    await trial()
    market.clock.set(days(1).toISOString())
    await tell()
    expect(await mails()).toEqual([])
  })

  test('is told to nobody who is suspended, and to everybody else who pays', async () => {
    market.clock.set(days(-1).toISOString())
    const { owner, normal } = market.acme.people
    await market.sql('update memberships set suspended = true where account_id = $1', [owner.accountId])
    await trial({ account_id: normal.accountId })
    await tell()
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['normal@acme.test', 'viceowner@acme.test'])
  })

  test('of 130 at once are all told', async () => {
    market.clock.set(days(-1).toISOString())
    const first = await trial({ account_id: null })
    await market.sql(
      `insert into recurrent_charges select (jsonb_populate_record(c, jsonb_build_object('id', 'trial-' || n))).*
       from recurrent_charges c, generate_series(2, 130) n where c.id = $1`,
      [first],
    )
    await tell(AbortSignal.abort())
    expect(await mails()).toEqual([])
    await tell()
    expect(await mails()).toHaveLength(2 * 130)
    expect(await market.sql('select from recurrent_charges where trial_end_told_at is null')).toEqual([])
  })
})
