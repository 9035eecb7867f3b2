import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SearchAnswer, searchAnswerSchema } from '@marketplace/contracts/search/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { inTransaction } from '../../db/transaction.ts'
import { openTestApp, openTestStore, testClock, type TestStore, until } from '../../../test/harness.ts'
import { insertPartners } from '../partners/index.ts'

const clock = testClock('2026-11-20T12:00:00Z')
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    line('bell-tower', { brandColor: '#123456' }),
    line('bell-desk', { product: 'helpdesk' }),
    line('bell-coaching', { customProps: { isService: 'true' }, company: { name: 'Bell & <b>Sons</b>' } }),
    line('bell-hidden', { hidden: true }),
    ...Array.from({ length: 7 }, (_, index) => line(`many-${index}`)),
  ])
  await inTransaction(store.client.database, (transaction) =>
    insertPartners(transaction, {
      experts: ['livechat' as const, 'helpdesk' as const].map((product) => ({
        id: `bell-${product}`,
        slug: `bell-for-${product}`,
        name: `Bell for ${product}`,
        headline: 'Rings <i>it</i>',
        email: 'secret@bell.example',
        products: [product],
        publishedAt: new Date('2025-01-01T00:00:00Z'),
      })),
      comments: [],
      prospects: [],
      campaigns: [],
    }),
  )
  app = await openTestApp(store, { clock })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const get = (query: string, headers: Record<string, string> = {}, api = 'v2') =>
  app.server.inject({ method: 'GET', url: `/api/${api}/search${query}`, headers })
const ask = async (query: string, api = 'v2'): Promise<SearchAnswer> => {
  const answer = await get(query, {}, api)
  expect(answer.statusCode).toBe(200)
  return searchAnswerSchema.parse(answer.json())
}
const names = async (query: string, api?: string) => {
  const { apps, partners } = await ask(query, api)
  return [apps.hits.map(({ slug }) => slug).toSorted(), partners.hits.map(({ href }) => href).toSorted()]
}

describe('GET /search', () => {
  test('needs no sign-in, and answers in two sections, in pieces of text', async () => {
    const { query, apps, partners } = await ask('?query=bell')
    expect(query).toBe('bell')
    expect(apps.total).toBe(3)
    expect(apps.hits.find(({ slug }) => slug === 'bell-tower')).toEqual({
      id: expect.any(String),
      slug: 'bell-tower',
      href: '/apps/bell-tower/',
      name: [
        { text: 'Bell', matched: true },
        { text: ' Tower', matched: false },
      ],
      developer: 'Larkspur',
      shortDescription: [
        { text: 'What ', matched: false },
        { text: 'bell', matched: true },
        { text: '-tower does, in a sentence.', matched: false },
      ],
      category: 'CRM',
      icon: null,
      monogram: { letters: 'BT', colour: '#123456', ink: '#ffffff' },
      service: false,
    })
    expect(apps.hits.find(({ service }) => service)).toMatchObject({
      href: '/services/bell-coaching/',
      developer: 'Bell & <b>Sons</b>',
    })
    expect(partners.total).toBe(3)
    expect(partners.hits.find(({ kind }) => kind === 'developer')).toMatchObject({
      name: [
        { text: 'Bell', matched: true },
        { text: ' & <b>Sons</b>', matched: false },
      ],
      description: [],
      monogram: { letters: 'BB' },
    })
    expect(partners.hits.find(({ id }) => id === 'bell-livechat')).toMatchObject({
      kind: 'expert',
      href: '/partners/bell-for-livechat/',
      description: [{ text: 'Rings <i>it</i>', matched: false }],
    })
  })

  test.each([
    '',
    '?query=',
    '?query=b',
    '?query=%20b%20',
    '?query=%F0%9F%99%82',
    '?query=--',
    '?query=%F0%9F%99%82%F0%9F%99%82',
    '?query=%00%00',
  ])('%s is too little to look for', async (query) => {
    expect(await ask(query)).toMatchObject({ apps: { total: 0, hits: [] }, partners: { total: 0, hits: [] } })
  })

  test('answers five of each section unless the request says', async () => {
    expect((await ask('?query=many')).apps).toMatchObject({ total: 7, hits: { length: 5 } })
    expect((await ask('?query=many&limit=2')).apps).toMatchObject({ total: 7, hits: { length: 2 } })
    expect((await ask('?query=many&limit=200')).apps).toMatchObject({ total: 7, hits: { length: 7 } })
  })

  test('is about the lists of the product, or of the variant that is named', async () => {
    const [livechat, helpdesk] = ['/partners/bell-for-livechat/', '/partners/bell-for-helpdesk/']
    const developer = (await ask('?query=bell')).partners.hits.find(({ kind }) => kind === 'developer')?.href
    const base = [['bell-coaching', 'bell-desk', 'bell-tower'], [developer, livechat, helpdesk].toSorted()]
    const desk = [['bell-desk'], [helpdesk]]
    expect(await names('?query=bell')).toEqual(base)
    expect(await names('?query=bell', 'v1')).toEqual(desk)
    expect(await names('?query=bell&variant=helpdesk-iframe')).toEqual(desk)
    expect(await names('?query=bell&variant=text-public', 'v1')).toEqual(base)
    expect(await names('?query=bell&variant=agent-app')).toEqual([
      ['bell-coaching', 'bell-tower'],
      [developer, livechat].toSorted(),
    ])
  })

  test.each(['limit=0', 'limit=201', 'limit=x', 'variant=nothing', 'query=a&query=b'])('%s is refused', async (query) => {
    const answer = await get(`?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETERS', fields: [{ field: query.split('=')[0] }] })
  })

  test('reads no more of a query than anybody types', async () => {
    const { query } = await ask(`?query=${'bell%20'.repeat(300)}`)
    expect(query.length).toBeLessThanOrEqual(200)
  })

  test('is asked again for nothing while nothing has changed', async () => {
    const first = await get('?query=bell%20tower')
    const etag = String(first.headers.etag)
    const again = await get('?query=bell%20tower', { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await store.client.pool.query(`update applications set short_description = 'Rings.' where slug = 'bell-tower'`)
    await until(async () => (await get('?query=bell%20tower', { 'if-none-match': etag })).statusCode === 200)
  })

  test('does not show what is hidden by now, whatever the index still says', async () => {
    await store.client.pool.query(`update applications set hidden = true where slug = 'many-6'`)
    await until(async () => (await ask('?query=many&limit=200')).apps.hits.every(({ slug }) => slug !== 'many-6'))
    await until(async () => (await ask('?query=many&limit=200')).apps.total === 6)
    expect((await ask('?query=many-6')).apps.hits.map(({ slug }) => slug)).not.toContain('many-6')
  })
})
