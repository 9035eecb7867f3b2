// Tests payments whose buyer loses the right to bill for the organization before the money is captured: nothing is bought.
import { randomUUID } from 'node:crypto'
import type { ChargeChangePreview } from '@marketplace/contracts/charges/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON } from '../../../test/carts.ts'
import { meanwhile } from '../../../test/meanwhile.ts'
import { auditEach, emptyShop } from '../../../test/purchases.ts'
import { openRenewalShop, type RenewalShop } from '../../../test/renewals.ts'
import { SELLER, saveSeller } from '../../../test/sellers.ts'

const CHALLENGE = '4000 0027 6000 3184'

let shop: RenewalShop
beforeAll(async () => {
  shop = await openRenewalShop()
  await saveSeller(shop.store.client.database)
})
beforeEach(async () => {
  await shop.sql('delete from memberships where account_id = $1', [owner().accountId])
  await shop.sql(
    `insert into memberships (organization_id, account_id, product, role) select $1, $2, unnest(array['livechat', 'helpdesk']), 'owner'`,
    [shop.acme.id, owner().accountId],
  )
  await emptyShop(shop, NOON)
  await shop.opened.sandbox().clearFaults()
})
auditEach(() => shop)
afterAll(() => shop.close())

const owner = () => shop.acme.people.owner
const DEMOTED = `update memberships set role = 'administrator' where account_id = $1`
const LOSSES = [
  ['is made an administrator', DEMOTED],
  ['leaves the organization', 'delete from memberships where account_id = $1'],
] as const

/** A payment that waits for the bank. `goOn` continues it like the buyer's page after the bank's question; `rest` must remain unchanged. */
type Waiting = {
  secret: string
  goOn: () => Promise<{ status: number; code?: string }>
  rest: () => Promise<unknown>
  kept: unknown
}
type Answer = { code?: string; payment: string; client_secret: string }

const none = { charges: [], installs: [], open: true }
const cart = async (): Promise<Waiting> => {
  await shop.giveCard(shop.acme, CHALLENGE)
  const { id } = await shop.lockedCart(owner(), 'licence', 'once')
  const buy = () => shop.buy(owner(), id)
  return {
    secret: (await buy()).body.clientSecret ?? '',
    goOn: async () => {
      const { status, body } = await buy()
      return { status, ...(body.code !== undefined && { code: body.code }) }
    },
    rest: async () => ({
      charges: await shop.sql('select id from recurrent_charges union all select id from direct_charges'),
      installs: await shop.sql('select id from installations'),
      open: (await shop.sql('select 1 from carts where purchased_at is null and locked_by is null')).length === 1,
    }),
    kept: none,
  }
}

const activated = async (kind: string, id: string, rest: Waiting['rest'], kept: unknown): Promise<Waiting> => {
  await shop.giveCard(shop.acme, CHALLENGE)
  const activate = () => shop.ask(owner(), 'PUT', `/billing/v3/${kind}/livechat/${id}/activate`)
  return {
    secret: (await activate()).json<Answer>().client_secret,
    goOn: async () => {
      const answer = await activate()
      return { status: answer.statusCode, code: answer.json<Answer>().code ?? '' }
    },
    rest,
    kept,
  }
}

const planCharge = async (): Promise<Waiting> => {
  const path = `/api/v2/applications/${shop.idOf('licence')}/create-charge`
  const created = await shop.ask(owner(), 'POST', path, { plan_id: await shop.planOf('licence', 'Monthly') })
  const { id } = created.json<{ id: string }>()
  await shop.sql(`update recurrent_charges set state = 'accepted' where id = $1`, [id])
  const rest = async () => [
    await shop.sql('select state from recurrent_charges'),
    await shop.sql('select 1 from installations'),
    await shop.sql('select 1 from entitlements where ended_at is null'),
  ]
  return activated('recurrent_charge', id, rest, [[{ state: 'declined' }], [], []])
}

/** A charge that an application created itself. */
const ownCharge = async (kind: 'recurrent_charge' | 'direct_charge', ended: string): Promise<Waiting> => {
  const id = randomUUID()
  const periods = kind === 'recurrent_charge'
  await shop.sql(
    `insert into ${kind}s (id, organization_id, license_id, account_id, seller_client_id, order_client_id, name, price, quantity,
       per_account, test, commission_percent, created_at, updated_at, state ${periods ? ', months, trial_days' : ''})
     select $1, $2, l.id, $3, $4, $4, 'More', 2500, 1, false, false, 20, $5, $5, 'accepted' ${periods ? ', 1, 0' : ''}
     from licenses l where l.organization_id = $2 and l.product = 'livechat'`,
    [id, shop.acme.id, owner().accountId, SELLER, shop.clock.now()],
  )
  return activated(kind, id, () => shop.sql(`select state from ${kind}s`), [{ state: ended }])
}

