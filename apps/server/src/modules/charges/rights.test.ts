// Tests who may do what with charges. Rights are checked in the transaction, so that a right that is lost while a request waits counts as
// lost.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCharges, openTestCharges, type TestCharges } from '../../../test/charges.ts'
import { SELLER } from '../../../test/sellers.ts'
import { meanwhile as askMeanwhile } from '../../../test/meanwhile.ts'
import { statementsOf } from '../../../test/statements.ts'
import { countPending, findApplicationOfClient } from './visible/repository.ts'

const RECURRENT = '/billing/v3/recurrent_charge/livechat'
const DIRECT = '/billing/v3/direct_charge/livechat'

let market: TestCharges
beforeAll(async () => {
  market = await openTestCharges('2026-11-20T12:00:00Z')
})
afterAll(() => market.close())
let ids: Awaited<ReturnType<typeof insertCharges>>
beforeEach(async () => {
  ids = await insertCharges(market, market.acme)
})
afterEach(async () => {
  for (const table of ['recurrent_charges', 'direct_charges', 'audit_events', 'ruled_applications', 'application_rules'])
    await market.sql(`delete from ${table}`)
})

type Body = { id: string; code?: string; message?: string; status?: string; result: { id: string }[] }
const ask = async (who: { token: string }, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await market.ask(who, method, url, payload)
  return { status: answer.statusCode, body: answer.json<Body>() }
}
const states = async () =>
  (await market.sql<{ state: string }>('select state from recurrent_charges union all select state from direct_charges')).map(
    ({ state }) => state,
  )

/** Sends a request while a change is open: the request waits for the change, which is then committed. */
const meanwhile = async <T>(change: string, values: unknown[], request: () => Promise<T>): Promise<T> => {
  const { answer, waited } = await askMeanwhile(market.store, [change, values], request)
  expect(waited).toBe(true)
  return answer
}

describe('a right that is taken meanwhile', () => {
  const requests: [string, 'POST' | 'PUT', () => string, object | undefined][] = [
    ['accept', 'PUT', () => `${RECURRENT}/${ids.recurrentCharge}/accept`, undefined],
    ['decline', 'PUT', () => `${RECURRENT}/${ids.recurrentCharge}/decline`, undefined],
    ['cancel', 'PUT', () => `${RECURRENT}/${ids.recurrentCharge}/cancel`, undefined],
    ['archive', 'PUT', () => `${RECURRENT}/${ids.endedCharge}/archive`, undefined],
    ['accept once', 'PUT', () => `${DIRECT}/${ids.directCharge}/accept`, undefined],
    ['decline once', 'PUT', () => `${DIRECT}/${ids.directCharge}/decline`, undefined],
  ]

  test.each(requests)('%s: is refused, and nothing is changed', async (_, method, url, payload) => {
    const { viceowner } = market.acme.people
    const before = await states()
    const { status, body } = await meanwhile(
      `update memberships set role = 'normal' where account_id = $1`,
      [viceowner.accountId],
      () => ask(viceowner, method, url(), payload),
    )
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect(await states()).toEqual(before)
    await market.sql(`update memberships set role = 'viceowner' where account_id = $1`, [viceowner.accountId])
  })

  test('offering: a client whose person may bill no more offers nothing', async () => {
    const { owner } = market.acme.people
    const seller = await market.sellerToken(owner)
    const { status } = await meanwhile(`update memberships set suspended = true where account_id = $1`, [owner.accountId], () =>
      ask(seller, 'POST', DIRECT, { name: 'More', price: 500 }),
    )
    expect([401, 403]).toContain(status)
    expect(await countPending(market.store.client.database, market.acme.id, SELLER)).toBe(0)
    await market.sql('update memberships set suspended = false')
  })

  test('a change that takes no right is waited for, and keeps nobody back', async () => {
    const { owner } = market.acme.people
    const { status } = await meanwhile(`update accounts set name = 'Another' where id = $1`, [owner.accountId], () =>
      ask(owner, 'PUT', `${RECURRENT}/${ids.recurrentCharge}/accept`),
    )
    expect(status).toBe(200)
    await market.sql(`update accounts set name = 'owner of acme' where id = $1`, [owner.accountId])
  })
})

