import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { until } from '../../../test/harness.ts'
import type { OutboundHttp, OutboundRequest } from '../../ports/outbound-http.ts'
import { openGuardedHttp } from './open-guarded-http.ts'

const tls = join(import.meta.dirname, '../../../test/fixtures/tls')
const [key, cert] = ['key.pem', 'certificate.pem'].map((name) => readFileSync(join(tls, name), 'utf8'))

type Handler = (request: IncomingMessage, response: ServerResponse) => void
let handler: Handler = (_, response) => response.end('fine')
const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
const answer: Handler = async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
  handler(request, response)
}

let secure: Server
let inner: Server
let port: number
let innerOrigin: string
let http: OutboundHttp
/** Functions that resolve each name to its addresses. */
let names: Record<string, () => string[]>
const connected: string[] = []

beforeAll(async () => {
  secure = createHttps({ key, cert }, answer)
  inner = createHttp(answer)
  for (const server of [secure, inner]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  port = (secure.address() as AddressInfo).port
  innerOrigin = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`
  http = openGuardedHttp({
    allowedOrigins: [],
    resolve: async (name) => names[name]?.() ?? [],
    connectTo: (address) => {
      connected.push(address)
      return '127.0.0.1'
    },
    ca: cert ?? '',
  })
})
afterAll(async () => {
  await http.close()
  for (const server of [secure, inner]) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  names = { 'public.test': () => ['8.8.8.8'], 'other.public.test': () => ['1.1.1.1'] }
  handler = (_, response) => response.end('fine')
  requests.length = 0
  connected.length = 0
})

const fetchOf = (client: OutboundHttp, url: string, more: Partial<OutboundRequest> = {}) =>
  client.fetch({ url, method: 'GET', timeoutMs: 3_000, maxBytes: 10_000, maxRedirects: 3, ...more })
const fetch = (url: string, more: Partial<OutboundRequest> = {}) => fetchOf(http, url, more)
const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'fetched'
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error)
  }
}
const at = (path: string, host = 'public.test') => `https://${host}:${port}${path}`

describe('a public address', () => {
  test('is fetched, with what was asked for', async () => {
    const got = await fetch(at('/hook'), { method: 'POST', headers: { 'x-id': '1' }, body: Buffer.from('{}') })
    expect(got).toMatchObject({ status: 200, url: at('/hook') })
    expect(got.body.toString()).toBe('fine')
    expect(requests).toMatchObject([{ method: 'POST', url: '/hook', body: '{}', headers: { 'x-id': '1' } }])
    expect(connected).toEqual(['8.8.8.8'])
  })

  test('with an error is an answer too', async () => {
    handler = (_, response) => response.writeHead(503).end('down')
    expect(await fetch(at('/'))).toMatchObject({ status: 503 })
  })

  test('without a valid certificate is not reached', async () => {
    names['elsewhere.test'] = () => ['8.8.8.8']
    expect(await reasonOf(fetch(at('/', 'elsewhere.test')))).toBe('UNREACHABLE')
    expect(requests).toEqual([])
  })
})

describe('an inner address', () => {
  test.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://10.0.0.1/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://0.0.0.0/',
    'https://①②⑦.0.0.1/',
  ])('%s is never connected to', async (url) => {
    names['localhost'] = () => ['127.0.0.1']
    expect(await reasonOf(fetch(url.replace(/(?<=[^/])\/(?!\/)/, `:${port}/`)))).toBe('ADDRESS_NOT_PUBLIC')
    expect(requests).toEqual([])
    expect(connected).toEqual([])
  })

  test.each([
    'http://public.test/',
    'ftp://public.test/',
    'file:///etc/passwd',
    'data:,x',
    'https://a:b@public.test/',
    '//x',
    '',
    'x'.repeat(3_000),
  ])('%s is refused before it is resolved', async (url) => {
    expect(await reasonOf(fetch(url))).toBe('ADDRESS_REFUSED')
    expect(connected).toEqual([])
  })

  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1']]])(
    'behind a public name (%j) is never connected to',
    async (found) => {
      names['public.test'] = () => found
      expect(await reasonOf(fetch(at('/')))).toBe('ADDRESS_NOT_PUBLIC')
      expect(connected).toEqual([])
    },
  )

  test('that a name turns to between check and connection is never connected to', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    names['public.test'] = () => answers.shift() ?? ['127.0.0.1']
    expect(await reasonOf(fetch(at('/')))).toBe('fetched')
    expect(await reasonOf(fetch(at('/')))).toBe('ADDRESS_NOT_PUBLIC')
    expect(connected).toEqual(['8.8.8.8'])
  })

  test('that a redirect leads to is never connected to', async () => {
    for (const location of [`${innerOrigin}/`, `https://127.0.0.1:${port}/`, 'file:///etc/passwd', 'https://[::1]/']) {
      handler = (_, response) => response.writeHead(302, { location }).end()
      expect(await reasonOf(fetch(at('/')))).toMatch(/^ADDRESS_/)
    }
    expect(requests.map(({ url }) => url)).toEqual(['/', '/', '/', '/'])
  })

  test('is fetched where it is the one origin that is allowed, and only that one', async () => {
    const client = openGuardedHttp({ allowedOrigins: [innerOrigin] })
    expect((await fetchOf(client, `${innerOrigin}/sample`)).status).toBe(200)
    expect(await reasonOf(fetchOf(client, innerOrigin.replace('127.0.0.1', 'localhost')))).toBe('ADDRESS_REFUSED')
    expect(await reasonOf(fetchOf(client, `http://127.0.0.1:${port}/`))).toBe('ADDRESS_REFUSED')
    await client.close()
  })
})

