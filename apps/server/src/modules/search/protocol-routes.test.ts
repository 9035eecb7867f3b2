import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APPLICATION_SORTS } from '@marketplace/contracts/core/enumerations'
import {
  facetResultSchema,
  type FacetResult,
  HIGHLIGHTS,
  searchResultSchema,
  type SearchResult,
  SNIPPETS,
} from '@marketplace/contracts/search/protocol'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, testClock, type TestStore } from '../../../test/harness.ts'
import { insertPartners } from '../partners/index.ts'

const clock = testClock('2026-11-20T12:00:00Z')
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>

const monthly = (price: number, perAccount = false) => ({ payment: { price, frequency: 'monthly', perAccount, trialDays: 0 } })

beforeAll(async () => {
  store = await openTestStore()
  const report = await store.importLines([
    line('parcel-wren', {
      shortDescription: 'Tells customers where a delivery is.',
      longDescription: '# Tracking\n\nAsks **every** carrier, & shows <b>if</b> it comes.',
      category: { slug: 'e-commerce', name: 'E-commerce' },
      customProps: { order: 5, isAiPowered: 'true' },
      verified: true,
      installations: 900,
      rating: { rate: 4.5, votes: 20 },
      languages: ['en', 'de'],
      country: 'Poland',
      industries: ['Retail'],
      widgets: [{ placement: 'plugin', url: 'https://wren.example' }],
      publishedAt: '2026-01-01T00:00:00Z',
      ...monthly(2000),
    }),
    line('app-10', { ...monthly(1000, true), publishedAt: '2026-02-01T00:00:00Z' }),
    line('app-9', {
      name: 'app 9',
      ...monthly(1500),
      customProps: { discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent: 50 },
      installations: 50,
      publishedAt: '2026-03-01T00:00:00Z',
    }),
    line('markup', { name: 'Fish & <b>Chips</b>', publishedAt: '2026-04-01T00:00:00Z' }),
    line('desk-bell', { product: 'helpdesk', publishedAt: '2026-05-01T00:00:00Z' }),
    line('coaching', {
      customProps: { isService: 'true' },
      types: ['training'],
      publishedAt: '2026-06-01T00:00:00Z',
      company: { name: 'Sorrel' },
    }),
    line('secret-gem', { hidden: true }),
    line('resting', { underMaintenance: true }),
    line('themed', { theme: 'dark' }),
    line('beta-only', { customProps: { usingBeta: 'true' } }),
    line('salesforce', { name: 'Salesforce' }),
    line('draft', { publishedAt: null }),
    line('tomorrow', {
      publishedAt: '2026-11-21T09:00:00Z',
      submittedAt: '2026-11-01T00:00:00Z',
      acceptedAt: '2026-11-02T00:00:00Z',
    }),
  ])
  expect(report.remarks).toEqual([])
  await insertPartners(store.client.database, {
    experts: [
      {
        id: 'kettle',
        slug: 'kettlebridge',
        name: 'Kettlebridge',
        headline: 'Moves help desks',
        description: 'By **hand**.',
        email: 'secret@kettle.example',
        products: ['helpdesk'],
        services: ['training'],
        recommended: true,
        publishedAt: new Date('2025-01-01T00:00:00Z'),
      },
      { id: 'draft', slug: 'draft', name: 'Kettle draft', email: 'draft@kettle.example', publishedAt: null },
    ],
    comments: [],
    prospects: [],
    campaigns: [],
  })
  app = await openTestApp(store, { clock })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const post = (path: string, payload: string | object, headers: Record<string, string> = { 'content-type': 'text/plain' }) =>
  app.server.inject({
    method: 'POST',
    url: `/search/1/indexes/${path}`,
    headers,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const ask = async (parameters: object, index = 'apps'): Promise<SearchResult> => {
  const answer = await post(`${index}/query`, parameters)
  expect(answer.statusCode).toBe(200)
  return searchResultSchema.parse(answer.json())
}
const slugs = async (parameters: object, index = 'apps') => (await ask(parameters, index)).hits.map(({ slug }) => slug)
const facetHits = async (facet: string, parameters: object) => {
  const answer = await post(`apps/facets/${facet}/query`, parameters)
  expect(answer.statusCode).toBe(200)
  return facetResultSchema.parse(answer.json()).facetHits
}

const LISTED = ['app-10', 'app-9', 'coaching', 'desk-bell', 'markup', 'parcel-wren']

describe('a search needs no sign-in', () => {
  test('and answers the empty one with everything that is listed somewhere', async () => {
    const result = await ask({})
    expect(result.hits.map(({ slug }) => slug).toSorted()).toEqual(LISTED)
    expect(result).toMatchObject({
      nbHits: 6,
      page: 0,
      nbPages: 1,
      hitsPerPage: 20,
      query: '',
      params: '',
      index: 'apps',
      renderingContent: {},
      exhaustive: { nbHits: true, facetsCount: true, typo: true },
      exhaustiveNbHits: true,
      exhaustiveFacetsCount: true,
    })
    expect(result.facets).toBeUndefined()
    expect(result.processingTimeMS).toBeGreaterThan(0)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('and compresses a long answer as %s for whoever can read it', async (encoding, read) => {
    const plain = (await post('apps/query', {})).json<SearchResult>()
    const answer = await post('apps/query', {}, { 'content-type': 'text/plain', 'accept-encoding': encoding })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-store' })
    expect(JSON.parse(read(answer.rawPayload).toString()).hits).toEqual(plain.hits)
    const short = await post('apps/query', { hitsPerPage: 0 }, { 'content-type': 'text/plain', 'accept-encoding': encoding })
    expect(short.headers['content-encoding']).toBeUndefined()
  })

  test.each([
    ['as text', { 'content-type': 'text/plain' }],
    ['as JSON', { 'content-type': 'application/json; charset=utf-8' }],
    ['as older clients say it', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as nothing in particular', {}],
    ['with headers of the clients', { 'x-algolia-api-key': 'any', 'x-algolia-application-id': 'any', 'x-algolia-agent': 'a; b' }],
  ])('%s', async (_, headers) => {
    const answer = await post('apps/query?x-algolia-agent=Some%20client&x-algolia-api-key=any', { query: 'wren' }, headers)
    expect(answer.statusCode).toBe(200)
    expect(answer.json<SearchResult>().hits.map(({ slug }) => slug)).toEqual(['parcel-wren'])
  })

  test('from a page of any origin, which asks first where it has headers of its own', async () => {
    const preflight = await app.server.inject({
      method: 'OPTIONS',
      url: '/search/1/indexes/*/queries',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-algolia-api-key,x-algolia-made-up',
      },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
    expect(preflight.headers['access-control-allow-headers']).toContain('x-algolia-made-up')
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
    const answer = await post('apps/query', {}, { origin: 'https://elsewhere.example' })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  test('also without a body', async () => {
    for (const headers of [{}, { 'content-type': 'text/plain' }] as Record<string, string>[])
      expect((await post('apps/query', '', headers)).json()).toMatchObject({ nbHits: 6 })
  })
})

describe('a hit', () => {
  test('has what a list shows of it, at the price of today', async () => {
    const [hit] = (await ask({ query: 'app 9', hitsPerPage: 1 })).hits
    const { rows } = await store.client.pool.query(`select id from applications where slug = 'app-9'`)
    expect(hit).toMatchObject({
      objectID: rows[0].id,
      slug: 'app-9',
      name: 'app 9',
      shortDescription: 'What app-9 does, in a sentence.',
      category: { id: 5, slug: 'crm', name: 'CRM' },
      company: { name: 'Larkspur', website: 'https://larkspur.example' },
      product: 'livechat',
      kind: 'application',
      hidden: false,
      installations: 50,
      rating: { rate: 0, votes: 0 },
      price: 750,
      payment: { price: 750, oldPrice: 1500, discountPercent: 50, frequency: 'monthly' },
      customProps: { discountPercent: 50 },
      compatibility: ['livechat'],
      verified: false,
      icon: null,
      country: null,
      publishedAt: '2026-03-01T00:00:00.000Z',
    })
    expect(hit).not.toHaveProperty('longDescription')
    expect(JSON.stringify(hit)).not.toContain('support@larkspur.example')
  })

  test('says what matches in each short text that is searched, and nothing of the long one that nobody asked for', async () => {
    const [hit] = (await ask({ query: 'wren carrier' })).hits
    expect(hit?.[HIGHLIGHTS]).toEqual({
      name: { value: 'Parcel <em>Wren</em>', matchLevel: 'partial', fullyHighlighted: false, matchedWords: ['wren'] },
      shortDescription: { value: 'Tells customers where a delivery is.', matchLevel: 'none', matchedWords: [] },
      category: { name: { value: 'E-commerce', matchLevel: 'none', matchedWords: [] } },
      company: { name: { value: 'Larkspur', matchLevel: 'none', matchedWords: [] } },
    })
  })

  test.each([[['*']], [['name', 'shortDescription', 'longDescription', 'category', 'company']]])(
    'says what matches in each text of %j',
    async (attributesToHighlight) => {
      const [hit] = (await ask({ query: 'wren carrier', attributesToHighlight })).hits
      expect(hit?.[HIGHLIGHTS]).toEqual({
        name: { value: 'Parcel <em>Wren</em>', matchLevel: 'partial', fullyHighlighted: false, matchedWords: ['wren'] },
        shortDescription: { value: 'Tells customers where a delivery is.', matchLevel: 'none', matchedWords: [] },
        longDescription: {
          value: 'Tracking Asks every <em>carrier</em>, &amp; shows if it comes.',
          matchLevel: 'partial',
          fullyHighlighted: false,
          matchedWords: ['carrier'],
        },
        category: { name: { value: 'E-commerce', matchLevel: 'none', matchedWords: [] } },
        company: { name: { value: 'Larkspur', matchLevel: 'none', matchedWords: [] } },
      })
      expect(hit?.[SNIPPETS]).toBeUndefined()
    },
  )

  test.each([
    ['HTML tags', { highlightPreTag: '<mark>', highlightPostTag: '</mark>' }, '<mark>Fish</mark> &amp; &lt;b&gt;Chips&lt;/b&gt;'],
    ['the tags of nobody', {}, '<em>Fish</em> &amp; &lt;b&gt;Chips&lt;/b&gt;'],
    [
      'the marks of InstantSearch',
      { highlightPreTag: '__ais-highlight__', highlightPostTag: '__/ais-highlight__' },
      '__ais-highlight__Fish__/ais-highlight__ & <b>Chips</b>',
    ],
  ])('with %s holds no markup of a stranger', async (_, tags, value) => {
    const [hit] = (await ask({ query: 'fish', ...tags })).hits
    expect(hit).toMatchObject({ name: 'Fish & <b>Chips</b>', _highlightResult: { name: { value } } })
  })

  test.each([
    [['slug'], ['slug']],
    [
      ['category.name', 'rating'],
      ['category', 'rating'],
    ],
    [['*', '-category'], expect.not.arrayContaining(['category'])],
    [['longDescription'], ['longDescription']],
    [['nothing', '__proto__', 'toString'], []],
    ['slug,name', ['slug', 'name']],
    [[], []],
  ])('has of its fields what attributesToRetrieve names: %j', async (attributesToRetrieve, fields) => {
    const [hit] = (await ask({ query: 'wren', attributesToRetrieve, attributesToHighlight: [] })).hits
    expect(Object.keys(hit ?? {}).filter((name) => name !== 'objectID')).toEqual(fields)
    expect(hit?.objectID).toEqual(expect.any(String))
  })

  test('leaves out a part of a field where that is named', async () => {
    const [hit] = (await ask({ query: 'wren', attributesToRetrieve: ['*', '-category.name', '-rating'] })).hits
    expect(hit).toMatchObject({ slug: 'parcel-wren', category: { slug: 'e-commerce' } })
    expect(hit?.category).not.toHaveProperty('name')
    expect(hit).not.toHaveProperty('rating')
  })

  test('has highlights and snippets of what is named', async () => {
    const [hit] = (
      await ask({
        query: 'carrier',
        attributesToHighlight: ['category'],
        attributesToSnippet: ['longDescription:3', 'nothing:5'],
        snippetEllipsisText: '[…]',
      })
    ).hits
    expect(Object.keys(hit?.[HIGHLIGHTS] as object)).toEqual(['category'])
    expect(hit?.[SNIPPETS]).toEqual({ longDescription: { value: '[…]every <em>carrier</em>, &amp;[…]', matchLevel: 'full' } })
  })
})

describe('filters', () => {
  test.each<[object, string[]]>([
    [{ filters: 'category.name:"E-commerce"' }, ['parcel-wren']],
    [{ filters: 'category.name:e-COMMERCE AND price > 100' }, ['parcel-wren']],
    [{ filters: 'kind:service OR product:helpdesk' }, ['coaching', 'desk-bell']],
    [{ filters: 'NOT product:helpdesk AND kind:application' }, ['app-10', 'app-9', 'markup', 'parcel-wren']],
    [{ filters: 'price:700 TO 1000' }, ['app-10', 'app-9']],
    [{ filters: 'price:750' }, ['app-9']],
    [{ filters: 'verified:true AND (languages:German OR languages:French)' }, ['parcel-wren']],
    [{ filters: 'rating.rate >= 4' }, ['parcel-wren']],
    [{ filters: 'hidden:false' }, LISTED],
    [{ filters: 'hidden:true' }, []],
    [{ filters: 'nothing:x' }, []],
    [{ filters: 'NOT nothing:x' }, LISTED],
    [{ filters: 'Price > 0' }, []],
    [{ filters: '  ' }, LISTED],
    [{ facetFilters: ['payment:free', 'kind:application'] }, ['desk-bell', 'markup']],
    [{ facetFilters: [['payment:monthly-per-account', 'payment:monthly-per-organization']] }, ['app-10', 'app-9', 'parcel-wren']],
    [{ facetFilters: 'payment:-free' }, ['app-10', 'app-9', 'parcel-wren']],
    [{ facetFilters: ['compatibility:helpdesk'] }, ['desk-bell']],
    [{ facetFilters: ['placements:plugin', 'country:Poland', 'industries:Retail'] }, ['parcel-wren']],
    [{ facetFilters: ['services:training'] }, ['coaching']],
    [{ facetFilters: [] }, LISTED],
    [{ numericFilters: ['price>=1000', 'price<2000'] }, ['app-10']],
    [{ numericFilters: [['price=0', 'price=2000']], facetFilters: ['kind:application'] }, ['desk-bell', 'markup', 'parcel-wren']],
    [{ numericFilters: 'installations>10' }, ['app-9', 'parcel-wren']],
    [{ query: 'app', filters: 'price < 900', facetFilters: 'product:livechat', numericFilters: 'installations>1' }, ['app-9']],
  ])('%j', async (parameters, found) => {
    expect((await slugs(parameters)).toSorted()).toEqual(found)
  })

  test('never find what is in no list: hidden, resting, themed, beta, legacy, not published', async () => {
    for (const query of ['secret gem', 'resting', 'themed', 'beta only', 'salesforce', 'draft', 'tomorrow'])
      for (const parameters of [{ query }, { query, filters: 'hidden:true OR hidden:false OR NOT hidden:false' }])
        expect((await slugs(parameters)).filter((slug) => !LISTED.includes(String(slug)))).toEqual([])
  })
})

describe('facets', () => {
  test('are counted over all that is found, the most frequent first', async () => {
    const { facets, facets_stats: stats } = await ask({
      facets: ['category.name', 'payment', 'price', 'nothing'],
      hitsPerPage: 1,
    })
    expect(facets?.['category.name']).toEqual({ CRM: 5, 'E-commerce': 1 })
    expect(Object.keys(facets?.['category.name'] ?? {})).toEqual(['CRM', 'E-commerce'])
    expect(facets?.payment).toEqual({ free: 3, 'monthly-per-organization': 2, 'monthly-per-account': 1 })
    expect(stats).toEqual({ price: { min: 0, max: 2000, avg: 625, sum: 3750 } })
  })

  test('of * are all that people choose by, with values as the lists have them', async () => {
    const { facets } = await ask({ query: 'wren', facets: '*' })
    expect(facets).toMatchObject({
      'category.name': { 'E-commerce': 1 },
      payment: { 'monthly-per-organization': 1 },
      compatibility: { livechat: 1 },
      placements: { plugin: 1 },
      languages: { English: 1, German: 1 },
      country: { Poland: 1 },
      industries: { Retail: 1 },
      verified: { true: 1 },
      kind: { application: 1 },
    })
    expect(Object.keys(facets ?? {})).not.toContain('variants')
  })

  test('are counted under the filters', async () => {
    expect((await ask({ facets: ['kind'], filters: 'price:0' })).facets).toEqual({ kind: { application: 2, service: 1 } })
  })

  test('have so many values as the request wants', async () => {
    expect((await ask({ facets: ['payment'], maxValuesPerFacet: 1 })).facets).toEqual({ payment: { free: 3 } })
  })

  test('are searched by their values', async () => {
    expect(await facetHits('category.name', { facetQuery: 'comm' })).toEqual([
      { value: 'E-commerce', highlighted: 'E-<em>comm</em>erce', count: 1 },
    ])
    expect(await facetHits('category.name', { facetQuery: '' })).toHaveLength(2)
    expect(await facetHits('category.name', { maxFacetHits: 1 })).toHaveLength(1)
    expect(await facetHits('category.name', { maxFacetHits: 0 })).toHaveLength(1)
    expect(await facetHits('category.name', { facetQuery: 'crm', query: 'wren' })).toEqual([])
    expect(await facetHits('category.name', { facetQuery: 'crm', filters: 'kind:service' })).toMatchObject([
      { value: 'CRM', count: 1 },
    ])
    expect(await facetHits('nothing', { facetQuery: 'x' })).toEqual([])
  })
})

describe('orders and pages', () => {
  test.each([
    ['apps_alphabetically', ['app-9', 'app-10', 'coaching', 'desk-bell', 'markup', 'parcel-wren']],
    ['apps_price', ['coaching', 'desk-bell', 'markup', 'app-9', 'app-10', 'parcel-wren']],
    ['apps_published', ['coaching', 'desk-bell', 'markup', 'app-9', 'app-10', 'parcel-wren']],
    ['apps_popularity', ['parcel-wren', 'app-9', 'app-10', 'coaching', 'desk-bell', 'markup']],
    ['apps_recommended', ['parcel-wren', 'app-9', 'app-10', 'coaching', 'desk-bell', 'markup']],
  ])('%s', async (index, order) => {
    const result = await ask({}, index)
    expect(result.hits.map(({ slug }) => slug)).toEqual(order)
    expect(result.index).toBe(index)
  })

  test('there is an index for each order of the lists', async () => {
    for (const sort of APPLICATION_SORTS) expect(await slugs({}, `apps_${sort}`)).toHaveLength(6)
  })

  test('pages follow one another and end', async () => {
    const pages = await Promise.all([0, 1, 2, 3].map((page) => ask({ page, hitsPerPage: 2 }, 'apps_alphabetically')))
    expect(pages.map(({ hits }) => hits.map(({ slug }) => slug))).toEqual([
      ['app-9', 'app-10'],
      ['coaching', 'desk-bell'],
      ['markup', 'parcel-wren'],
      [],
    ])
    for (const [page, result] of pages.entries()) expect(result).toMatchObject({ page, nbPages: 3, nbHits: 6, hitsPerPage: 2 })
  })

  test('an offset counts instead of pages', async () => {
    const result = await ask({ offset: 1, length: 2, page: 9 }, 'apps_alphabetically')
    expect(result.hits.map(({ slug }) => slug)).toEqual(['app-10', 'coaching'])
    expect(result).toMatchObject({ offset: 1, length: 2, nbHits: 6 })
    expect(result.page).toBeUndefined()
  })
})

describe('several requests', () => {
  test('are answered in their order, each from its own index', async () => {
    const answer = await post('*/queries', {
      requests: [
        { indexName: 'partners', query: 'kettle' },
        {
          indexName: 'apps',
          params: 'query=wren&hitsPerPage=1&attributesToRetrieve=%5B%22slug%22%5D&attributesToHighlight=%5B%5D',
        },
        { indexName: 'apps', type: 'facet', facet: 'kind', params: { facetQuery: 'serv', maxFacetHits: 5 } },
        { indexName: 'apps_price', params: { facets: 'kind' }, hitsPerPage: 0 },
      ],
      strategy: 'none',
    })
    const [partners, apps, kinds, prices] = answer.json<{ results: (SearchResult & FacetResult)[] }>().results
    expect(partners).toMatchObject({ index: 'partners', nbHits: 1 })
    expect(apps).toMatchObject({ index: 'apps', hits: [{ slug: 'parcel-wren' }] })
    expect(kinds?.facetHits).toEqual([{ value: 'service', highlighted: '<em>serv</em>ice', count: 1 }])
    expect(prices).toMatchObject({
      index: 'apps_price',
      hits: [],
      nbHits: 6,
      nbPages: 0,
      facets: { kind: { application: 5, service: 1 } },
    })
  })

  test('go to the index in the address where they name none', async () => {
    const answer = await post('partners/queries', { requests: [{ query: 'kettle' }, { indexName: 'apps', query: 'wren' }] })
    expect(answer.json<{ results: SearchResult[] }>().results.map(({ index }) => index)).toEqual(['partners', 'apps'])
  })

  test('may be none', async () => {
    expect((await post('*/queries', { requests: [] })).json()).toEqual({ results: [] })
  })
})

test('partners are experts, and developers who have something in a list', async () => {
  const result = await ask({ facets: ['kind'] }, 'partners')
  expect(result.facets).toEqual({ kind: { developer: 2, expert: 1 } })
  expect(result.hits[0]).toMatchObject({
    objectID: 'expert-kettle',
    kind: 'expert',
    id: 'kettle',
    slug: 'kettlebridge',
    name: 'Kettlebridge',
    shortDescription: 'Moves help desks',
    services: ['training'],
    compatibility: ['helpdesk'],
    recommended: true,
    verified: false,
    hidden: false,
  })
  expect(result.hits.slice(1).map(({ kind, name }) => [kind, name])).toEqual([
    ['developer', 'Larkspur'],
    ['developer', 'Sorrel'],
  ])
  expect(JSON.stringify(result)).not.toMatch(/secret@|draft@/)
})

describe('when somebody searches without an end', () => {
  const from = (remoteAddress: string, url: string, payload?: object) =>
    app.server.inject({ method: payload ? 'POST' : 'GET', url, remoteAddress, ...(payload && { payload }) })
  /** A text of the greatest length that costs the most work: each word resembles a word of the catalogue. */
  const words = Array.from({ length: 80 }, (_, index) => `wern${index % 7} carie${index % 5}`)
    .join(' ')
    .slice(0, 480)
  const asked = encodeURIComponent(words)
  let calls = 0
  const manyRequests = () => {
    calls++
    return Array.from({ length: 40 }, (_, index) => ({ indexName: 'apps', query: `${calls} ${words.slice(index, index + 40)}` }))
  }
  /** Many different searches from one address at once, and one from another. */
  const storm = async (ask: (address: string, number: number) => ReturnType<typeof from>) => {
    // Each call has many searches, so that later calls have to wait on a fast machine too.
    const before = Array.from({ length: 60 }, () =>
      from('192.0.2.66', '/search/1/indexes/*/queries', { requests: manyRequests() }),
    )
    const stranger = Array.from({ length: 1_000 }, (_, number) => ask('192.0.2.66', number))
    const other = ask('192.0.2.7', 1_000)
    const answers = await Promise.all(stranger)
    await Promise.all(before)
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(answers.length)
    expect((await other).statusCode).toBe(200)
    for (const { statusCode, headers } of refused) expect([statusCode, headers['retry-after']]).toEqual([429, '1'])
    return refused
  }

  test('the protocol refuses them what is too much, in its own shape, and answers everybody else', async () => {
    const refused = await storm((address, number) =>
      from(address, '/search/1/indexes/apps/query', { query: `${number} ${words}` }),
    )
    expect(refused[0]?.json()).toEqual({
      status: 429,
      message: 'Too many searches at once come from this address. Try again in a moment.',
    })
  })

  test('so does a search among the values of a facet', async () => {
    const [refused] = await storm((address, number) =>
      from(address, '/search/1/indexes/apps/facets/kind/query', { query: `${number} ${words}`, facetQuery: 'serv' }),
    )
    expect(refused?.json()).toMatchObject({ status: 429 })
  })

  test('so does the search field', async () => {
    const refused = await storm((address, number) => from(address, `/api/v2/search?query=${number}+${asked}`))
    expect(refused[0]?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('so does the results page, with a page for people', async () => {
    const [refused] = await storm((address, number) => from(address, `/search/?query=${number}+${asked}`))
    expect(refused?.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(refused?.body).toContain('Many people are searching right now')
  })

  test('so does the data of the results page', async () => {
    const [refused] = await storm((address, number) => from(address, `/page-data/search/page-data.json?query=${number}+${asked}`))
    expect(refused?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

describe('what is wrong is a 4xx in the protocol’s own shape, and never a 5xx', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  test.each<[string, string, string | object, number, string | RegExp]>([
    ['no JSON', 'apps/query', '{', 400, 'The request is malformed.'],
    ['a list', 'apps/query', '[]', 400, /expected object/],
    ['a text', 'apps/query', '"wren"', 400, /expected object/],
    ['a prototype', 'apps/query', '{"__proto__": {"query": "x"}}', 400, 'The request is malformed.'],
    ['a wrong type', 'apps/query', { page: 'x' }, 400, /^page: /],
    ['a negative page', 'apps/query', { page: -1 }, 400, /^page: /],
    ['a filter that does not end', 'apps/query', { filters: 'a:1 AND' }, 400, 'filters: a condition is missing at the end'],
    ['a filter that nests deeply', 'apps/query', { filters: `${'('.repeat(5_000)}a:1` }, 400, /nested too deeply/],
    ['a filter of ten thousand letters', 'apps/query', { filters: 'a'.repeat(10_001) }, 400, /^filters: /],
    ['conditions of a wrong form', 'apps/query', { facetFilters: ['a'] }, 400, /^facetFilters: /],
    ['numbers that are none', 'apps/query', { numericFilters: ['price<x'] }, 400, /^numericFilters: /],
    ['params of a wrong form', 'apps/query', { params: 'page=x' }, 400, 'params: page is not valid'],
    ['lists in lists in lists', 'apps/query', `{"facetFilters": ${deep(60_000)}}`, 400, /facetFilters/],
    ['no requests', '*/queries', {}, 400, /^requests: /],
    ['500 requests', '*/queries', { requests: Array.from({ length: 500 }, () => ({ indexName: 'apps' })) }, 400, /^requests: /],
    ['a request without an index', '*/queries', { requests: [{ query: 'x' }] }, 400, 'indexName is missing'],
    [
      'one bad request of two',
      '*/queries',
      { requests: [{ indexName: 'apps' }, { indexName: 'apps', page: -1 }] },
      400,
      /requests/,
    ],
    [
      'a facet search without a facet',
      '*/queries',
      { requests: [{ indexName: 'apps', type: 'facet' }] },
      400,
      'facet is missing',
    ],
    ['an unknown index', 'nothing/query', {}, 404, 'Index nothing does not exist'],
    ['an unknown index of several', '*/queries', { requests: [{ indexName: 'x' }] }, 404, 'Index x does not exist'],
    ['a name of every object', 'toString/query', {}, 404, 'Index toString does not exist'],
    ['* as an index', '*/query', {}, 404, 'Index * does not exist'],
    ['a facet of an unknown index', 'nothing/facets/kind/query', {}, 404, 'Index nothing does not exist'],
    ['an unknown address', 'apps/nothing', {}, 404, 'There is nothing at this address.'],
    ['more than the longest request', 'apps/query', { query: 'x'.repeat(140_000) }, 413, 'The request is too large.'],
  ])('%s', async (_, path, payload, status, message) => {
    const answer = await post(path, payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ status, message: typeof message === 'string' ? message : expect.stringMatching(message) })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  test('another content type, or a compressed body', async () => {
    const answers = [
      await post('apps/query', '<x/>', { 'content-type': 'application/xml' }),
      await post('apps/query', '{}', { 'content-type': 'text/plain', 'content-encoding': 'gzip' }),
      await post('apps/query', '{}', { 'content-type': 'x' }),
    ]
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([415, { status: 415, message: 'This content type is not supported.' }])
  })

  test.each(['PUT', 'GET'] as const)('another method: %s', async (method) => {
    const answer = await app.server.inject({
      method,
      url: '/search/1/indexes/apps/query',
      ...(method === 'PUT' && { payload: {} }),
    })
    expect([answer.statusCode, answer.headers.allow, answer.json()]).toEqual([
      405,
      'POST',
      { status: 405, message: 'This address does not support this method.' },
    ])
  })

  test('queries that nobody types are answered all the same', async () => {
    const queries = [
      'x'.repeat(120_000),
      'a '.repeat(60_000),
      '\u0000\ud800\udfff',
      '(((((',
      '.*+?^${}()|[]\\',
      '%00',
      '🙂'.repeat(9_000),
      '  ',
    ]
    for (const query of queries) {
      const answer = await post('apps/query', { query, facets: ['*'] })
      expect(answer.statusCode).toBe(200)
      expect(answer.body.length).toBeLessThan(100_000)
    }
  })
})

describe('long bodies', () => {
  const long = JSON.stringify({ query: 'wren', filters: '', spare: 'x'.repeat(120_000) })
  const send = async (remoteAddress: string, payload: string, headers: Record<string, string> = {}) =>
    app.server.inject({
      method: 'POST',
      url: '/search/1/indexes/apps/query',
      headers: { 'content-type': 'text/plain', ...headers },
      payload,
      remoteAddress,
    })

  test('are refused before they are read, once an address has sent many, and nobody else is concerned', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 40; count++) statuses.push((await send(`2001:db8:9:${count}::1`, long)).statusCode)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(statuses.at(-1)).toBe(429)
    const refused = await send('2001:db8:9::1', `{${long}`)
    expect([refused.statusCode, refused.json().status]).toEqual([429, 429])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send('2001:db8:9::1', JSON.stringify({ query: 'wren' }))).statusCode).toBe(200)
    expect((await send('2001:db8:10::1', long)).statusCode).toBe(200)
    clock.set('2026-11-20T12:00:10Z')
    expect((await send('2001:db8:9::1', long)).statusCode).toBe(200)
    clock.set('2026-11-20T12:00:00Z')
  })

  test('that do not say how long they are count as the longest', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 40; count++) {
      const answer = await app.server.inject({
        method: 'POST',
        url: '/search/1/indexes/apps/query',
        headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
        payload: Readable.from(['{"query":"wren"}']),
        remoteAddress: '203.0.113.81',
      })
      statuses.push(answer.statusCode)
    }
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
  })
})