const change = async (): Promise<Waiting> => {
  await shop.bought('2026-11-01T00:00:00.000Z', ['seats'])
  shop.clock.set('2026-11-16T00:00:00.000Z')
  await shop.giveCard(shop.acme, CHALLENGE)
  const path = `/billing/v3/recurrent_charge/livechat/${(await shop.charge()).id}/change`
  const shown = (await shop.ask(owner(), 'GET', `${path}?quantity=7`)).json<ChargeChangePreview>()
  const agreed = { quantity: 7, as_of: shown.as_of, checksum: shown.checksum }
  const send = () => shop.ask(owner(), 'PUT', path, agreed)
  return {
    secret: (await send()).json<Answer>().client_secret,
    goOn: async () => {
      const answer = await send()
      return { status: answer.statusCode, code: answer.json<Answer>().code ?? '' }
    },
    rest: async () => [
      await shop.sql('select quantity, state from recurrent_charges'),
      await shop.sql('select state from charge_changes'),
    ],
    kept: [[{ quantity: 5, state: 'active' }], [{ state: 'failed' }]],
  }
}

const PAYMENTS: Readonly<Record<string, () => Promise<Waiting>>> = {
  'a cart': cart,
  'a charge of a plan': planCharge,
  'a recurrent charge of an application': () => ownCharge('recurrent_charge', 'declined'),
  'a direct charge of an application': () => ownCharge('direct_charge', 'failed'),
  'a change of seats': change,
}
const last = async () =>
  (
    await shop.sql<{ state: string; failure_code: string }>(
      'select state, failure_code from payment_attempts order by created_at desc limit 1',
    )
  )[0]
/** Continues waiting payments, like the job. */
const resume = async () => {
  shop.clock.set(new Date(shop.clock.now().getTime() + 60_000).toISOString())
  await shop.pay()
  if ((await last())?.state === 'action_required') await shop.resume()
}

describe.each(Object.entries(PAYMENTS))('a buyer who pays for %s', (_, begin) => {
  test.each(LOSSES)('and %s while the bank asks buys nothing, and is told why', async (__, loss) => {
    const { secret, goOn, rest, kept } = await begin()
    expect(await last()).toMatchObject({ state: 'action_required' })
    await shop.sql(loss, [owner().accountId])
    await shop.opened.sandbox().answerChallenge(secret, 'complete')
    expect(await goOn()).toEqual(loss === DEMOTED ? { status: 403, code: 'FORBIDDEN' } : { status: 401, code: 'TOKEN_INVALID' })
    await resume()
    expect(await last()).toEqual({ state: 'released', failure_code: 'not_delivered' })
    expect(await rest()).toEqual(kept)
    expect(await shop.violations()).toEqual([])
  })

  test('and is made an administrator while the provider answers is told why, and not of a failure of ours', async () => {
    const { secret, goOn, rest, kept } = await begin()
    await shop.opened.sandbox().answerChallenge(secret, 'complete')
    const { payments } = shop.opened
    const { readIntent } = payments
    payments.readIntent = async (id) => {
      await shop.sql(DEMOTED, [owner().accountId])
      return readIntent(id)
    }
    try {
      expect(await goOn()).toEqual({ status: 403, code: 'FORBIDDEN' })
    } finally {
      payments.readIntent = readIntent
    }
    expect(await last()).toEqual({ state: 'released', failure_code: 'not_delivered' })
    expect(await rest()).toEqual(kept)
  })

  test('and is made an administrator at the same moment buys nothing', async () => {
    const { secret, rest, kept } = await begin()
    await shop.opened.sandbox().answerChallenge(secret, 'complete')
    const { waited } = await meanwhile(shop.store, [DEMOTED, [owner().accountId]], resume)
    expect(waited).toBe(true)
    expect(await last()).toEqual({ state: 'released', failure_code: 'not_delivered' })
    expect(await rest()).toEqual(kept)
    expect(await shop.violations()).toEqual([])
  })
})
