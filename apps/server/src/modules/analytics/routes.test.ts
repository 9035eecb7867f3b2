import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { until } from '../../../test/harness.ts'
import { createOrganization } from '../../../test/people.ts'

let market: TestMarketplace
beforeAll(async () => {
  market = await openTestMarketplace()
})
afterAll(() => market.close())

let networks = 0
const post = (payload: object | string, headers: Record<string, string> = {}) =>
  market.app.server.inject({
    method: 'POST',
    url: '/api/v2/events',
    payload,
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin', ...headers },
    remoteAddress: `203.0.113.${++networks}`,
  })

const today = () => new Date().toISOString().slice(0, 10)
const counts = (who: { token: string } | null, query = '') =>
  market.ask(who, 'GET', `${market.pathOf('own-published', 'events')}${query}`)

test('a page reports, its developer and the staff read it by day, and nobody else', async () => {
  const application = market.idOf('own-published')
  const answer = await post({ variant: 'base', events: [{ event: 'install', application }, { event: 'nonsense' }] })
  expect(answer.json()).toEqual({ counted: 1, dropped: 1 })
  await until(async () => (await market.sql('select 1 from event_counts')).length > 0)

  const row = { day: today(), event: 'install', variant: 'base', detail: null, count: 1 }
  expect((await counts(market.acme.people.owner)).json()).toEqual([row])
  expect((await counts(market.acme.people.owner, '?from=2026-11-01&to=2026-11-02')).json()).toEqual([])
  expect((await counts(market.globex.people.owner)).statusCode).toBe(404)
  const staff = await createOrganization(market.store, 'staff-of-analytics')
  await market.sql('update accounts set staff = true where id = $1', [staff.people.administrator.accountId])
  expect((await counts(staff.people.administrator)).json()).toEqual([row])
})

test.each([
  ['no JSON', '{', 400],
  ['no list', { variant: 'base', events: {} }, 400],
  ['too many events', { variant: 'base', events: Array.from({ length: 51 }, () => ({ event: 'search' })) }, 400],
  ['a long name', { variant: 'base', events: [{ event: 'a'.repeat(101) }] }, 400],
  ['a long body', { variant: 'base', events: [], filler: 'a'.repeat(16 * 1024) }, 413],
])('%s is refused', async (_, body, status) => {
  expect((await post(body)).statusCode).toBe(status)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['an old browser on another site', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
])('a page of %s counts nothing', async (_, headers) => {
  expect((await post({ variant: 'base', events: [] }, headers)).statusCode).toBe(403)
})

test.each([
  ['from=2026-11-02&to=2026-11-01', 400],
  ['from=2026-01-01&to=2026-12-01', 400],
  ['from=2026-11-31&to=2026-12-01', 400],
  ['from=then', 400],
  ['to=0001-01-05', 400],
  ['from=0000-01-01&to=0000-01-02', 400],
  ['from=1999-12-31&to=2000-01-02', 400],
  ['to=1999-12-31', 400],
  ['from=10000-01-01', 400],
])('the range %s is refused', async (query, status) => {
  expect((await counts(market.acme.people.owner, `?${query}`)).statusCode).toBe(status)
})

test.each(['to=2000-01-01', 'from=9999-12-30&to=9999-12-31'])('the range %s is empty', async (query) => {
  expect((await counts(market.acme.people.owner, `?${query}`)).json()).toEqual([])
})
