// Tests the history of an organization: what it contains and who may read it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Activity } from '@marketplace/contracts/estate/schemas'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { createToken } from '../../../test/people.ts'
import { RECEIPT_FACTS } from '../../../test/receipts.ts'
import { MARKETPLACE_CLIENT } from '../clients/index.ts'

const NOON = '2026-11-22T12:00:00.000Z'
const expiresAt = new Date('2100-01-01')
let market: TestMarketplace
let administrator: { token: string }
beforeAll(async () => {
  market = await openTestMarketplace()
  const token = await createToken(market.store, market.acme.people.administrator, 'dal', {
    clientId: MARKETPLACE_CLIENT,
    expiresAt,
  })
  administrator = { token }
})
afterAll(() => market.close())
beforeEach(() => market.reset())

const ask = (path: string, who = administrator) => market.ask(who, 'GET', `/api/v2/organizations/my/${path}`)
const get = async <T>(path: string): Promise<T> => {
  const answer = await ask(path)
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.json<T>()
}

describe('receipts', () => {
  beforeEach(() =>
    market.sql(
      `insert into uninstall_receipts (id, organization_id, at, facts)
       select case n when 46 then 'theirs' else 'r' || to_char(n, 'FM00') end, case n when 46 then $2 else $1 end,
         $3::timestamptz - (n / 10) * interval '1 day', $4 from generate_series(1, 46) n`,
      [market.acme.id, market.globex.id, NOON, RECEIPT_FACTS],
    ),
  )
  const receipts = (page: number) => get<{ total: number; result: { id: string }[] }>(`receipts?page=${page}`)

  test('come in pages of twenty, the newest first, each once', async () => {
    const pages = await Promise.all([1, 2, 3].map(receipts))
    expect(pages.map(({ result, total }) => [result.length, total])).toEqual([
      [20, 45],
      [20, 45],
      [5, 45],
    ])
    const all = pages.flatMap(({ result }) => result.map(({ id }) => id))
    expect([new Set(all).size, all[0], all.at(-1)]).toEqual([45, 'r09', 'r40'])
  })

  test('beyond the last page are none, and still so many', async () => {
    expect(await receipts(4)).toEqual({ result: [], total: 45 })
    expect(await receipts(10_000)).toEqual({ result: [], total: 45 })
  })

  test.each(['theirs', 'nothing', '%00', 'r01%27--'])('of another organization, or none, are not found: %s', async (id) => {
    const answer = await ask(`receipts/${id}`)
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'RECEIPT_NOT_FOUND' }])
  })

  test('name nobody who is not there any more', async () => {
    expect(await get('receipts/r01')).toMatchObject({ id: 'r01', by: null, application_id: null, application: { name: 'Gone' } })
  })
})

describe('the activity', () => {
  const note = (
    action: string,
    more: { accountId?: string | null; actorId?: string | null; subject?: string; organizationId?: string } = {},
  ) =>
    market.sql(
      `insert into audit_events (at, action, account_id, actor_id, organization_id, subject) values ($1, $2, $3, $4, $5, $6) returning id`,
      [NOON, action, more.accountId ?? null, more.actorId ?? null, more.organizationId ?? market.acme.id, more.subject ?? 'x'],
    )

  test('says when support did it, and who is not there any more', async () => {
    const staff = market.globex.people.owner.accountId
    await note('application.installed', {
      accountId: market.acme.people.owner.accountId,
      actorId: staff,
      subject: market.idOf('plain'),
    })
    await note('application.uninstalled', { accountId: 'deleted', subject: 'deleted-application' })
    await note('charge.renewed')
    const { result } = await get<Activity>('activity')
    expect(result).toMatchObject([
      { person: null, staff: false, application: null },
      { person: { id: 'deleted', name: null }, application: { id: 'deleted-application', name: null }, receipt: null },
      {
        person: { id: market.acme.people.owner.accountId, name: 'owner of acme' },
        staff: true,
        application: { id: market.idOf('plain') },
      },
    ])
    // Names of the marketplace's staff are not shown to organizations.
    expect(JSON.stringify(result)).not.toContain(staff)
  })

  test('a full page has a next one only if there is more', async () => {
    for (let count = 0; count < 50; count++) await note('cart.created')
    const { result, next } = await get<Activity>('activity')
    expect([result.length, next === null ? 0 : (await get<Activity>(`activity?before=${next}`)).result.length]).toEqual([50, 0])
  })

  test('a row of another organization is no place to go on from, and none to look at', async () => {
    await note('cart.created')
    const [{ id } = { id: 0 }] = (await note('cart.created', { organizationId: market.globex.id })) as { id: number }[]
    expect((await get<Activity>(`activity?before=${id}`)).result).toEqual([])
    expect((await get<Activity>('activity')).result).toHaveLength(1)
    for (const query of ['application=%00', 'person=%00', "person='--"])
      expect((await get<Activity>(`activity?${query}`)).result).toEqual([])
  })
})

test('only who installs applications reads any of it, and by the marketplace’s own client alone', async () => {
  const paths = [
    'applications',
    'costs',
    'access',
    'activity',
    'receipts',
    'applications/export',
    'activity/export',
    'receipts/x',
  ]
  const statuses = async (who: { token: string }) => Promise.all(paths.map(async (path) => (await ask(path, who)).statusCode))
  for (const role of ['viewer', 'normal', 'member'] as const) {
    const token = await createToken(market.store, market.acme.people[role], 'dal', { clientId: MARKETPLACE_CLIENT, expiresAt })
    expect(new Set(await statuses({ token }))).toEqual(new Set([403]))
  }
  expect(new Set(await statuses({ token: market.acme.people.owner.token }))).toEqual(new Set([403]))
  expect(new Set(await statuses(administrator))).toEqual(new Set([200, 404]))
})