describe('a redirect', () => {
  test('to another origin carries neither headers nor a body on', async () => {
    const location = at('/end', 'other.public.test')
    handler = ({ url }, response) => (url === '/' ? response.writeHead(303, { location }).end() : response.end('fine'))
    await fetch(at('/'), { method: 'POST', headers: { authorization: 'Bearer secret' }, body: Buffer.from('secret') })
    expect(requests[1]).toMatchObject({ method: 'GET', url: '/end', body: '' })
    expect(requests[1]?.headers.authorization).toBeUndefined()
  })

  test('of a POST to another origin ends it', async () => {
    handler = (_, response) => response.writeHead(307, { location: at('/', 'other.public.test') }).end()
    expect(await reasonOf(fetch(at('/'), { method: 'POST', body: Buffer.from('secret') }))).toBe('ADDRESS_REFUSED')
    expect(requests).toHaveLength(1)
  })

  test('too many end it', async () => {
    handler = (_, response) => response.writeHead(302, { location: '/again' }).end()
    expect(await reasonOf(fetch(at('/')))).toBe('TOO_MANY_REDIRECTS')
    expect(requests).toHaveLength(4)
    expect(await reasonOf(fetch(at('/'), { maxRedirects: 0 }))).toBe('TOO_MANY_REDIRECTS')
  })
})

