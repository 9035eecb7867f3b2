import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import type { SearchResult } from '@marketplace/contracts/search/protocol'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import type { SearchPage } from '@marketplace/contracts/pages/lists'
import { bitsWhere, countBits } from '@marketplace/domain/bit-set'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, type TestStore, until } from '../../../test/harness.ts'
import { createHostedSearch } from '../../adapters/hosted-search.ts'
import { withoutNetwork } from '../../core/no-network.ts'

const CALLER = '192.0.2.1'

type TestApp = Awaited<ReturnType<typeof openTestApp>>

const portOf = (server: Server) => (server.address() as AddressInfo).port

describe('a process that searches in the index of another', () => {
  let store: TestStore
  let index: TestApp
  let app: TestApp
  beforeAll(async () => {
    store = await openTestStore()
    await store.importLines([
      line('parcel-wren'),
      line('desk-bell', { product: 'helpdesk' }),
      line('wren-hidden', { hidden: true }),
      ...Array.from({ length: 205 }, (_, index) => line(`thrush-${index}`)),
    ])
    index = await openTestApp(store)
    await index.server.listen({ host: '127.0.0.1', port: 0 })
    app = await openTestApp(store, {
      env: {
        SEARCH_URL: `http://127.0.0.1:${portOf(index.server.server)}/search/`,
        SEARCH_APP_ID: 'app',
        SEARCH_API_KEY: 'key',
      },
    })
  })
  afterAll(async () => {
    await app.close()
    await index.close()
    await store.close()
  })

  const post = (path: string, payload: object) => app.server.inject({ method: 'POST', url: `/search/1/indexes/${path}`, payload })

  test('does not ask it inside a database transaction', async () => {
    const port = createHostedSearch({ url: 'http://127.0.0.1:1/search/', credentials: null, log: { warn: () => {} } as never })
    await expect(withoutNetwork(() => port.search([], CALLER))).rejects.toThrow('search was called inside a database transaction')
  })

  test('is ready, and answers the protocol as that one does', async () => {
    expect((await app.server.inject('/readyz')).statusCode).toBe(200)
    const request = { query: 'wren', facets: ['kind'], attributesToRetrieve: ['slug'] }
    const [own, theirs] = [
      (await post('apps/query', request)).json<SearchResult>(),
      (await index.server.inject({ method: 'POST', url: '/search/1/indexes/apps/query', payload: request })).json<SearchResult>(),
    ]
    expect(own.hits).toMatchObject([{ slug: 'parcel-wren' }])
    expect({ ...own, processingTimeMS: 0 }).toEqual({ ...theirs, processingTimeMS: 0 })
    const facets = await post('apps/facets/kind/query', { facetQuery: 'app' })
    expect(facets.json()).toMatchObject({ facetHits: [{ value: 'application', count: 207 }] })
  })

  test('has our own typed form of it, with what is hidden kept out by its own catalogue too', async () => {
    const ask = async (query: string) => (await app.server.inject(`/api/v2/search?query=${query}`)).json<SearchAnswer>()
    expect((await ask('wren')).apps.hits).toMatchObject([
      {
        slug: 'parcel-wren',
        name: [
          { text: 'Parcel ', matched: false },
          { text: 'Wren', matched: true },
        ],
      },
    ])
    expect((await ask('bell')).apps.hits).toMatchObject([{ slug: 'desk-bell' }])
    const agentApp = await app.server.inject('/api/v2/search?query=bell&variant=agent-app')
    expect(agentApp.json<SearchAnswer>().apps.hits).toEqual([])
  })

  test('has results pages of what that one finds', async () => {
    const page = async (query: string) => {
      const { result } = (await app.server.inject(`/page-data/search/page-data.json?query=${query}`)).json<PageData>()
      return result as SearchPage
    }
    expect(await page('wren')).toMatchObject({ nearest: false, pagination: { total: 1 }, cards: [{ slug: 'parcel-wren' }] })
    expect(await page('prcel')).toMatchObject({ nearest: true, cards: [{ slug: 'parcel-wren' }] })
    expect(await page('wren%20zzzz')).toMatchObject({ nearest: true, cards: [{ slug: 'parcel-wren' }] })
    // The hosted index returns at most 200.
    expect(await page('thrush')).toMatchObject({ pagination: { total: 205, pages: 9 } })
    expect(await page('thrush&categories=crm')).toMatchObject({ pagination: { total: 200, pages: 9 } })
    expect(await page('wren&compatibility=helpdesk')).toMatchObject({ pagination: { total: 0 } })
  })

  test('hands on what that one refuses', async () => {
    expect((await post('apps/query', { filters: 'a:' })).json()).toEqual({
      status: 400,
      message: 'filters: a value is missing at the end',
    })
    expect((await post('nothing/query', {})).json()).toEqual({ status: 404, message: 'Index nothing does not exist' })
  })

  test('says 503 while that one is away, in the shape of each API, and answers again after it', async () => {
    const port = portOf(index.server.server)
    await index.close()
    const away = await post('apps/query', { query: 'wren' })
    expect([away.statusCode, away.json()]).toEqual([503, { status: 503, message: 'The search does not answer right now.' }])
    const typed = await app.server.inject('/api/v2/search?query=wren%20away')
    expect([typed.statusCode, typed.json()]).toMatchObject([503, { code: 'SEARCH_UNAVAILABLE' }])
    expect((await app.server.inject('/healthz')).statusCode).toBe(200)
    index = await openTestApp(store)
    await index.server.listen({ host: '127.0.0.1', port })
    await until(async () => (await post('apps/query', { query: 'wren' })).statusCode === 200)
  })
})

