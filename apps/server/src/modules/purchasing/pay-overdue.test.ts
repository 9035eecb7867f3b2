import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEach } from '../../../test/purchases.ts'
import { openRenewalShop, type RenewalShop } from '../../../test/renewals.ts'

const DECLINED = '4000 0000 0000 0341'
const CHALLENGE = '4000 0027 6000 3184'
const BOUGHT = '2026-11-01T00:00:00.000Z'

let shop: RenewalShop
beforeAll(async () => {
  shop = await openRenewalShop()
})
beforeEach(() => shop.opened.sandbox().clearFaults())
auditEach(() => shop)
afterAll(() => shop.close())

const owner = () => shop.acme.people.owner
const expectRightBooks = async () => expect(await shop.violations()).toEqual([])

describe('a renewal that has failed', () => {
  const pay = async (who = owner(), total?: unknown) => {
    const address = `/billing/v3/recurrent_charge/livechat/${(await shop.charge()).id}/pay`
    const answer = await shop.ask(who, 'PUT', address, total === undefined ? undefined : { total_price: total })
    return {
      status: answer.statusCode,
      body: answer.json<RecurrentCharge & { payment: string; client_secret: string; code?: string }>(),
    }
  }
  const renewals = async () =>
    (await shop.sql<{ total: number }>(`select total::int as total from sales where period > 0 order by sold_at`)).map(
      ({ total }) => total,
    )

  test('is paid once by its buyer, however often they press', async () => {
    await shop.bought(BOUGHT, ['licence'])
    expect((await pay()).body.code).toBe('CHARGE_STATE')
    await shop.giveCard(shop.acme, DECLINED)
    await shop.at('2026-12-01T00:01:00.000Z')
    expect((await shop.charge()).state).toBe('past_due')
    await shop.giveCard(shop.acme)
    expect((await pay(shop.acme.people.normal)).status).toBe(403)
    expect(await renewals()).toEqual([])
    const answers = await Promise.all([pay(), pay(), pay()])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await renewals()).toHaveLength(1)
    expect(await shop.charge()).toMatchObject({ state: 'active' })
    expect((await pay()).body.code).toBe('CHARGE_STATE')
    await expectRightBooks()
  })

  test('is paid at the total that its buyer saw, or not at all', async () => {
    await shop.bought(BOUGHT, ['licence'])
    await shop.giveCard(shop.acme, CHALLENGE)
    await shop.at('2026-12-01T00:01:00.000Z')
    const shown = async () => {
      const answer = await shop.ask(owner(), 'GET', `/billing/v3/recurrent_charge/livechat/${(await shop.charge()).id}`)
      return answer.json<RecurrentCharge>().taxes.total_price
    }
    const move = (country: string, zip: string | null) =>
      shop.sql('update billing_profiles set country = $2, zip = $3 where organization_id = $1', [shop.acme.id, country, zip])
    const attempts = async () => (await shop.sql('select 1 from payment_attempts')).length
    const before = await shown()
    const tried = await attempts()
    try {
      await move('DE', null)
      expect(await pay(owner(), before)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
      expect(await pay(owner(), '1')).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETERS' } })
      expect([await attempts(), (await shop.charge()).state]).toEqual([tried, 'past_due'])
      const total = await shown()
      expect(total).not.toBe(before)
      const { body } = await pay(owner(), total)
      expect(body.payment).toBe('action_required')
      // The bank has been asked about this total, so the same payment goes on, wherever the organization moves.
      await move('US', '75201')
      await shop.opened.sandbox().answerChallenge(body.client_secret, 'complete')
      expect((await pay(owner(), total)).body).toMatchObject({ payment: 'done', status: 'active' })
      expect(await renewals()).toEqual([total])
      await expectRightBooks()
    } finally {
      await move('US', '75201')
    }
  })

  test('goes on once its buyer has answered the bank', async () => {
    await shop.bought(BOUGHT, ['licence'])
    await shop.giveCard(shop.acme, CHALLENGE)
    await shop.at('2026-12-01T00:01:00.000Z')
    expect((await shop.charge()).state).toBe('past_due')
    const { body } = await pay()
    expect(body.payment).toBe('action_required')
    expect((await pay()).body).toMatchObject({ payment: 'action_required', client_secret: body.client_secret })
    expect(await renewals()).toEqual([])
    await shop.opened.sandbox().answerChallenge(body.client_secret, 'complete')
    expect((await pay()).body).toMatchObject({ payment: 'done', status: 'active' })
    expect(await renewals()).toHaveLength(1)
    await expectRightBooks()
  })
})
