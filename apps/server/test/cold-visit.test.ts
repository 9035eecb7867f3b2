import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ColdVisit, measureColdVisit } from '../../../bench/measure/cold-visit.ts'
import type { App } from '../src/context.ts'
import { openTestApp, openTestStore, type TestStore } from './harness.ts'

// Limits in bytes as sent (docs/decisions/0015-what-a-page-costs.md).
const MOST_JAVASCRIPT = 105_000
const MOST_CSS = 15_000

/** Scripts that are imported when the page is idle: analytics, and links that are fetched ahead. */
const IDLE = ['start', 'ahead']

let store: TestStore
let app: App
let listing: ColdVisit
let framed: ColdVisit

beforeAll(async () => {
  store = await openTestStore()
  app = await openTestApp(store)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  listing = await measureColdVisit(port, '/apps/', [...IDLE, 'keep-consent'])
  // A frame has no question about tracking, and loads the script for messages to the host.
  framed = await measureColdVisit(port, '/embed/agent-app/apps/', [...IDLE, 'join-host'])
})
afterAll(async () => {
  await app?.close()
  await store?.close()
})

it('loads no more for a listing than was decided', () => {
  expect(listing.javascript).toBeLessThanOrEqual(MOST_JAVASCRIPT)
  expect(listing.css).toBeLessThanOrEqual(MOST_CSS)
})

/** All bytes of a listing once the page is idle. */
const onceIdle = ({ html, javascript, idle, css }: ColdVisit): number => html + javascript + idle + css

it('loads no more for a listing in a host product’s frame: neither until that is shown, nor once it is idle, nor in all', () => {
  expect(framed.html).toBeLessThan(listing.html)
  expect(framed.javascript).toBeLessThanOrEqual(listing.javascript)
  expect(framed.css).toBeLessThanOrEqual(listing.css)
  // The idle scripts exist and have a size, so the sums above include them.
  for (const { idle } of [listing, framed]) expect(idle).toBeGreaterThan(10_000)
  expect(framed.idle).toBeLessThanOrEqual(listing.idle)
  expect(onceIdle(framed)).toBeLessThanOrEqual(onceIdle(listing))
})

it('counts scripts and styles at all', () => {
  expect(listing.files).toBeGreaterThanOrEqual(4)
  expect(listing.javascript).toBeGreaterThan(50_000)
  expect(listing.css).toBeGreaterThan(1_000)
})
