import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Activity,
  activitySchema,
  type EstateAccess,
  estateAccessSchema,
  type EstateCosts,
  estateCostsSchema,
  type Estate,
  estateSchema,
} from '@marketplace/contracts/estate/schemas'
import { catalogueLine } from '@marketplace/testkit/line'
import { type CartMarketplace, NOON, openCartMarketplace } from '../../../test/carts.ts'
import { furnish } from '../../../test/furnish.ts'
import { createToken } from '../../../test/people.ts'
import { saveClients } from '../clients/index.ts'

let market: CartMarketplace
const MANY = Array.from({ length: 500 }, (_, index) => `aa-${String(index).padStart(3, '0')}`)
const scopes = [{ name: 'chats--all:rw', required: true }]
beforeAll(async () => {
  market = await openCartMarketplace()
  await market.store.importLines(
    [
      ...MANY.map((slug) => catalogueLine(slug)),
      catalogueLine('writes-chats', { authorization: { scopes } }),
      catalogueLine('=danger', { slug: 'danger', name: '=HYPERLINK("https://evil.example")', authorization: { scopes } }),
      catalogueLine('opens', {
        authorization: { clientId: 'opens-client', scopes },
        widgets: [{ placement: 'fullscreen', url: 'https://opens.example/' }],
      }),
    ],
    { now: new Date('2026-10-01') },
  )
  await saveClients(market.store.client.database, [
    { id: 'opens-client', name: 'Opens', type: 'javascript_app', scopes: ['integrations_manage'], trusted: false },
  ])
})
afterAll(() => market.close())
beforeEach(async () => {
  await market.empty()
  await market.sql('delete from recurrent_charges')
  await market.reset()
})

const owner = () => market.acme.people.owner
const idOf = async (slug: string) =>
  (await market.sql<{ id: string }>('select id from applications where slug = $1', [slug]))[0]?.id ?? ''
const get = async <T>(path: string, who: { token: string } = owner()): Promise<T> => {
  const answer = await market.ask(who, 'GET', `/api/v2/organizations/my/${path}`)
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.json<T>()
}
const install = async (slug: string) =>
  expect((await market.ask(owner(), 'PUT', `/api/v2/applications/${await idOf(slug)}/install`)).statusCode).toBe(200)
const lastUse = async (slug: string) => (await get<Estate>('applications')).result.find((one) => one.slug === slug)?.usage

describe('an organization with 500 installs', () => {
  beforeEach(() => furnish((text, values) => market.sql(text, values), owner(), 500, new Date(NOON)))

  test.each([
    'applications?limit=200',
    'applications?page=3&limit=200&sort=-monthly',
    'costs',
    'access',
    'activity',
    'applications/export',
  ])('is read by one query: %s', async (path) => {
    const query = vi.spyOn(market.store.requests.pool, 'query')
    try {
      expect((await market.ask(owner(), 'GET', `/api/v2/organizations/my/${path}`)).statusCode).toBe(200)
      // The first query finds the caller.
      expect(query).toHaveBeenCalledTimes(2)
    } finally {
      query.mockRestore()
    }
  })

  test('is paged, sorted and counted', async () => {
    const first = await get<Estate>('applications?limit=200')
    expect(estateSchema.parse(first)).toEqual(first)
    expect([first.result.length, first.total, first.installed]).toEqual([200, 500, 500])
    expect(first.counts).toMatchObject({ paid: 166, overlaps: 250, trial: 0, consent: 0, list: 0 })
    expect((await get<Estate>('applications?limit=200&page=3')).result).toHaveLength(100)
    expect((await get<Estate>('applications?limit=200&page=4')).result).toEqual([])
    const dear = await get<Estate>('applications?show=paid&sort=-monthly&limit=1')
    expect([dear.total, dear.result[0]?.cost.monthly]).toEqual([166, 6_000])
    const name = first.result[7]?.name ?? ''
    const found = await get<Estate>(`applications?find=${encodeURIComponent(name.toUpperCase())}`)
    expect(found.result.map((one) => one.name)).toEqual([name])
    expect((await market.ask(owner(), 'GET', '/api/v2/organizations/my/applications?limit=201')).statusCode).toBe(400)
  })

  test('costs what its charges cost, installed or not', async () => {
    const costs = await get<EstateCosts>('costs')
    expect(estateCostsSchema.parse(costs)).toEqual(costs)
    expect(costs).toMatchObject({ monthly: 166 * 6_000, from_trials: 0, not_installed: 0 })
    expect(costs.months.map(({ amount }) => amount)).toEqual([0, ...Array.from({ length: 11 }, () => 166 * 6_000)])
    await market.sql(
      'update installations set uninstalled_at = now() where application_id in (select application_id from recurrent_charges limit 6)',
    )
    expect((await get<EstateCosts>('costs')).not_installed).toBe(6 * 6_000)
  })

  test('lists at most 200 applications of a group, and counts all', async () => {
    const access = await get<EstateAccess>('access')
    expect(estateAccessSchema.parse(access)).toEqual(access)
    const chats = access.groups.find(({ group }) => group === 'Chats')
    expect([chats?.total, chats?.writing, chats?.applications.length]).toEqual([250, 250, 200])
    expect(access.without).toBe(250)
  })
})

