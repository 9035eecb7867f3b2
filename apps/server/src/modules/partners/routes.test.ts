import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Expert, expertSchema, type Prospect, prospectSchema } from '@marketplace/contracts/partners/schemas'
import { inTransaction } from '../../db/transaction.ts'
import { openDatabase } from '../../db/client.ts'
import { openTestApp, openTestStore, testClock, type TestStore, until } from '../../../test/harness.ts'
import { insertPartners } from './index.ts'

const clock = testClock('2026-11-20T12:00:00Z')
const LONG_AGO = new Date('2025-01-01T00:00:00Z')
const logo = '0123456789abcdef0123456789abcdef'
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>

const expert = (slug: string, name: string, given: object = {}) => ({
  id: `id-of-${slug}`,
  slug,
  name,
  email: `secret@${slug}.example`,
  publishedAt: LONG_AGO,
  createdAt: LONG_AGO,
  ...given,
})
const comment = (id: string, day: string, given: object = {}) => ({
  id,
  expertId: 'id-of-zinnia',
  name: 'Ada',
  email: `${id}@customer.example`,
  comment: `Said by ${id}.`,
  createdAt: new Date(day),
  verifiedAt: new Date(day),
  ...given,
})

beforeAll(async () => {
  store = await openTestStore()
  await store.client.pool.query(`insert into pictures (id, width, height, format) values ($1, 64, 64, 'svg')`, [logo])
  await inTransaction(store.client.database, (transaction) =>
    insertPartners(transaction, {
      experts: [
        expert('sorrel', 'sorrel 10'),
        expert('bramble', 'Sorrel 9'),
        expert('zinnia', 'Zinnia Works', {
          recommended: true,
          verified: true,
          logoId: logo,
          headline: 'Sets things up',
          description: 'By **hand**. <script>alert(1)</script>',
          website: 'https://zinnia.example',
          city: 'Gdynia',
          country: 'Poland',
          languages: ['pl', 'en'],
          industries: ['Retail'],
          services: ['training', 'other'],
          products: ['livechat'],
          applications: ['one'],
        }),
        expert('draft', 'Draft', { publishedAt: null }),
        expert('tomorrow', 'Tomorrow', { publishedAt: new Date('2026-11-21T09:00:00Z') }),
      ],
      comments: [
        comment('older', '2026-01-01T00:00:00Z'),
        comment('newer', '2026-02-01T00:00:00Z', { website: 'https://customer.example' }),
        comment('unread', '2026-03-01T00:00:00Z', { verifiedAt: null }),
      ],
      prospects: [
        { id: 'p-taken', name: 'Taken', claimedAt: LONG_AGO },
        { id: 'p-free', name: 'Free', country: 'Spain' },
      ],
      campaigns: [],
    }),
  )
  app = await openTestApp(store, { clock })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const EXPERTS = '/api/v2/partners/experts_marketplace'
const PROSPECTS = '/api/v2/partners/experts_prospects_marketplace/all'
const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ method: 'GET', url, headers })
const slugs = async () => (await get(EXPERTS)).json<Expert[]>().map(({ slug }) => slug)

describe('GET /partners/experts_marketplace', () => {
  test('needs no sign-in, and answers every published expert, the recommended first, then by name', async () => {
    const answer = await get(EXPERTS)
    expect(answer.statusCode).toBe(200)
    const list = answer.json<Expert[]>()
    for (const one of list) expect(expertSchema.parse(one)).toEqual(one)
    expect(list.map(({ slug }) => slug)).toEqual(['zinnia', 'bramble', 'sorrel'])
    expect((await get(EXPERTS.replace('v2', 'v1'))).json()).toEqual(list)
  })

  test('is revalidated by its ETag', async () => {
    const etag = String((await get(EXPERTS)).headers.etag)
    expect((await get(EXPERTS, { 'if-none-match': etag })).statusCode).toBe(304)
  })
})

