// Requests written to a socket byte by byte: each gets one answer, in their order, and no byte of a body is read as a request.
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, type TestStore } from './harness.ts'

const SITES = ['storefront', 'accounts'] as const
type SiteName = (typeof SITES)[number]

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let ports: Record<SiteName, number>
beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([line('one')])
  app = await openTestApp(store)
  const servers = { storefront: app.server, accounts: app.accounts }
  for (const server of Object.values(servers)) await server.listen({ host: '127.0.0.1', port: 0 })
  const portOf = (name: SiteName) => (servers[name].server.address() as AddressInfo).port
  ports = { storefront: portOf('storefront'), accounts: portOf('accounts') }
})
afterAll(async () => {
  await app.close()
  await store.close()
})

/** A time (ms) in which the server reads what was sent before. */
const READ_WITHIN_MS = 30
/** The server closes each of these connections. One that is still open after this time (ms) is a failure. */
const OPEN_MS = 60_000

type Exchange = { text: string; closed: boolean }

/** Writes the parts one after the other. Resolves when the server has closed the connection. */
const exchange = (site: SiteName, parts: readonly string[]): Promise<Exchange> =>
  new Promise((resolve) => {
    let text = ''
    let closed = false
    const socket = connect(ports[site], '127.0.0.1', async () => {
      for (const part of parts) {
        if (!socket.destroyed) socket.write(part, 'latin1')
        await wait(READ_WITHIN_MS)
      }
    })
    const end = () => {
      socket.destroy()
      resolve({ text, closed })
    }
    const open = setTimeout(end, OPEN_MS)
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      closed = true
      clearTimeout(open)
      end()
    })
  })

/**
 * Statuses of the answers to requests with these methods, read as a client reads them. A text instead of a status is what a client could not
 * read.
 */
const statuses = (methods: readonly string[], { text }: Exchange = { text: '', closed: false }): (number | string)[] => {
  const read: (number | string)[] = []
  let rest = text
  while (rest !== '') {
    const [head = ''] = rest.split('\r\n\r\n', 1)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    if (!status) return [...read, rest]
    rest = rest.slice(head.length + 4)
    if (status === 100) continue
    const hasBody = methods[read.length] !== 'HEAD' && status !== 204
    const length = hasBody ? Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) : 0
    if (hasBody && /\r\ntransfer-encoding: chunked/i.test(head)) rest = rest.slice(rest.indexOf('0\r\n\r\n') + 5)
    else if (rest.length < length) return [...read, 'an incomplete answer']
    else rest = rest.slice(length)
    read.push(status)
  }
  return read
}

const requestOf = (method: string, path: string, headers: readonly string[] = []): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: shop.test', ...headers, '', ''].join('\r\n')

const INNER = requestOf('GET', '/healthz')
const WITH_LENGTH = { headers: [`Content-Length: ${INNER.length}`], body: INNER }
const CHUNKED = { headers: ['Transfer-Encoding: chunked'], body: `${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n` }
const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH']
const PATHS: Record<SiteName, readonly string[]> = {
  storefront: ['/apps/', '/healthz', '/api/v2/applications/one/install', '/search/1/indexes/apps/query', '/nothing'],
  accounts: ['/signin/', '/v2/accounts/me', '/v2/token', '/nothing'],
}

describe.each(SITES)('a body that looks like a request, at the %s', (site) => {
  /** What the server answers to a request with such a body, with another request after it and with `Connection: close`. */
  const answersTo = async (method: string, path: string, { headers, body }: typeof WITH_LENGTH) => {
    const kept = requestOf(method, path, headers)
    const ended = requestOf(method, path, [...headers, 'Connection: close'])
    const next = requestOf('HEAD', '/nothing', ['Connection: close'])
    const sent = [[kept + body + next], [kept, body.slice(0, 10), body.slice(10) + next], [ended + body], [ended, body]]
    const [whole, parted, last, lastParted] = await Promise.all(sent.map((parts) => exchange(site, parts)))
    const first = statuses([method], last)
    const both = [whole, parted].map((each) => statuses([method, 'HEAD'], each))
    return {
      got: {
        closed: [whole, parted, last, lastParted].map((each) => each?.closed),
        answers: first.length,
        parted: statuses([method], lastParted),
        both,
      },
      wanted: {
        closed: [true, true, true, true],
        answers: 1,
        parted: first,
        // A server may close the connection instead of reading a body that it refused.
        both: both.map((read) => (read.length === 1 ? first : [...first, 404])),
      },
    }
  }
  const table = PATHS[site].flatMap((path) => ['application/json', 'text/plain'].map((type) => [path, type] as const))
  test.each(table)('%s as %s', async (path, type) => {
    const made = METHODS.flatMap((method) => [WITH_LENGTH, CHUNKED].map((body) => ({ method, ...body })))
    const all = await Promise.all(
      made.map(({ method, headers, body }) => answersTo(method, path, { headers: [...headers, `Content-Type: ${type}`], body })),
    )
    expect(all.map(({ got }) => got)).toEqual(all.map(({ wanted }) => wanted))
  })
})