describe('a charge that changes meanwhile', () => {
  test('is answered as it is then', async () => {
    const { status, body } = await meanwhile(
      `update recurrent_charges set state = 'cancelled' where id = $1`,
      [ids.recurrentCharge],
      () => ask(market.acme.people.owner, 'PUT', `${RECURRENT}/${ids.recurrentCharge}/accept`),
    )
    expect([status, body.message]).toEqual([422, 'The charge is cancelled, so this cannot be done with it.'])
  })

  test('archived by five at once is archived once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(market.acme.people.owner, 'PUT', `${RECURRENT}/${ids.endedCharge}/archive`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
    await market.sql(`update recurrent_charges set state = 'declined' where id = $1`, [ids.endedCharge])
    const again = await Promise.all(
      Array.from({ length: 5 }, () => ask(market.acme.people.owner, 'PUT', `${RECURRENT}/${ids.endedCharge}/archive`)),
    )
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await market.audit()).filter(({ action }) => action === 'charge.archived')).toHaveLength(1)
  })

  test('is cancelled once the provider has answered, if that takes a moment', async () => {
    await market.sql(`update recurrent_charges set state = 'active' where id = $1`, [ids.recurrentCharge])
    await market.sql(
      `insert into payment_attempts (id, organization_id, subject_kind, subject_id, amount, description, saves_card, owner_away,
         state, capture_amount, lease_until, created_at, updated_at)
       values ('capturing', $1, 'renewal', $2, 100, '', false, true, 'capturing', 100, now(), now(), now())`,
      [market.acme.id, `${ids.recurrentCharge}:1`],
    )
    const cancelling = ask(market.acme.people.owner, 'PUT', `${RECURRENT}/${ids.recurrentCharge}/cancel`)
    await new Promise((resolve) => setTimeout(resolve, 150))
    await market.sql(`update payment_attempts set state = 'captured', ended_at = now()`)
    expect(await cancelling).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    await market.sql('delete from payment_attempts')
  })
})

describe('the organization’s own list', () => {
  const rule = async (mode: 'allow' | 'block', slug: string) => {
    await market.sql(
      `insert into application_rules (organization_id, mode, reason, revision, changed_at) values ($1, $2, 'Ask us first', 1, now())`,
      [market.acme.id, mode],
    )
    await market.sql(
      `insert into ruled_applications (organization_id, application_id) select $1, id from applications where slug = $2`,
      [market.acme.id, slug],
    )
    await market.sql(`update recurrent_charges set application_id = (select id from applications where slug = 'monthly')`)
  }
  const put = (step: string) => ask(market.acme.people.owner, 'PUT', `${RECURRENT}/${ids.recurrentCharge}/${step}`)

  test.each([
    ['block', 'monthly', 'APPLICATION_NOT_ALLOWED'],
    ['allow', 'once', 'APPLICATION_NOT_ALLOWED'],
    ['block', 'once', undefined],
    ['allow', 'monthly', undefined],
  ] as const)('%s %s: %s', async (mode, slug, code) => {
    await rule(mode, slug)
    expect((await put('accept')).body.code).toBe(code)
  })

  test('keeps nobody from declining or cancelling', async () => {
    await rule('block', 'monthly')
    expect([(await put('decline')).status, (await put('decline')).status]).toEqual([200, 200])
    await market.sql(`update recurrent_charges set state = 'active' where id = $1`, [ids.recurrentCharge])
    expect((await put('cancel')).status).toBe(200)
  })
})

describe('the application of a client', () => {
  test('is the first published one by slug, else the first that names it', async () => {
    const find = async (clientId: string) => (await findApplicationOfClient(market.store.client.database, clientId))?.id ?? null
    expect(await find('settings-client')).toBe(market.idOf('set-up'))
    await market.sql(`update applications set published_at = null where slug = 'set-up'`)
    expect(await find('settings-client')).toBe(market.idOf('shares-client'))
    await market.sql(`update applications set published_at = null where slug = 'shares-client'`)
    expect(await find('settings-client')).toBe(market.idOf('set-up'))
    expect(await find(market.idOf('plain'))).toBe(market.idOf('plain'))
    expect(await find(market.idOf('set-up'))).toBeNull()
    expect(await find('')).toBeNull()
  })
})

describe('the number of statements', () => {
  test('of a list is the same for a few charges and for many', async () => {
    const { owner } = market.acme.people
    const list = () => ask(owner, 'GET', RECURRENT)
    /** The fewest statements of several runs: background work of the server can only add to the count. */
    const count = async () => {
      const counts: number[] = []
      for (let tries = 0; tries < 6; tries += 1) counts.push((await statementsOf(list)).length)
      return Math.min(...counts)
    }
    const create = (number: number) => market.createFor(number % 2 ? 'monthly' : 'tried', market.acme)
    for (let number = 0; number < 2; number += 1) await create(number)
    const few = await count()
    const before = (await list()).body.result.length
    for (let number = 0; number < 8; number += 1) await create(number)
    expect((await list()).body.result.length).toBe(before + 8)
    expect(await count()).toBe(few)
  })
})
