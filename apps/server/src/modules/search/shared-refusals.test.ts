// Tests that a caller that shares another caller's search does not get the other's refusal.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, type TestStore, until } from '../../../test/harness.ts'

const RESULT = { hits: [], nbHits: 0, exhaustiveNbHits: true, query: '', params: '', index: '', processingTimeMS: 1 }
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let index: Server
let queries = 0
/** Answers that the index delays; null while it answers at once. */
let held: (() => void)[] | null = null

beforeAll(async () => {
  index = createServer((request, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { requests } = JSON.parse(String(Buffer.concat(chunks))) as { requests: unknown[] }
      const answer = () => void response.end(JSON.stringify({ results: requests.map(() => RESULT) }))
      if (held) held.push(answer)
      else answer()
    })
  })
  await new Promise<void>((resolve) => index.listen(0, '127.0.0.1', resolve))
  store = await openTestStore()
  await store.importLines([line('one')])
  app = await openTestApp(store, { env: { SEARCH_URL: `http://127.0.0.1:${(index.address() as AddressInfo).port}` } })
})
afterAll(async () => {
  await app.close()
  await store.close()
  index.closeAllConnections()
  index.close()
})

const ask = (remoteAddress: string, url: string, payload?: object) =>
  app.server.inject({ method: payload ? 'POST' : 'GET', url, remoteAddress, ...(payload && { payload }) })
const protocol = (address: string, query: string) => ask(address, '/search/1/indexes/apps/query', { query })
const WAYS = {
  'the protocol': protocol,
  'the search field': (address: string, query: string) => ask(address, `/api/v2/search?query=${query}`),
  'the results page': (address: string, query: string) => ask(address, `/search/?query=${query}`),
}

describe.each(Object.entries(WAYS))('%s', (_, search) => {
  test('refuses who has too much waiting, and nobody who waits for the same', async () => {
    held = []
    const fill = (address: string, count: number) => Array.from({ length: count }, () => protocol(address, `filler ${queries++}`))
    // The index is fully busy, and one address has almost its maximum of waiting searches. Its last search is refused first.
    const before = [...fill('192.0.2.1', 32 + 62)]
    await until(() => held?.length === 32)
    await wait(150)
    const stranger = search('192.0.2.1', 'same')
    await wait(50)
    const other = search('192.0.2.2', 'same')
    await wait(50)
    before.push(...[3, 4, 5].flatMap((host) => fill(`192.0.2.${host}`, 60)))
    before.push(...Array.from({ length: 40 }, (_, host) => fill(`192.0.2.${host + 10}`, 1)).flat())
    expect((await stranger).statusCode).toBe(429)
    for (const answer of held) answer()
    held = null
    expect((await other).statusCode).toBe(200)
    await Promise.all(before)
  })

  test('refuses the newcomer while everybody waits for one search, and says when to try again', async () => {
    held = []
    const before = Array.from({ length: 400 }, (_, count) => protocol(`198.51.${count >> 8}.${count & 255}`, `one ${queries++}`))
    await until(() => held?.length === 32)
    const { statusCode, headers } = await search('203.0.113.1', `newcomer ${queries++}`)
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
    for (const answer of held) answer()
    held = null
    const statuses = (await Promise.all(before)).map((answer) => answer.statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect((await search('203.0.113.1', `newcomer ${queries++}`)).statusCode).toBe(200)
  })
})

test('a refused caller reads the reason, and what to do', async () => {
  held = []
  const before = Array.from({ length: 96 }, (_, count) => protocol('192.0.2.7', `again ${count}`))
  await until(() => held?.length === 32)
  await wait(150)
  const page = await app.server.inject({
    url: '/search/?query=busy',
    remoteAddress: '192.0.2.7',
    headers: { accept: 'text/html' },
  })
  expect([page.statusCode, page.headers['retry-after'], page.headers['cache-control']]).toEqual([429, '1', 'no-store'])
  expect(page.body).toContain('Many people are searching right now')
  expect(page.body).toContain('Try again in a moment.')
  expect(page.body).not.toMatch(/went wrong|failed|<p[^>]*>500</)
  const data = await ask('192.0.2.7', '/page-data/search/page-data.json?query=busy')
  expect(data.statusCode).toBe(429)
  expect(data.json()).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    path: '/search/',
    result: { kind: 'server-error', says: { heading: 'Many people are searching right now', text: 'Try again in a moment.' } },
  })
  for (const answer of held) answer()
  held = null
  await Promise.all(before)
})

test('an unreachable index is reported as such', async () => {
  held = []
  const page = await ask('192.0.2.8', '/search/?query=away')
  expect(page.statusCode).toBe(503)
  expect(page.body).toContain('The search is not available right now')
  expect(page.body).not.toMatch(/went wrong/)
  held = null
})