describe('a hostile server', () => {
  test('that sends too much is cut off', async () => {
    handler = (_, response) => {
      const more = () => response.write('x'.repeat(65_536), () => response.destroyed || more())
      more()
    }
    expect(await reasonOf(fetch(at('/')))).toBe('TOO_LARGE')
  })

  test('that sends a byte at a time is cut off', async () => {
    handler = (_, response) => {
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    }
    expect(await reasonOf(fetch(at('/'), { timeoutMs: 700 }))).toBe('TIMED_OUT')
  })

  test('that never answers is cut off', async () => {
    handler = () => {}
    expect(await reasonOf(fetch(at('/'), { timeoutMs: 500 }))).toBe('TIMED_OUT')
  })

  test('whose name never resolves is cut off', async () => {
    const client = openGuardedHttp({ allowedOrigins: [], resolve: () => new Promise(() => {}) })
    expect(await reasonOf(fetchOf(client, 'https://never.test/', { timeoutMs: 300 }))).toBe('TIMED_OUT')
    await client.close()
  })

  test('that sends endless headers is cut off', async () => {
    handler = (_, response) => response.writeHead(200, { 'x-much': 'x'.repeat(60_000) }).end()
    expect(await reasonOf(fetch(at('/')))).toBe('UNREACHABLE')
  })

  test('gets no more than its share of connections', async () => {
    handler = (_, response) => void setTimeout(() => response.end(), 200)
    const reasons = await Promise.all(Array.from({ length: 10 }, () => reasonOf(fetch(at('/')))))
    expect(reasons.filter((reason) => reason === 'fetched')).toHaveLength(4)
    expect(reasons.filter((reason) => reason === 'TOO_MANY_REQUESTS')).toHaveLength(6)
  })

  test('has one share for all names of its network address, and leaves an honest receiver its own', async () => {
    const waiting: (() => void)[] = []
    handler = ({ headers }, response) => {
      if (headers['x-slow'] === undefined) response.end('fine')
      else waiting.push(() => response.end())
    }
    const resolve = async (name: string) => [name.startsWith('public') ? '8.8.8.8' : '1.1.1.1']
    const client = openGuardedHttp({ allowedOrigins: [], resolve, connectTo: () => '127.0.0.1', ca: cert ?? '' })
    const slow = (index: number) => fetchOf(client, at('/', `slow-${index}.public.test`), { headers: { 'x-slow': '1' } })
    let refused = 0
    const reasons = Array.from({ length: 60 }, async (_, index) => {
      const reason = await reasonOf(slow(index))
      if (reason === 'TOO_MANY_REQUESTS') refused++
      return reason
    })
    await until(async () => waiting.length >= 8 && refused >= 52)
    expect(await reasonOf(fetchOf(client, at('/')))).toBe('fetched')
    for (const end of waiting) end()
    const ended = await Promise.all(reasons)
    expect([ended.filter((reason) => reason === 'fetched').length, new Set(ended)]).toEqual([
      8,
      new Set(['fetched', 'TOO_MANY_REQUESTS']),
    ])
    // New connections are allowed as soon as the old ones are closed.
    await until(async () => (await reasonOf(fetchOf(client, at('/', 'later.public.test')))) === 'fetched')
    await client.close()
  })

  test('gets no more than its share of a minute, redirects included, and no other share at another port', async () => {
    const limits = { atOnce: 9, atOnceAHost: 9, aMinuteAHost: 4, atOnceASite: Infinity, atOnceAnOwner: Infinity }
    const resolve = async () => ['8.8.8.8']
    const client = openGuardedHttp({ allowedOrigins: [], limits, resolve, connectTo: () => '127.0.0.1', ca: cert ?? '' })
    handler = ({ url }, response) => (url === '/' ? response.writeHead(302, { location: '/end' }).end() : response.end('fine'))
    expect(await reasonOf(fetchOf(client, at('/')))).toBe('fetched')
    expect(await reasonOf(fetchOf(client, at('/end')))).toBe('fetched')
    // This request is the fourth. Its redirect would be the fifth.
    expect(await reasonOf(fetchOf(client, at('/')))).toBe('TOO_MANY_REQUESTS')
    expect(await reasonOf(fetchOf(client, 'https://public.test:1/'))).toBe('TOO_MANY_REQUESTS')
    expect(requests.map(({ url }) => url)).toEqual(['/', '/end', '/end', '/'])
    expect(await reasonOf(fetchOf(client, at('/end', 'other.public.test')))).toBe('fetched')
    await client.close()
  })

  test('that is listed has the limits that are set for it', async () => {
    handler = (_, response) => void setTimeout(() => response.end(), 200)
    const limits = {
      atOnce: Infinity,
      atOnceAHost: Infinity,
      aMinuteAHost: Infinity,
      atOnceASite: Infinity,
      atOnceAnOwner: Infinity,
    }
    const client = openGuardedHttp({ allowedOrigins: [innerOrigin], limits })
    const reasons = await Promise.all(Array.from({ length: 130 }, () => reasonOf(fetchOf(client, `${innerOrigin}/`))))
    await client.close()
    expect(new Set(reasons)).toEqual(new Set(['fetched']))
  })
})

test('nothing is fetched inside a transaction', async () => {
  const database = { transaction: (work: (transaction: object) => Promise<unknown>) => work({}) } as unknown as Database
  await expect(inTransaction(database, () => fetch(at('/')))).rejects.toThrow(
    'outbound HTTP was called inside a database transaction',
  )
})