test('says what is installed, by whom, what it costs, and what else may change the same', async () => {
  for (const slug of ['writes-chats', 'danger', 'free']) await install(slug)
  const { result } = await get<Estate>('applications?sort=-name')
  expect(result.map(({ slug }) => slug)).toEqual(['writes-chats', 'free', 'danger'])
  const [writer, free] = result
  expect(writer).toMatchObject({
    installedBy: { name: 'owner of acme' },
    cost: { monthly: 0, charges: [], paid_once: false },
    overlaps: [{ group: 'Chats', total: 1, others: [{ name: '=HYPERLINK("https://evil.example")' }] }],
    waits_for_consent: null,
    refused_by_list: false,
  })
  expect(free?.overlaps).toEqual([])
})

test('says what an application requires now and nobody has agreed to', async () => {
  await install('writes-chats')
  await market.sql(`update consents set scopes = '{}'`)
  const { result, counts } = await get<Estate>('applications')
  expect(result[0]?.waits_for_consent).toEqual({ groups: [{ group: 'Chats', mode: 'write' }], other: [] })
  expect(counts.consent).toBe(1)
})

describe('the last use', () => {
  beforeEach(async () => {
    await install('opens')
    await market.sql(`update installations set installed_at = '2026-10-01', use_recorded_since = '2026-10-01'`)
  })
  const call = async (clientId: string) => {
    const token = await createToken(market.store, owner(), 'dal', { clientId, expiresAt: new Date('2100-01-01') })
    expect((await market.ask({ token }, 'GET', '/api/v2/applications/installed')).statusCode).toBe(200)
  }

  test('is not known at first, and an application that was watched for a month is unused', async () => {
    expect(await lastUse('opens')).toEqual({
      measured: true,
      last_used_at: null,
      recorded_since: '2026-10-01T00:00:00.000Z',
      unused: true,
    })
  })

  test('is noted when its client calls, once a day', async () => {
    market.clock.set('2026-11-22T08:00:00.000Z')
    await call('opens-client')
    expect(await lastUse('opens')).toMatchObject({ last_used_at: '2026-11-22T08:00:00.000Z', unused: false })
    market.clock.set('2026-11-22T20:00:00.000Z')
    await call('opens-client')
    expect(await lastUse('opens')).toMatchObject({ last_used_at: '2026-11-22T08:00:00.000Z' })
    market.clock.set('2026-11-23T08:00:00.000Z')
    await call('opens-client')
    expect(await lastUse('opens')).toMatchObject({ last_used_at: '2026-11-23T08:00:00.000Z' })
    market.clock.set(NOON)
  })

  test('is not noted for the marketplace’s own client, nor for another organization', async () => {
    await call('marketplace')
    const { accountId, organizationId } = market.globex.people.owner
    const token = await createToken(market.store, { accountId, organizationId }, 'dal', {
      clientId: 'opens-client',
      expiresAt: new Date('2100-01-01'),
    })
    await market.ask({ token }, 'GET', '/api/v2/applications/installed')
    expect(await lastUse('opens')).toMatchObject({ last_used_at: null })
  })

  test('is noted when somebody opens it who may', async () => {
    const open = async (who = owner()) =>
      (await market.ask(who, 'POST', `/api/v2/applications/${await idOf('opens')}/opened`)).statusCode
    await market.ask(owner(), 'PUT', `/api/v2/applications/${await idOf('opens')}/agents`, { agents: [owner().accountId] })
    expect(await open(market.acme.people.normal)).toBe(404)
    expect(await open(market.globex.people.owner)).toBe(404)
    expect(await lastUse('opens')).toMatchObject({ last_used_at: null })
    expect(await open()).toBe(200)
    expect(await lastUse('opens')).toMatchObject({ last_used_at: NOON, unused: false })
  })

  test('of something that neither opens here nor signs in is not measured', async () => {
    await install('free')
    await market.sql(`update installations set use_recorded_since = '2020-01-01'`)
    expect(await lastUse('free')).toMatchObject({ measured: false, unused: false })
  })
})

