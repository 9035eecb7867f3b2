import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '@marketplace/contracts/catalogue/schemas'
import { type RatingSummary, ratingSummarySchema } from '@marketplace/contracts/ratings/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, type TestStore, until } from '../../../test/harness.ts'
import { inTransaction } from '../../db/transaction.ts'
import { insertRatings, type NewRating, readReviews, recountSome } from './index.ts'

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
const ids = new Map<string, string>()

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    line('carried', { rating: { rate: 4, votes: 4, histogram: [0, 1, 0, 1, 2] } }),
    line('unclear', { rating: { rate: 2, votes: 3 } }),
    line('new', { product: 'helpdesk' }),
    line('secret', { hidden: true }),
    line('draft', { publishedAt: null }),
  ])
  const { rows } = await store.client.pool.query<{ id: string; slug: string }>('select id, slug from applications')
  for (const { id, slug } of rows) ids.set(slug, id)
  app = await openTestApp(store)
})
afterAll(async () => {
  await app.close()
  await store.close()
})
beforeEach(async () => {
  await store.client.pool.query('delete from ratings')
  await store.client.pool.query('delete from rating_totals')
  await settled(0)
})

const idOf = (slug: string) => ids.get(slug) ?? ''
const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ method: 'GET', url, headers })
const summaryOf = async (slug: string) => (await get(`/api/v2/feedback/rate/application/${idOf(slug)}`)).json<RatingSummary>()
const detailOf = async (slug: string) => (await get(`/api/v2/applications/${slug}/published`)).json<Application>()

let number = 0
/** A row with a rating, without account and text. */
const rated = (slug: string, rate: number, given: Partial<NewRating> = {}): NewRating => ({
  id: `rating-${number++}`,
  applicationId: idOf(slug),
  rate,
  ...given,
})
/** The mean of one vote and the catalogue's mean of 3.1, which weighs as much as three votes. */
const drawn = (rate: number) => (3 * 3.1 + rate) / 4
const FIRST = { sort: 'newest', limit: 10, offset: 0 } as const
const VERIFIED = { name: 'Ada', review: 'Does what it says.', verifiedAt: new Date('2026-11-02T00:00:00Z') }

/** Waits until the running server has applied all ratings of an application. */
const settled = (votes: number, slug = 'new') => until(async () => (await detailOf(slug)).rating.votes === votes)

const give = async (...ratings: NewRating[]) => {
  await inTransaction(store.client.database, async (transaction) => {
    await insertRatings(transaction, ratings)
    await recountSome(transaction, new Set(ratings.map(({ applicationId }) => applicationId)), new Date())
  })
  const { rows } = await store.client.pool.query<{ slug: string; votes: number }>(
    `select slug, rating_votes + (select count(*) from ratings where application_id = a.id)::int as votes from applications a
     where slug in ('carried', 'unclear', 'new')`,
  )
  for (const { slug, votes } of rows) await settled(votes, slug)
}

