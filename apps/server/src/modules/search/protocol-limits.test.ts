import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { openSearchProtocol } from '../../../test/search-protocol.ts'

const { clock, server, post } = openSearchProtocol()

describe('when somebody searches without an end', () => {
  const from = (remoteAddress: string, url: string, payload?: object) =>
    server().inject({ method: payload ? 'POST' : 'GET', url, remoteAddress, ...(payload && { payload }) })
  /** A text that makes as much work as possible: each of its words is similar to a word of the catalogue. */
  const words = Array.from({ length: 80 }, (_, index) => `wern${index % 7} carie${index % 5}`)
    .join(' ')
    .slice(0, 480)
  const asked = encodeURIComponent(words)
  let calls = 0
  const manyRequests = () => {
    calls++
    return Array.from({ length: 40 }, (_, index) => ({ indexName: 'apps', query: `${calls} ${words.slice(index, index + 40)}` }))
  }
  /** Sends many different requests at once from one address, and one request from another. */
  const storm = async (ask: (address: string, number: number) => ReturnType<typeof from>) => {
    // Calls of many searches each, so that later calls must wait on a fast machine too.
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

describe('an invalid request gets a 4xx in the protocol’s own shape, and never a 5xx', () => {
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
    const answer = await server().inject({
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
    server().inject({
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
      const answer = await server().inject({
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
