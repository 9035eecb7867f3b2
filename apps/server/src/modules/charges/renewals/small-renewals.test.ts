// Renewals that cost less than the provider charges. They are not sold, so each test makes an ordinary charge cheaper after its purchase.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEach } from '../../../../test/purchases.ts'
import { openRenewalShop, type RenewalShop } from '../../../../test/renewals.ts'

let shop: RenewalShop
beforeAll(async () => {
  shop = await openRenewalShop()
})
auditEach(() => shop)
afterAll(() => shop.close())

const cheapen = (state: object = {}) =>
  shop.sql(
    `update recurrent_charges set price = 25, quantity = 1, state = coalesce($1, state), first_failed_at = $2, frozen_at = $3,
       due_at = case when $3::timestamptz is null then due_at end`,
    ['state', 'firstFailedAt', 'frozenAt'].map((key) => (state as Record<string, string>)[key] ?? null),
  )
const outcomes = async () => (await shop.periods()).map(({ index, outcome, reason }) => [index, outcome, reason])
const expectWaived = async (period: number, due: string) => {
  expect(await shop.charge()).toMatchObject({ state: 'active', frozen_at: null, retries: 0, due_at: new Date(due) })
  const waived = (await shop.audit()).findLast(({ action }) => action === 'charge.periods-waived')
  expect(waived).toMatchObject({ details: { reason: 'too-small', periods: [String(period)] } })
  expect(await shop.violations()).toEqual([])
}

test('a period is waived, and the audit says why', async () => {
  await shop.bought('2027-01-31T10:00:00Z', ['licence'])
  await cheapen()
  await shop.at('2027-02-28T10:00:00Z')
  expect(await outcomes()).toEqual([
    [0, 'charged', null],
    [1, 'waived', 'too-small'],
  ])
  await expectWaived(1, '2027-03-31T10:00:00Z')
})

test('so is the first one after a trial without a card', async () => {
  await shop.bought('2027-02-14T10:00:00Z', ['trial'], null)
  await cheapen()
  await shop.at('2027-02-28T10:00:00Z')
  expect(await outcomes()).toEqual([[0, 'waived', 'too-small']])
  await expectWaived(0, '2027-03-28T10:00:00Z')
})

test('a charge that had failed when its tax was higher is active again', async () => {
  await shop.bought('2027-01-31T10:00:00Z', ['licence'])
  await cheapen({ state: 'past_due', firstFailedAt: '2027-02-28T10:00:00Z' })
  await shop.at('2027-03-01T10:00:00Z')
  expect(await outcomes()).toEqual([
    [0, 'charged', null],
    [1, 'waived', 'too-small'],
  ])
  await expectWaived(1, '2027-03-31T10:00:00Z')
})

test.each(['a new card', 'its buyer'])('so is a frozen one that %s would pay for', async (who) => {
  await shop.bought('2027-01-31T10:00:00Z', ['licence'])
  await cheapen({ state: 'frozen', firstFailedAt: '2027-02-28T10:00:00Z', frozenAt: '2027-03-14T10:00:00Z' })
  shop.clock.set('2027-04-02T10:00:00Z')
  if (who === 'a new card') await shop.saveCard(shop.acme)
  else {
    const { id } = await shop.charge()
    const answer = await shop.ask(shop.acme.people.owner, 'PUT', `/billing/v3/recurrent_charge/livechat/${id}/pay`)
    expect(answer.json()).toMatchObject({ status: 'active', payment: 'done' })
  }
  expect(await outcomes()).toEqual([
    [0, 'charged', null],
    [1, 'waived', 'frozen'],
    [2, 'waived', 'too-small'],
  ])
  await expectWaived(2, '2027-04-30T10:00:00Z')
})
