// What browsers report to the error-reporting service: docs/product/analytics.md, Error reports.
import type { Frame, Page, Route } from '@playwright/test'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostPort } from './ports.ts'
import { api, idOf, main, messages } from './buying.ts'
import { marketplaceFrame, openHost, serveDocuments, hostPage } from './serve-host.ts'
import { openAs } from './people.ts'
import { expect, test } from './test.ts'

type Report = {
  exception: { values: { type: string; value: string }[] }
  tags: Record<string, string>
  release: string
  sdk: { settings: { infer_ip?: string } }
}

/** Simulates the service: an envelope consists of lines of JSON, and the third is the report. */
let ingest: Server
let texts: string[]
test.beforeAll(async () => {
  ingest = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'POST') texts.push(text)
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => ingest.listen(0, '127.0.0.1', resolve))
})
test.beforeEach(() => {
  texts = []
})
// A report has arrived before its sender has the answer, and a test may end in between.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }))
test.afterAll(() => new Promise<void>((resolve) => void ingest.close(() => resolve())))

const reports = (): Report[] => texts.map((text) => JSON.parse(text.split('\n')[2] ?? '{}') as Report)

/** Calls from this process instead of from the page. */
const callFor = async (route: Route) => route.fulfill({ response: await route.fetch() })

/** Changes documents at these paths to what a server with SENTRY_DSN sends. */
const withReports = async (page: Page, ...paths: string[]): Promise<void> => {
  const origin = `http://127.0.0.1:${(ingest.address() as AddressInfo).port}`
  // A document that a test has changed has no network address, and Chromium forbids it to call this machine.
  await page.route(`${origin}/**`, callFor)
  await page.route(
    (url) => paths.includes(url.pathname),
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(
        '"errorReports":null',
        `"errorReports":"${origin.replace('//', '//key@')}/7"`,
      )
      const policy = (response.headers()['content-security-policy'] ?? '').replace('connect-src', `connect-src ${origin}`)
      await route.fulfill({ response, body, headers: { ...response.headers(), 'content-security-policy': policy } })
    },
  )
}
const isListening = (page: Page | Frame) => page.waitForFunction(() => 'dataLayer' in window)

/** Causes errors as the page's own code would. */
const fail = (page: Page | Frame, messages: string[]) =>
  page.evaluate((each) => {
    for (const message of each) void Promise.reject(new TypeError(message))
  }, messages)

test.use({ expected: { messages: [/page error/] } })

test('a failure is reported with its area, once, and without queries; noise is not', async ({ page }) => {
  await withReports(page, '/cart/')
  await page.goto('/cart/')
  await isListening(page)
  await fail(page, ['Failed to fetch', 'Loading chunk 7 failed', 'ResizeObserver loop limit exceeded'])
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(texts).toEqual([])

  const broken = 'total is not a function at https://shop.test/cart/?email=ada@example.test#token'
  await fail(page, [broken, broken])
  await expect.poll(() => texts.length).toBe(1)
  const [report] = reports()
  expect(report?.exception.values).toMatchObject([{ type: 'TypeError', value: 'total is not a function at https://shop.test' }])
  expect(report?.tags).toEqual({ variant: 'base', cart: 'true' })
  expect(report?.release).toBeTruthy()
  expect(texts[0]).not.toMatch(/ada@example|"request"|"user"|breadcrumbs/)
  // The service sees the sender's network address. The report tells it to store none.
  expect(report?.sdk.settings.infer_ip).toBe('never')
})

for (const { area, path } of [
  { area: 'checkout', path: '/checkout/basketlight/' },
  { area: 'user', path: '/sign-in/' },
])
  test(`a failure at ${path} has the tag ${area}`, async ({ page }) => {
    await withReports(page, path)
    await page.goto(path)
    await isListening(page)
    await fail(page, ['total is not a function'])
    await expect.poll(() => reports().map(({ tags }) => tags)).toEqual([{ variant: 'base', [area]: 'true' }])
  })

test.describe('a failed install', () => {
  // A document that a test has changed counts as one of another network, and calls the accounts server.
  test.use({
    permissions: ['local-network-access'],
    expected: { messages: [/Failed to load resource/] },
  })
  test('is reported with the tag install, and without the id of the application', async ({ page }) => {
    await openAs(page, 'owner@globex.test')
    // Another test may have installed it.
    await api(page, 'DELETE', `/api/v2/applications/${await idOf(page, 'rolodeer')}/install`)
    await withReports(page, '/apps/rolodeer/')
    const installs = '**/api/v2/applications/*/install'
    await page.route(installs, (route) => route.fulfill({ status: 503, json: { code: 'UNEXPECTED_ERROR', message: '' } }))
    await page.goto('/apps/rolodeer/')
    await isListening(page)
    await main(page).getByRole('button', { name: 'Install', exact: true }).locator('visible=true').click()
    const confirm = page.getByRole('dialog', { name: 'Install Rolodeer' }).getByRole('button', { name: 'Install Rolodeer' })
    await confirm.click()
    await expect(messages(page)).toContainText("Application couldn't be installed: Unknown error")
    await expect.poll(() => texts.length).toBe(1)
    const [report] = reports()
    expect(report?.exception.values).toMatchObject([
      { type: 'FailedCall', value: 'PUT /api/v2/applications/{id}/install answered 503' },
    ])
    expect(report?.tags).toEqual({ variant: 'base', install: 'true' })
    expect(texts[0]).not.toContain(await idOf(page, 'rolodeer'))

    // What the server refuses is no failure.
    await page.unroute(installs)
    await page.route(installs, (route) => route.fulfill({ status: 422, json: { code: 'UNDER_MAINTENANCE', message: 'Later.' } }))
    await confirm.click()
    await expect(messages(page)).toContainText("Application couldn't be installed: Later.")
    expect(texts).toHaveLength(1)
  })
})

test('a failure in a frame has the tag of its part, and the variant', async ({ page, baseURL }) => {
  const path = '/embed/agent-app/cart/'
  await withReports(page, path)
  const host = await serveDocuments(hostPort(baseURL), (at) => (at === '/' ? hostPage(`${baseURL}${path}`) : undefined))
  try {
    await openHost(page, `http://localhost:${host.port}/`)
    const frame = await marketplaceFrame(page)
    await isListening(frame)
    await fail(frame, ['total is not a function'])
    await expect.poll(() => reports().map(({ tags }) => tags)).toEqual([{ variant: 'agent-app', cart: 'true' }])
  } finally {
    await host.close()
  }
})

test('without the setting nothing is reported', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''))
  })
  await page.goto('/apps/')
  await isListening(page)
  await fail(page, ['total is not a function'])
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(scripts.length).toBeGreaterThan(3)
  // Not even the reporter's code was loaded.
  expect((await Promise.all(scripts)).filter((text) => text.includes('sentry_key'))).toEqual([])
})
