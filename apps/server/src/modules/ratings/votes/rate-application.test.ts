import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MyRating, Rated } from '@marketplace/contracts/ratings/schemas'
import { testClock, until } from '../../../../test/harness.ts'
import { openTestMarketplace, type TestMarketplace } from '../../../../test/marketplace.ts'
import { createToken, type Person } from '../../../../test/people.ts'
import { authenticator, callerLocker, MARKETPLACE_CLIENT, saveClients } from '../../clients/index.ts'
import { recountRatings } from '../index.ts'
import { rateApplication } from './rate-application.ts'

const clock = testClock('2026-11-20T12:00:00Z')
let market: TestMarketplace
/** The tokens of the people of Acme and Globex, of the storefront's own client. */
const tokens = new Map<string, string>()
beforeAll(async () => {
  market = await openTestMarketplace({ clock })
  for (const { people } of [market.acme, market.globex])
    for (const person of Object.values(people)) tokens.set(person.accountId, await byStorefront(person))
})
afterAll(() => market.close())
beforeEach(async () => {
  clock.set('2026-11-20T12:00:00Z')
  await market.reset()
})

const byStorefront = (person: Person, given: { actorId?: string } = {}) =>
  createToken(market.store, person, 'dal', { clientId: MARKETPLACE_CLIENT, expiresAt: new Date('2030-01-01'), ...given })
const as = ({ accountId }: Person) => ({ token: tokens.get(accountId) ?? '' })
const urlOf = (slug: string, rest = '') => `/api/v2/feedback/rate/application/${market.idOf(slug)}${rest}`
const rate = (who: { token: string } | null, body: object, slug = 'plain') => market.ask(who, 'PUT', urlOf(slug), body)
const own = async (who: { token: string }, slug = 'plain') => (await market.ask(who, 'GET', urlOf(slug, '/my'))).json<MyRating>()
const votes = () =>
  market.sql<{ rate: number; name: string | null; review: string | null }>('select rate, name, review from ratings order by id')
const DAY = 86_400_000
/** Acme (or `organization`) has had the application for so many days. */
const had = (days: number, organization = market.acme, slug = 'plain') =>
  market.sql(
    `insert into installations (id, organization_id, application_id, installed_at) values (gen_random_uuid(), $1, $2, $3)`,
    [organization.id, market.idOf(slug), new Date(clock.now().getTime() - days * DAY)],
  )