describe('GET /feedback/rate/application/{id}', () => {
  test('needs no sign-in, and adds the catalogue’s votes and the accounts’ votes', async () => {
    await give(rated('carried', 1), rated('carried', 5, VERIFIED))
    const answer = await get(`/api/v2/feedback/rate/application/${idOf('carried')}`)
    expect(answer.statusCode).toBe(200)
    const summary = answer.json<RatingSummary>()
    expect(ratingSummarySchema.parse(summary)).toEqual(summary)
    expect(summary).toEqual({
      product: 'livechat',
      rate: 22 / 6,
      votes: 6,
      histogram: {
        _1: { percent: 16, votes: 1 },
        _2: { percent: 17, votes: 1 },
        _3: { percent: 0, votes: 0 },
        _4: { percent: 17, votes: 1 },
        _5: { percent: 50, votes: 3 },
      },
      reviews: [expect.objectContaining({ name: 'Ada', rate: 5, review: 'Does what it says.' })],
    })
  })

  test('is the same at the address of the help desk, with the product of the application', async () => {
    const url = `feedback/rate/application/${idOf('new')}`
    expect((await get(`/api/v1/${url}`)).json()).toEqual((await get(`/api/v2/${url}`)).json())
    expect((await summaryOf('new')).product).toBe('helpdesk')
  })

  test('has all fields without votes', async () => {
    const none = { percent: 0, votes: 0 }
    expect(await summaryOf('new')).toEqual({
      product: 'helpdesk',
      rate: 0,
      votes: 0,
      histogram: { _1: none, _2: none, _3: none, _4: none, _5: none },
      reviews: [],
    })
  })

  test('counts votes whose stars are not known in the mean, and in no share', async () => {
    await give(rated('unclear', 4))
    expect(await summaryOf('unclear')).toMatchObject({
      rate: 2.5,
      votes: 4,
      histogram: { _4: { percent: 100, votes: 1 }, _2: { percent: 0, votes: 0 } },
    })
  })

  test('exists for a hidden application', async () => {
    expect((await get(`/api/v2/feedback/rate/application/${idOf('secret')}`)).statusCode).toBe(200)
  })

  test.each(['carried', 'nothing', '%00', "' or 1=1 --", 'a'.repeat(90)])('%s is no id: 404', async (id) => {
    const answer = await get(`/api/v2/feedback/rate/application/${encodeURIComponent(id)}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'APPLICATION_NOT_FOUND' })
  })

  test('an application that is not published is 404', async () => {
    const answer = await get(`/api/v2/feedback/rate/application/${idOf('draft')}`)
    expect(answer.json()).toMatchObject({ code: 'APPLICATION_NOT_FOUND' })
  })

  test('is revalidated by its ETag, and changes with a vote', async () => {
    const url = `/api/v2/feedback/rate/application/${idOf('new')}`
    const etag = String((await get(url)).headers.etag)
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304)
    await give(rated('new', 3))
    expect((await get(url, { 'if-none-match': etag })).json()).toMatchObject({ rate: drawn(3), votes: 1 })
  })
})

describe('a rating reaches', () => {
  test('the list, the detail and the summary, as one number', async () => {
    await give(rated('carried', 1), rated('new', 2))
    const list = (await get('/api/v2/applications/published')).json<Application[]>()
    const listed = (slug: string) => list.find((application) => application.slug === slug)?.rating
    expect(listed('carried')).toEqual({ rate: 17 / 5, votes: 5 })
    expect(listed('new')).toEqual({ rate: drawn(2), votes: 1 })
    expect(listed('unclear')).toEqual({ rate: 2, votes: 3 })
    for (const slug of ['carried', 'new', 'unclear']) {
      expect((await detailOf(slug)).rating).toEqual(listed(slug))
      expect(await summaryOf(slug)).toMatchObject({ ...listed(slug) })
    }
  })
})

describe('the text of a review', () => {
  test('is shown once it is verified, and its stars count before', async () => {
    await give(rated('new', 1, { name: 'Bo', review: 'Not yet read by anybody.' }))
    expect(await summaryOf('new')).toMatchObject({ rate: drawn(1), votes: 1, reviews: [] })
    const page = '/page-data/apps/new/page-data.json'
    for (const url of [`/api/v2/feedback/rate/application/${idOf('new')}`, '/apps/new/', page])
      expect((await get(url)).body).not.toContain('Not yet read')
    expect(await readReviews(store.client.database, idOf('new'), FIRST)).toEqual({ total: 0, reviews: [] })

    await store.client.pool.query('update ratings set verified_at = now()')
    await until(async () => (await summaryOf('new')).reviews.length === 1)
    expect((await get(page)).body).toContain('Not yet read')
    expect((await summaryOf('new')).reviews).toMatchObject([{ name: 'Bo', rate: 1, review: 'Not yet read by anybody.' }])
  })

  test('may be missing: a rating without a text is not a review', async () => {
    await give(rated('new', 4, { ...VERIFIED, review: null }), rated('new', 4, { ...VERIFIED, review: '  ' }))
    expect(await readReviews(store.client.database, idOf('new'), FIRST)).toEqual({ total: 0, reviews: [] })
    expect(await summaryOf('new')).toMatchObject({ votes: 2, histogram: { _4: { votes: 2 } } })
  })

  test('may come without a name', async () => {
    await give(rated('new', 4, { ...VERIFIED, name: null }))
    expect((await summaryOf('new')).reviews).toMatchObject([{ name: 'Anonymous' }])
  })
})

test('the newest texts come first, and the limit does not change the count', async () => {
  const on = (day: number) => ({ ...VERIFIED, createdAt: new Date(Date.UTC(2026, 9, day, 8, 30, 0, 125)) })
  await give(rated('new', 1, on(3)), rated('new', 5, on(9)), rated('new', 3, on(5)), rated('carried', 2, on(10)))
  const { total, reviews } = await readReviews(store.client.database, idOf('new'), { ...FIRST, limit: 2 })
  expect(total).toBe(3)
  expect(reviews.map(({ rate, createdAt }) => [rate, createdAt])).toEqual([
    [5, on(9).createdAt],
    [3, on(5).createdAt],
  ])
})

describe('GET /feedback/rate/application/{id}/reviews', () => {
  const listed = async (query: string, slug = 'new') => {
    const answer = await get(`/api/v2/feedback/rate/application/${idOf(slug)}/reviews${query}`)
    expect(answer.statusCode).toBe(200)
    const { total, result } = answer.json<{ total: number; result: { rate: number; name: string }[] }>()
    return { total, rates: result.map(({ rate }) => rate) }
  }

  test('pages, sorts and filters', async () => {
    const on = (day: number) => ({ ...VERIFIED, createdAt: new Date(Date.UTC(2026, 9, day)) })
    await give(rated('new', 3, on(1)), rated('new', 5, on(2)), rated('new', 1, on(3)), rated('new', 5, on(4)))
    expect(await listed('')).toEqual({ total: 4, rates: [5, 1, 5, 3] })
    expect(await listed('?sort=oldest')).toEqual({ total: 4, rates: [3, 5, 1, 5] })
    expect(await listed('?sort=highest')).toEqual({ total: 4, rates: [5, 5, 3, 1] })
    expect(await listed('?sort=lowest')).toEqual({ total: 4, rates: [1, 3, 5, 5] })
    expect(await listed('?rate=5')).toEqual({ total: 2, rates: [5, 5] })
    expect(await listed('?rate=2')).toEqual({ total: 0, rates: [] })
    expect(await listed('?limit=2&offset=1')).toEqual({ total: 4, rates: [1, 5] })
    expect(await listed('?offset=40')).toEqual({ total: 4, rates: [] })
  })

  test.each(['?sort=best', '?rate=0', '?rate=6', '?rate=2.5', '?limit=0', '?limit=101', '?offset=-1', '?offset=100001'])(
    '%s is refused',
    async (query) => {
      expect((await get(`/api/v2/feedback/rate/application/${idOf('new')}/reviews${query}`)).statusCode).toBe(400)
    },
  )

  test('shows the evidence to the month, and the verified answer', async () => {
    const installedSince = new Date('2026-03-19T10:00:00Z')
    const review = rated('new', 4, { ...VERIFIED, installedSince, plan: 'Pro' })
    await give(review)
    await store.client.pool.query(
      `insert into review_answers (rating_id, answer, written_at) values ($1, 'Thank you.', '2026-11-03T00:00:00Z')`,
      [review.id],
    )
    const first = async () =>
      (await get(`/api/v2/feedback/rate/application/${idOf('new')}/reviews`)).json<{ result: object[] }>().result[0]
    expect(await first()).toMatchObject({ installedSince: '2026-03', plan: 'Pro', answer: null })
    await store.client.pool.query('update review_answers set verified_at = now()')
    await until(async () => JSON.stringify(await first()).includes('Thank you.'))
    expect(await first()).toMatchObject({ answer: { answer: 'Thank you.', createdAt: '2026-11-03T00:00:00.000Z' } })
  })
})