describe('a hosted index', () => {
  let server: Server
  let received: { url: string; headers: IncomingMessage['headers']; body: unknown }[]
  let reply: (response: ServerResponse) => void
  const warned: string[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(String(Buffer.concat(chunks))) })
        reply(response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const open = (answer: typeof reply) => {
    received = []
    reply = answer
    return createHostedSearch({
      url: `http://127.0.0.1:${portOf(server)}/base/`,
      credentials: { appId: 'app', apiKey: 'secret-key' },
      log: { warn: (details, message) => void warned.push(`${message} ${String((details as { err: unknown }).err)}`) },
      timeoutMs: 300,
    })
  }
  const search = (answer: typeof reply, requests = [{ indexName: 'apps', query: 'wren' }]) =>
    open(answer).search(requests, CALLER)
  const json = (status: number, body: unknown) => (response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

  test('is asked with our own key, and for nothing that we do not know', async () => {
    const results = [{ hits: [] }]
    expect(await search(json(200, { results }))).toEqual(results)
    expect(received).toMatchObject([
      {
        url: '/base/1/indexes/*/queries',
        headers: { 'x-algolia-application-id': 'app', 'x-algolia-api-key': 'secret-key' },
        body: { requests: [{ indexName: 'apps', query: 'wren' }] },
      },
    ])
  })

  test('is asked for as much as it hands out, and known not to hand out all', async () => {
    const result = { hits: ['c', 'gone', 'a', 'b'].map((objectID) => ({ objectID })), nbHits: 542, queryAfterRemoval: 'wren' }
    const places = { of: new Map(['a', 'b', 'c', 'd'].map((id, place) => [id, place])), size: 4 }
    const match = async (given: object) =>
      open(json(200, { results: [{ ...result, ...given }] })).match({ indexName: 'apps', query: 'wren zzzz' }, places, CALLER)
    const matches = await match({})
    expect(received).toMatchObject([{ body: { requests: [{ indexName: 'apps', query: 'wren zzzz', hitsPerPage: 1000 }] } }])
    expect(matches).toMatchObject({ total: 542, complete: false, allWords: false })
    expect(countBits(matches.places())).toBe(3)
    expect([
      await matches.best(2),
      await matches.best(
        2,
        bitsWhere(4, (place) => place < 2),
      ),
    ]).toEqual([
      [2, 0],
      [0, 1],
    ])
    expect(await match({ nbHits: 4, queryAfterRemoval: undefined })).toMatchObject({ complete: true, allWords: true })
  })

  test.each<[string, (response: ServerResponse) => void, string, string]>([
    ['a request that it refuses', json(400, { message: 'filters: no' }), 'malformed', 'filters: no'],
    ['an index that it has not', json(404, { message: 'Index apps does not exist' }), 'no-index', 'Index apps does not exist'],
    ['a refusal without a word', json(400, []), 'malformed', 'The index refused the request.'],
    [
      'a key that it refuses',
      json(403, { message: 'Invalid key secret-key' }),
      'unavailable',
      'The search does not answer right now.',
    ],
    ['too many requests', json(429, { message: 'Too many' }), 'unavailable', 'The search does not answer right now.'],
    ['a failure', json(500, { message: 'oh' }), 'unavailable', 'The search does not answer right now.'],
    ['no JSON', json(200, '<html>'), 'unavailable', 'The search does not answer right now.'],
    ['null', json(200, null as unknown as object), 'unavailable', 'The search does not answer right now.'],
    ['fewer results than requests', json(200, { results: [] }), 'unavailable', 'The search does not answer right now.'],
    [
      'a redirect',
      (response) => void response.writeHead(302, { location: '/x' }).end(),
      'unavailable',
      'The search does not answer right now.',
    ],
    ['silence', () => {}, 'unavailable', 'The search does not answer right now.'],
    ['a broken connection', (response) => void response.destroy(), 'unavailable', 'The search does not answer right now.'],
  ])('that answers with %s', async (_, answer, reason, message) => {
    await expect(search(answer)).rejects.toMatchObject({ reason, message })
    if (reason === 'unavailable') expect(warned.pop()).toMatch(/^the hosted index does not answer /)
  })
})
