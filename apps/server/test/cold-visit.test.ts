import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ColdVisit, measureColdVisit } from '../../../bench/measure/cold-visit.ts'
import type { App } from '../src/context.ts'
import { openTestApp, openTestStore, type TestStore } from './harness.ts'

// Bytes as sent (docs/decisions/0015-what-a-page-costs.md).
const MOST_JAVASCRIPT = 105_000
const MOST_CSS = 15_000

/** What the entry imports when the page is idle: analytics, and links that are fetched ahead. In a frame the host's messages too. */
const IDLE = ['start', 'prefetch-links']
/** What a host product's frame may cost more than the storefront's page. */
const MOST_FOR_HOST = 2_500

let store: TestStore
let app: App
let listing: ColdVisit
let framed: ColdVisit

beforeAll(async () => {
  store = await openTestStore()
  app = await openTestApp(store)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.server.address() as AddressInfo
  listing = await measureColdVisit(port, '/apps/', IDLE)
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

it('loads no more for a listing in a host product’s frame until that is shown, and then the messages with the host', () => {
  expect(framed.html).toBeLessThan(listing.html)
  expect(framed.javascript).toBeLessThanOrEqual(listing.javascript)
  expect(framed.css).toBeLessThanOrEqual(listing.css)
  expect(listing.idle).toBeGreaterThan(1_000)
  expect(framed.idle).toBeGreaterThan(listing.idle)
  expect(framed.idle - listing.idle).toBeLessThanOrEqual(MOST_FOR_HOST)
})

it('counts scripts and styles at all', () => {
  expect(listing.files).toBeGreaterThanOrEqual(4)
  expect(listing.javascript).toBeGreaterThan(50_000)
  expect(listing.css).toBeGreaterThan(1_000)
})
