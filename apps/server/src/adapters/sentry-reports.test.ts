import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog, describeError } from '../runtime/log.ts'
import { until } from '../../test/harness.ts'
import { openSentryReports } from './sentry-reports.ts'

type Event = { exception: { values: { type: string; value: string; stacktrace?: { frames: object[] } }[] }; tags: object }

/** Plays the place that reports go to: envelopes are lines of JSON, the event is the third. */
let ingest: Server
let envelopes: { url: string; text: string; event: Event }[]
let status: number
beforeEach(async () => {
  envelopes = []
  status = 200
  ingest = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
      envelopes.push({ url: request.url ?? '', text, event: JSON.parse(text.split('\n')[2] ?? '{}') as Event })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => ingest.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => ingest.close(resolve)))

const open = () =>
  openSentryReports({ dsn: `http://key@127.0.0.1:${(ingest.address() as AddressInfo).port}/7`, release: '1.2.3' })

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
