import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog, describeError } from '../runtime/log.ts'
import { until } from '../../test/harness.ts'
import { openSentryReports } from './sentry-reports.ts'

type Event = { exception: { values: { type: string; value: string; stacktrace?: { frames: object[] } }[] }; tags: object }

/** A fake of the reporting service. Envelopes are lines of JSON; the third is the event. */
let ingest: Server
let envelopes: { url: string; text: string; event: Event }[]
let status: number
/** How the service hangs instead of answering. */
let hang: 'at once' | 'after headers' | null
beforeEach(async () => {
  envelopes = []
  status = 200
  hang = null
  ingest = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
      envelopes.push({ url: request.url ?? '', text, event: JSON.parse(text.split('\n')[2] ?? '{}') as Event })
      if (hang === 'at once') return
      if (hang === 'after headers') return void response.writeHead(200).write('{')
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => ingest.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  ingest.closeAllConnections()
  await new Promise((resolve) => ingest.close(resolve))
})

const open = (over: Partial<Parameters<typeof openSentryReports>[0]> = {}) =>
  openSentryReports({ dsn: `http://key@127.0.0.1:${(ingest.address() as AddressInfo).port}/7`, release: '1.2.3', ...over })

test('what is logged as an error arrives with its area, and without what people entered', async () => {
  const reports = open()
  const log = createLog('info', { write: () => {} }, (error, { area }) => reports.report(error, area as string))
  const statement = Object.assign(new Error('Failed query: select ada@example.test'), {
    query: 'select $1',
    params: ['ada@example.test'],
  })
  log
    .child({ reqId: 'r1' })
    .error({ err: new Error('no answer from /token?code=secret', { cause: statement }), area: 'checkout' }, 'a request failed')
  log.warn({ err: new Error('only a warning') }, 'no report')
  await until(() => envelopes.length > 0)
  await reports.close()
  expect(envelopes).toHaveLength(1)
  const [{ url, text, event } = { url: '', text: '', event: {} as Event }] = envelopes
  expect(url).toContain('/api/7/envelope/')
  expect(event).toMatchObject({ release: '1.2.3', level: 'error', tags: { checkout: 'true' } })
  expect(event.exception.values.map(({ value }) => value)).toEqual(['a statement failed', 'no answer from /token?code=…'])
  expect(event.exception.values[1]?.stacktrace?.frames.length).toBeGreaterThan(0)
  expect(text).not.toMatch(/ada@example|secret|server_name|"request"|"user"/)
})

test('a storm of failures is thirty reports a minute', async () => {
  const reports = open()
  for (let count = 0; count < 100; count++) reports.report(describeError(new Error(`failure ${count}`)), null)
  await until(() => envelopes.length >= 30)
  await reports.close()
  expect(envelopes).toHaveLength(30)
})

test('a service that refuses or is away costs nothing else', async () => {
  status = 500
  const reports = open()
  reports.report(describeError(new Error('one')), null)
  await until(() => envelopes.length > 0)
  await reports.close()
  const away = openSentryReports({ dsn: 'http://key@127.0.0.1:1/7', release: '1' })
  away.report(describeError(new Error('two')), null)
  await expect(away.close()).resolves.toBeUndefined()
})

test.each(['at once', 'after headers'] as const)(
  'a service that hangs %s keeps no connection, and gets the later reports',
  async (how) => {
    hang = how
    let minute = 0
    const reports = open({ answerWithinMs: 200, now: () => minute * 60_000 })
    const report = () => reports.report(describeError(new Error('failure')), null)
    for (; minute < 3; minute++) for (let count = 0; count < 30; count++) report()
    await until(() => envelopes.length >= 30)
    const connections = () =>
      new Promise<number>((resolve, reject) => ingest.getConnections((error, count) => (error ? reject(error) : resolve(count))))
    await until(async () => (await connections()) === 0)
    hang = null
    minute++
    const before = envelopes.length
    for (let count = 0; count < 30; count++) report()
    await until(() => envelopes.length >= before + 30)
    await reports.close()
    expect(envelopes).toHaveLength(before + 30)
  },
)

test('code that could not be loaded once is loaded for the next report', async () => {
  let loads = 0
  const load = () => (++loads === 1 ? Promise.reject(new Error('EMFILE')) : import('@sentry/node'))
  const reports = open({ load })
  reports.report(describeError(new Error('one')), null)
  await new Promise((resolve) => setTimeout(resolve, 10))
  reports.report(describeError(new Error('two')), null)
  await until(() => envelopes.length > 0)
  await reports.close()
  expect(envelopes.map(({ event }) => event.exception.values[0]?.value)).toEqual(['two'])
})