describe('a vote', () => {
  test('counts at once, in the answer and everywhere else', async () => {
    await had(100)
    const answer = await rate(as(market.acme.people.normal), { rate: 2 })
    expect(answer.statusCode).toBe(200)
    const { rating, summary } = answer.json<Rated>()
    expect(rating).toMatchObject({ rate: 2, review: null, name: null, state: null })
    // Nothing else is rated, so the prior is neutral.
    expect(summary).toMatchObject({ rate: (3 * 4 + 2) / 4, votes: 1, histogram: { _2: { votes: 1, percent: 100 } } })
    await until(async () => (await market.ask(null, 'GET', urlOf('plain'))).json<Rated['summary']>().votes === 1)
    const { rate: shown } = (await market.ask(null, 'GET', urlOf('plain'))).json<Rated['summary']>()
    expect(shown).toBe(summary.rate)
  })

  test('may come through the client of an application, but not of one by the same developer', async () => {
    await had(100)
    const client = {
      name: 'Some app',
      type: 'javascript_app' as const,
      redirectUris: ['https://app.test/'],
      scopes: [],
      trusted: false,
    }
    await saveClients(market.store.client.database, [
      { ...client, id: 'other-app' },
      { ...client, id: 'rated-app' },
    ])
    await market.sql(`update applications set "authorization" = '{"clientId":"rated-app"}' where id = $1`, [market.idOf('plain')])
    const { normal } = market.acme.people
    const expiresAt = new Date('2030-01-01')
    const through = async (clientId: string) => {
      const token = await createToken(market.store, normal, 'dal', { clientId, expiresAt })
      return (await rate({ token }, { rate: 5 })).json<Rated & { code?: string }>()
    }
    expect((await through('rated-app')).code).toBe('RATING_OWN')
    expect(await votes()).toEqual([])
    expect((await through('other-app')).rating?.rate).toBe(5)
    await market.sql(`update applications set "authorization" = null where id = $1`, [market.idOf('plain')])
  })

  test('replaces the one before: a thousand of one account are one', { timeout: 600_000 }, async () => {
    await had(100)
    // Without the rate limit, which another test covers.
    const { database } = market.store.requests
    const caller = await authenticator(database, clock)(as(market.acme.people.normal).token)
    if (!caller) throw new Error('nobody is signed in')
    const rules = { billingRuleOrganization: null }
    const dependencies = { database, clock, rules, publicUrl: '', lockCaller: callerLocker(clock), queueMail: async () => [] }
    for (let number = 0; number < 1_000; number++)
      await rateApplication(dependencies, caller, market.idOf('plain'), { rate: 1 + (number % 5), mail: true })
    expect(await votes()).toHaveLength(1)
    expect((await market.ask(null, 'GET', urlOf('plain'))).json()).toMatchObject({ votes: 1 })
  })

  test('is one where two come at once, and the totals are those of what is kept', async () => {
    await had(100)
    const who = as(market.acme.people.normal)
    const answers = await Promise.all([5, 1, 4, 2, 3, 5, 1].map((stars) => rate(who, { rate: stars })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const [kept, ...more] = await votes()
    expect(more).toEqual([])
    const [totals] = await market.sql<{ counts: number[]; settled_stars: number }>(
      'select counts, settled_stars from rating_totals',
    )
    expect(totals?.counts.map((count, index) => count * (index + 1))).toContain(kept?.rate)
    expect(totals?.counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(totals?.settled_stars).toBeCloseTo(kept?.rate ?? 0)
  })

  test('waits for those before it without a connection: the rest of the server goes on', async () => {
    await had(100)
    const first = as(market.acme.people.owner)
    expect((await rate(first, { rate: 5 })).statusCode).toBe(200)
    const { pool } = market.store.client
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select * from rating_totals for update')
    try {
      const many = Array.from({ length: 12 }, (_, index) => rate(first, { rate: 1 + (index % 5) }))
      // The ratings that run now wait for the lock.
      await until(async () => {
        const waiting = await holder.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waiting.rowCount !== 0
      })
      const { requests } = market.store
      await until(() => requests.pool.waitingCount === 0 && requests.pool.totalCount - requests.pool.idleCount <= 2)
      expect((await own(as(market.acme.people.viewer))).can.rate.allowed).toBe(true)
      await holder.query('rollback')
      expect((await Promise.all(many)).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 200))
    } finally {
      holder.release(true)
    }
  })

  test('is taken back, also by who has uninstalled it since', async () => {
    await had(100)
    const who = as(market.acme.people.normal)
    await rate(who, { rate: 5, review: 'It does its work.' })
    await market.sql('update installations set uninstalled_at = now()')
    const answer = await market.ask(who, 'DELETE', urlOf('plain'))
    expect(answer.json()).toMatchObject({ rating: null, summary: { rate: 0, votes: 0 } })
    expect((await market.ask(who, 'DELETE', urlOf('plain'))).statusCode).toBe(404)
    expect(await market.sql('select 1 from rating_shares')).toEqual([])
  })
})

describe('who may not rate', () => {
  const refusals: [string, (who: { token: string }) => Promise<unknown>, string, string][] = [
    ['who has not installed it', async () => {}, 'plain', 'RATING_NOT_INSTALLED'],
    [
      'who has uninstalled it',
      async () => {
        await had(100)
        await market.sql('update installations set uninstalled_at = now()')
      },
      'plain',
      'RATING_NOT_INSTALLED',
    ],
    ['who develops it', () => had(100, market.acme, 'own-published'), 'own-published', 'RATING_OWN'],
    ['who does not see it', async () => {}, 'their-private', 'APPLICATION_NOT_FOUND'],
  ]
  test.each(refusals)('%s', async (_, prepare, slug, code) => {
    const who = as(market.acme.people.owner)
    await prepare(who)
    const answer = await rate(who, { rate: 5 }, slug)
    expect(answer.json()).toMatchObject({ code })
    expect(await votes()).toEqual([])
    if (code !== 'APPLICATION_NOT_FOUND')
      expect((await own(who, slug)).can.rate).toMatchObject({
        allowed: false,
        code,
        message: answer.json<{ message: string }>().message,
      })
  })

  test('nobody, a ghost, and who is suspended in its product', async () => {
    await had(100)
    expect((await rate(null, { rate: 5 })).statusCode).toBe(401)
    const { owner, normal } = market.acme.people
    const staff = market.globex.people.owner
    await market.sql('update accounts set staff = true where id = $1', [staff.accountId])
    const ghost = { token: await byStorefront(owner, { actorId: staff.accountId }) }
    expect((await rate(ghost, { rate: 5 })).json()).toMatchObject({ code: 'RATING_BY_SUPPORT' })
    expect((await own(ghost)).can.rate.allowed).toBe(false)
    await market.sql('update accounts set staff = false where id = $1', [staff.accountId])
    const suspend = (suspended: boolean) =>
      market.sql(`update memberships set suspended = $2 where account_id = $1 and product = 'livechat'`, [
        normal.accountId,
        suspended,
      ])
    await suspend(true)
    expect((await rate(as(normal), { rate: 5 })).json()).toMatchObject({ code: 'RATING_SUSPENDED' })
    await suspend(false)
    expect(await votes()).toEqual([])
  })

  test('a rating and an uninstall at the same time: one waits for the other, and the rating is refused or comes first', async () => {
    await had(100)
    const { owner, normal } = market.acme.people
    const [rated, uninstalled] = await Promise.all([rate(as(normal), { rate: 5 }), market.uninstall('plain', owner)])
    expect(uninstalled.statusCode).toBe(200)
    expect([200, 422]).toContain(rated.statusCode)
    expect(await votes()).toHaveLength(rated.statusCode === 200 ? 1 : 0)
  })

  test.each([
    { rate: 0 },
    { rate: 6 },
    { rate: 2.5 },
    { rate: '5' },
    {},
    { rate: 5, review: 'a'.repeat(9) },
    { rate: 5, name: 'ab' },
  ])('with %j is refused', async (body) => {
    await had(100)
    expect((await rate(as(market.acme.people.normal), body)).statusCode).toBe(400)
    expect(await votes()).toEqual([])
  })
})

describe('a review', () => {
  const TEXT = 'It does its work <b>well</b>.'

  test('has the account’s name if it gives none, and is not shown before it is verified', async () => {
    await had(40)
    const who = as(market.acme.people.normal)
    const { rating } = (await rate(who, { rate: 5, review: ` ${TEXT}\n` })).json<Rated>()
    expect(rating).toMatchObject({ review: TEXT, name: 'normal of acme', state: 'waiting' })
    expect((await own(who)).rating).toEqual(rating)
    expect((await market.ask(null, 'GET', urlOf('plain', '/reviews'))).json()).toEqual({ result: [], total: 0 })
  })

  test('has no name where the account’s is too short for one', async () => {
    await had(40)
    const { normal } = market.acme.people
    await market.sql(`update accounts set name = 'Al' where id = $1`, [normal.accountId])
    try {
      expect((await rate(as(normal), { rate: 5, review: TEXT })).json<Rated>().rating).toMatchObject({ review: TEXT, name: null })
      await market.sql('update ratings set verified_at = now()')
      await until(async () => {
        const { result } = (await market.ask(null, 'GET', urlOf('plain', '/reviews'))).json<{ result: { name: string }[] }>()
        return result[0]?.name === 'Anonymous'
      })
    } finally {
      await market.sql(`update accounts set name = 'normal of acme' where id = $1`, [normal.accountId])
    }
  })

  test('waits again if its text changes, and not if only its stars do', async () => {
    await had(40)
    const who = as(market.acme.people.normal)
    await rate(who, { rate: 5, review: TEXT })
    await market.sql('update ratings set verified_at = now()')
    expect((await rate(who, { rate: 4, review: TEXT })).json<Rated>().rating?.state).toBe('shown')
    expect((await rate(who, { rate: 4, review: `${TEXT} Or not.` })).json<Rated>().rating?.state).toBe('waiting')
    expect((await rate(who, { rate: 4 })).json<Rated>().rating).toMatchObject({ review: null, state: null })
  })

  test('keeps since when it was installed', async () => {
    await had(40)
    await rate(as(market.acme.people.normal), { rate: 5, review: TEXT })
    const [kept] = await market.sql<{ installed_since: Date; plan: string | null }>('select installed_since, plan from ratings')
    expect(kept).toEqual({ installed_since: new Date(clock.now().getTime() - 40 * DAY), plan: null })
  })
})

describe('the weight of a vote', () => {
  const shown = async () => (await market.ask(null, 'GET', urlOf('plain'))).json<{ rate: number; votes: number }>()

  test('is shared by all of an organization', async () => {
    await had(100)
    await had(100, market.globex)
    for (const person of Object.values(market.acme.people)) await rate(as(person), { rate: 1 })
    await rate(as(market.globex.people.owner), { rate: 5 })
    await until(async () => (await shown()).votes === 7)
    expect((await shown()).rate).toBeCloseTo((3 * 4 + 1 + 5) / 5)
  })

  test('grows every night, and what was counted one by one is what is counted anew', async () => {
    await had(0)
    await had(45, market.globex)
    for (const person of Object.values(market.acme.people)) await rate(as(person), { rate: 1 })
    await rate(as(market.globex.people.owner), { rate: 3 })
    await rate(as(market.globex.people.owner), { rate: 5 })
    const totals = () => market.sql<{ prior: number }>('select *, 0 as prior from rating_totals')
    const before = await totals()
    await until(async () => (await shown()).votes === 7)
    const young = (await shown()).rate
    await recountRatings({ database: market.store.client.database, clock })
    expect(await totals()).toEqual(before)

    clock.set('2027-04-01T12:00:00Z')
    await recountRatings({ database: market.store.client.database, clock })
    await until(async () => (await shown()).rate !== young)
    const [{ prior } = { prior: 0 }] = await market.sql<{ prior: number }>('select prior from rating_totals')
    expect((await shown()).rate).toBeCloseTo((3 * prior + 1 + 5) / 5)
  })
})