describe('GET /partners/experts_marketplace/{id}', () => {
  test('answers the expert with verified testimonials, the newest first', async () => {
    const one = (await get(`${EXPERTS}/id-of-zinnia`)).json<Expert>()
    expect(expertSchema.parse(one)).toEqual(one)
    expect(one).toEqual({
      expert_id: 'id-of-zinnia',
      slug: 'zinnia',
      name: 'Zinnia Works',
      headline: 'Sets things up',
      description: 'By **hand**. <script>alert(1)</script>',
      website: 'https://zinnia.example',
      logo: `http://shop.test/pictures/${logo}/256.webp`,
      city: 'Gdynia',
      country: 'Poland',
      languages: ['pl', 'en'],
      industries: ['Retail'],
      services: ['training', 'other'],
      products: ['livechat'],
      applications: ['one'],
      verified: true,
      recommended: true,
      testimonials: [
        {
          id: 'newer',
          name: 'Ada',
          website: 'https://customer.example',
          comment: 'Said by newer.',
          created_at: '2026-02-01T00:00:00.000Z',
        },
        { id: 'older', name: 'Ada', website: null, comment: 'Said by older.', created_at: '2026-01-01T00:00:00.000Z' },
      ],
    })
  })

  test('a field without a value is null, never left out', async () => {
    const one = (await get(`${EXPERTS}/id-of-sorrel`)).json<Expert>()
    expect(Object.keys(one).toSorted()).toEqual(Object.keys(expertSchema.shape).toSorted())
    expect(one).toMatchObject({ headline: null, logo: null, city: null, testimonials: [] })
  })

  test.each(['zinnia', 'id-of-draft', 'nobody', '%00', "' or 1=1 --", 'a'.repeat(90)])('%s is 404', async (id) => {
    const answer = await get(`${EXPERTS}/${encodeURIComponent(id)}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'EXPERT_NOT_FOUND' })
  })
})

describe('GET /partners/experts_prospects_marketplace/all', () => {
  const names = async (query: string) =>
    (await get(`${PROSPECTS}${query}`)).json<{ result: Prospect[] }>().result.map(({ name }) => name)

  test('needs no sign-in, and answers all of them', async () => {
    const { result } = (await get(PROSPECTS)).json<{ result: Prospect[] }>()
    for (const one of result) expect(prospectSchema.parse(one)).toEqual(one)
    expect(result).toEqual([
      { prospect_id: 'p-free', name: 'Free', description: null, country: 'Spain', website: null, claimed: false },
      { prospect_id: 'p-taken', name: 'Taken', description: null, country: null, website: null, claimed: true },
    ])
  })

  test('answers unclaimed ones with unclaimed=true', async () => {
    expect(await names('?unclaimed=true')).toEqual(['Free'])
    expect(await names('?unclaimed=false')).toEqual(['Free', 'Taken'])
    expect(await names('')).toEqual(['Free', 'Taken'])
  })

  test.each(['unclaimed=maybe', 'unclaimed=', 'unclaimed=true&unclaimed=false'])('%s is refused', async (query) => {
    const answer = await get(`${PROSPECTS}?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETERS', fields: [{ field: 'unclaimed' }] })
  })
})

describe('every answer', () => {
  test('it contains no mail address and nothing unverified', async () => {
    for (const url of [EXPERTS, `${EXPERTS}/id-of-zinnia`, PROSPECTS, '/partners/', '/partners/zinnia/']) {
      const { body } = await get(url)
      expect(body).not.toMatch(/secret@|@customer\.example|Said by unread/)
    }
    expect((await get(EXPERTS)).body).toContain('Said by newer')
  })

  test('it follows a change within a moment', async () => {
    const etag = String((await get(EXPERTS)).headers.etag)
    await store.client.pool.query(`update experts set headline = 'Rebuilt' where slug = 'sorrel'`)
    await until(async () => (await get(`${EXPERTS}/id-of-sorrel`)).json<Expert>().headline === 'Rebuilt')
    expect((await get(EXPERTS, { 'if-none-match': etag })).statusCode).toBe(200)
    await store.client.pool.query(`update expert_comments set verified_at = now() where id = 'unread'`)
    await until(async () => (await get(`${EXPERTS}/id-of-zinnia`)).json<Expert>().testimonials.length === 3)
    await store.client.pool.query(`update prospects set claimed_at = now()`)
    await until(async () => (await get(`${PROSPECTS}?unclaimed=true`)).json<{ result: [] }>().result.length === 0)
  })

  test('time alone publishes an expert', async () => {
    expect(await slugs()).not.toContain('tomorrow')
    expect((await get(`${EXPERTS}/id-of-tomorrow`)).statusCode).toBe(404)
    clock.set('2026-11-21T09:00:00Z')
    expect((await get(`${EXPERTS}/id-of-tomorrow`)).statusCode).toBe(200)
    expect(await slugs()).toContain('tomorrow')
  })
})

test('the server is not ready while changes of experts do not reach it', async () => {
  expect((await get('/readyz')).statusCode).toBe(200)
  const other = openDatabase(store.connectionString, () => {})
  try {
    await other.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen partners'`,
    )
    await until(async () => (await get('/readyz')).statusCode === 503)
    await until(async () => (await get('/readyz')).statusCode === 200)
  } finally {
    await other.close()
  }
})