describe('the activity', () => {
  test('is in words, newest first, with the names of now', async () => {
    await install('free')
    await market.ask(owner(), 'PUT', `/api/v2/applications/${await idOf('free')}/agents`, { agents: [owner().accountId] })
    await market.ask(market.acme.people.administrator, 'DELETE', `/api/v2/applications/${await idOf('free')}/install`)
    const activity = await get<Activity>('activity?kind=applications')
    expect(activitySchema.parse(activity)).toEqual(activity)
    expect(activity.result).toMatchObject([
      {
        words: 'Uninstalled it',
        person: { name: 'administrator of acme' },
        application: { id: await idOf('free') },
        receipt: expect.any(String),
      },
      { words: 'Installed it', person: { name: 'owner of acme' }, receipt: null },
    ])
    expect((await get<Activity>('activity?kind=access')).result[0]?.words).toBe('Chose 1 person who may use it')
    expect((await get<Activity>(`activity?person=${market.acme.people.administrator.accountId}`)).result).toHaveLength(1)
    expect((await get<Activity>(`activity?application=${await idOf('free')}`)).result).toHaveLength(3)
    expect((await get<Activity>('activity?to=2026-11-21')).result).toEqual([])
    expect((await get<Activity>('activity?from=2026-11-22&to=2026-11-22')).result).toHaveLength(3)
    expect((await get<Activity>('activity', market.globex.people.owner)).result).toEqual([])
    expect((await market.ask(owner(), 'GET', '/api/v2/organizations/my/activity?from=2026-02-31')).statusCode).toBe(400)
  })

  test.each([
    ['from=0000-01-01', 1],
    ['from=0001-01-01&to=9999-12-31', 1],
    ['to=0000-01-01', 0],
    ['from=9999-12-31', 0],
  ])('takes any day that a calendar has: %s', async (query, rows) => {
    await install('free')
    expect((await get<Activity>(`activity?kind=applications&${query}`)).result).toHaveLength(rows)
    const file = await market.ask(owner(), 'GET', `/api/v2/organizations/my/activity/export?kind=applications&${query}`)
    expect([file.statusCode, file.body.trim().split('\r\n').length]).toEqual([200, rows + 1])
  })

  test('is paged, without a row twice or left out', async () => {
    await market.sql(
      `insert into audit_events (at, action, organization_id, subject)
       select $2::timestamptz - (n % 7) * interval '1 minute', 'cart.created', $1, 'c' || n from generate_series(1, 120) n`,
      [market.acme.id, NOON],
    )
    const seen: number[] = []
    for (let before: number | null | undefined; before !== null;) {
      const page: Activity = await get<Activity>(`activity${before === undefined ? '' : `?before=${before}`}`)
      seen.push(...page.result.map(({ id }) => id))
      before = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120])
  })
})

test('the file of applications runs no formula, and is for Excel', async () => {
  await install('danger')
  const answer = await market.ask(owner(), 'GET', '/api/v2/organizations/my/applications/export')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="apps-2026-11-22.csv"',
  })
  expect(answer.body.startsWith('\uFEFF"App","Kind"')).toBe(true)
  expect(answer.body).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  const activity = await market.ask(owner(), 'GET', '/api/v2/organizations/my/activity/export?kind=applications')
  expect(activity.body.split('\r\n')[1]).toContain(`"Installed it","'=HYPERLINK`)
})
