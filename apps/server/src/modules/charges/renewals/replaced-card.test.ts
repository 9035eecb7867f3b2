import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEach } from '../../../../test/purchases.ts'
import { openRenewalShop, type RenewalShop } from '../../../../test/renewals.ts'

const REFUSED = '4000 0000 0000 0341'
const CHALLENGE = '4000 0027 6000 3184'
const MASTERCARD = '5555 5555 5555 4444'

let shop: RenewalShop
beforeAll(async () => {
  shop = await openRenewalShop()
  await shop.sql(`update applications set submitted_at = '2020-01-01', accepted_at = '2020-01-01', published_at = '2020-01-01'
    where published_at is not null`)
})
beforeEach(() => shop.bought('2026-11-20T12:00:00Z', ['licence']))
auditEach(() => shop)
afterAll(() => shop.close())

const attempts = () =>
  shop.sql<{ state: string }>(`select state from payment_attempts where subject_kind = 'renewal' order by created_at, id`)
const live = async () => (await attempts()).filter(({ state }) => state === 'claimed' || state === 'action_required').length
/** Continues the payment that was under way, and then the one that follows it. */
const payTwice = async () => {
  await shop.pay()
  await shop.pay()
}
const expectPaid = async (dueAt: string) => {
  expect(await live()).toBe(0)
  expect(await shop.charge()).toMatchObject({ state: 'active', retries: 0, due_at: new Date(dueAt) })
  expect(await shop.sql(`select 1 from sales where charge_kind = 'recurrent_charge'`)).toHaveLength(2)
  expect(await shop.violations()).toEqual([])
}

describe('a card that is replaced while a renewal is being paid', () => {
  test('is tried at once where it is the first payment of the period, and nobody is told of a failure', async () => {
    shop.clock.set('2026-12-20T12:00:00Z')
    await shop.renew()
    expect(await live()).toBe(1)
    await shop.replaceCard(shop.acme, MASTERCARD)
    await payTwice()
    await expectPaid('2027-01-20T12:00:00Z')
    expect((await shop.subjects()).filter((subject) => /failed|waits/.test(subject))).toEqual([])
  })

  test('is tried at once where it is a retry, also on the day of the freeze', async () => {
    await shop.giveCard(shop.acme, REFUSED)
    await shop.at('2026-12-20T12:00:00Z')
    shop.clock.set('2027-01-03T11:59:59Z')
    await shop.replaceCard(shop.acme)
    expect(await live()).toBe(1)
    shop.clock.set('2027-01-03T12:00:00Z')
    await shop.replaceCard(shop.acme, MASTERCARD)
    await payTwice()
    await expectPaid('2027-01-20T12:00:00Z')
  })

  test('is tried at once where the charge is frozen', async () => {
    await shop.giveCard(shop.acme, REFUSED)
    await shop.daily('2026-12-20T12:00:00Z', '2027-01-03T12:00:00Z')
    expect((await shop.charge()).state).toBe('frozen')
    await shop.replaceCard(shop.acme)
    await shop.replaceCard(shop.acme, MASTERCARD)
    await payTwice()
    await expectPaid('2027-01-20T12:00:00Z')
  })

  test('is tried at once where the buyer was asked about the card before, and said no', async () => {
    await shop.giveCard(shop.acme, CHALLENGE)
    await shop.at('2026-12-20T12:00:00Z')
    const { id } = await shop.charge()
    const asked = await shop.ask(shop.acme.people.owner, 'PUT', `/billing/v3/recurrent_charge/livechat/${id}/pay`)
    const { payment, client_secret: secret } = asked.json<{ payment: string; client_secret: string }>()
    expect(payment).toBe('action_required')
    await shop.replaceCard(shop.acme, MASTERCARD)
    await shop.opened.sandbox().answerChallenge(secret, 'fail')
    await payTwice()
    await expectPaid('2027-01-20T12:00:00Z')
  })

  test('is not tried again and again: once it is refused too, the renewal has failed', async () => {
    shop.clock.set('2026-12-20T12:00:00Z')
    await shop.renew()
    await shop.replaceCard(shop.acme, REFUSED)
    await payTwice()
    await shop.pay()
    expect((await attempts()).map(({ state }) => state)).toEqual(['declined', 'declined'])
    expect(await shop.charge()).toMatchObject({ state: 'past_due', due_at: new Date('2026-12-21T12:00:00Z') })
    expect(await shop.violations()).toEqual([])
  })
})
