import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { APPLICATION_SORTS } from '@marketplace/contracts/core/enumerations'
import { type FacetResult, HIGHLIGHTS, type SearchResult, SNIPPETS } from '@marketplace/contracts/search/protocol'
import { openSearchProtocol } from '../../../test/search-protocol.ts'

const { store, server, post, ask, slugs, facetHits } = openSearchProtocol()

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
    // The answer must not be stored, so an ETag would be useless.
    expect(answer.headers['etag']).toBeUndefined()
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
    const preflight = await server().inject({
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
    const { rows } = await store().client.pool.query(`select id from applications where slug = 'app-9'`)
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

  test.each([
    [
      ['nbHits', 'query'],
      ['nbHits', 'query'],
    ],
    [['hits'], ['hits']],
    ['hits,nbHits', ['hits', 'nbHits']],
    [['nothing', '__proto__', 'toString'], []],
    [['nbHits', '*'], expect.arrayContaining(['hits', 'nbHits', 'params', 'processingTimeMS'])],
  ])('has of the fields of an answer those that responseFields names: %j', async (responseFields, fields) => {
    expect(Object.keys((await post('apps/query', { query: 'wren', responseFields })).json<object>())).toEqual(fields)
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