/** An address of each site that answers 200. */
const PAGES: Record<SiteName, string> = { storefront: '/apps/', accounts: '/.well-known/openid-configuration' }
const TOO_LARGE = `X: ${'x'.repeat(20_000)}`

describe.each(SITES)('input that is not valid HTTP, at the %s', (site) => {
  test('an answer to HEAD has no body', async () => {
    for (const headers of [[TOO_LARGE], [TOO_LARGE, 'Connection: close'], ['not a header']]) {
      const answer = await exchange(site, [requestOf('HEAD', '/nothing', headers)])
      expect(statuses(['HEAD'], answer)).toEqual([headers[0] === TOO_LARGE ? 431 : 400])
      expect(answer.closed).toBe(true)
    }
  })

  test('an answer to another method has one', async () => {
    const answer = await exchange(site, [requestOf('GET', '/nothing', [TOO_LARGE])])
    expect(statuses(['GET'], answer)).toEqual([431])
    expect(answer.text).toMatch(/\r\n\r\n\{.*headers are too large/i)
  })

  test('an answer has none if the method may have been HEAD', async () => {
    const [begin, rest] = [requestOf('HEAD', '/nothing').slice(0, -2), `${TOO_LARGE}\r\n\r\n`]
    expect(statuses(['HEAD'], await exchange(site, [begin, rest]))).toEqual([431])
    const second = requestOf('HEAD', '/nothing', [TOO_LARGE])
    const first = requestOf('HEAD', '/nothing')
    expect(statuses(['HEAD', 'HEAD'], await exchange(site, [first, second]))).toEqual([404, 431])
    expect(statuses(['HEAD', 'HEAD'], await exchange(site, [first + second]))).toEqual([404, 431])
  })

  test.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a request with two lengths', requestOf('POST', '/', ['Content-Length: 1', 'Content-Length: 2'])],
    ['a request with a length and chunks', requestOf('POST', '/', ['Content-Length: 1', 'Transfer-Encoding: chunked'])],
  ])('the answer to %s follows those to earlier requests', async (_, nonsense) => {
    const earlier = requestOf('GET', PAGES[site])
    const answer = await exchange(site, [earlier + earlier + nonsense])
    const [ok, again, bad, ...more] = statuses(['GET', 'GET', 'GET'], answer)
    expect([ok, again, bad, more]).toEqual([200, 200, 400, []])
    expect(answer.closed).toBe(true)
  })

  test('what follows a request that closes the connection gets no answer', async () => {
    const last = requestOf('GET', PAGES[site], ['Connection: close'])
    const first = statuses(['GET'], await exchange(site, [last]))
    expect(first).toEqual([200])
    for (const more of [requestOf('GET', '/healthz'), 'nonsense\r\n\r\n', '\r\n', 'G']) {
      expect(statuses(['GET'], await exchange(site, [last + more]))).toEqual(first)
      expect(statuses(['GET'], await exchange(site, [last, more, more]))).toEqual(first)
    }
  })

  test('a request with a broken body gets one answer', async () => {
    const path = site === 'storefront' ? '/search/1/indexes/apps/query' : '/v2/token'
    for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST']) {
      const request = requestOf(method, path, ['Content-Type: application/json', 'Transfer-Encoding: chunked'])
      for (const parts of [[`${request}zz\r\n{}\r\n0\r\n\r\n`], [request, '2\r\n{}\r\n', 'zz\r\n', INNER]]) {
        const answer = await exchange(site, parts)
        expect(statuses([method], answer)).toHaveLength(1)
        expect(answer.closed).toBe(true)
      }
    }
  })
})
