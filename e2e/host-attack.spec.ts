// A hostile host, and other windows in its page, send everything that is not a valid message to a document of each half of the web, in each
// framed variant.
import { VARIANTS } from '@marketplace/contracts/core/variants'
import type { Frame, Page } from '@playwright/test'
import { heading, test } from './listed-host.ts'
import { lastHeard, marketplace, marketplaceFrame, openHost, say } from './serve-host.ts'
import { expect } from './test.ts'

const BAD = [
  null,
  7,
  'navigate',
  [],
  {},
  { type: 'navigate' },
  { type: 'navigate', data: null },
  { type: 'navigate', data: { pathname: null } },
  ...[
    'javascript:document.title="ran"',
    'javascript:alert(1)//',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    'https://elsewhere.example/',
    '..',
    '/..',
    '/../../x',
    '/%2e%2e/%2e%2e/x',
    '/%252e%252e/x',
    '/%2F%2Felsewhere.example',
    '/%5C%5Celsewhere.example',
    '/\u0000',
    '/%ff',
    '',
    ' ',
  ].map((pathname) => ({ type: 'navigate', data: { pathname } })),
  { type: 'preload', data: { pathname: 'https://elsewhere.example/' } },
  { type: 'credentials', data: { access_token: { toString: 'x' } } },
  { type: 'constructor', data: {} },
  { type: '__proto__' },
]

/**
 * The longest time (ms) for which a frame may not respond, even on a busy machine. On an idle machine it is a tenth of that. Without a
 * limit on the reading of messages, these messages would block the frame for more than 20 seconds.
 */
const LONGEST_PAUSE_MS = 4000
/** The most requests that the messages of one attack may cause. They include those of the sample host itself. */
const MOST_REQUESTS = 20

type Watched = { worst: number }

/** Measures for how long at a time the frame does not answer. */
const watchPauses = (frame: Frame) =>
  frame.evaluate(() => {
    const watched = window as unknown as Watched
    watched.worst = 0
    let before = performance.now()
    setInterval(() => {
      const now = performance.now()
      watched.worst = Math.max(watched.worst, now - before)
      before = now
    }, 10)
  })

const sendNonsense = (page: Page) =>
  page.evaluate((bad) => {
    const target = window.frames[0]
    for (const message of bad) target?.postMessage(message, '*')
    // A value that JSON cannot contain.
    const circular: { type: string; data: { pathname?: unknown } } = { type: 'navigate', data: {} }
    circular.data.pathname = circular
    for (const message of [undefined, circular, new Map([['type', 'navigate']]), new Date(), new Uint8Array(8)])
      target?.postMessage(message, '*')
  }, BAD)

/**
 * Sends valid messages from windows that are not the host: a frame beside it, a frame of another origin, and the marketplace's own window.
 */
const speakAsOthers = async (page: Page): Promise<void> => {
  for (const title of ['Sibling', 'Stranger']) {
    const speaker = await (await page.locator(`iframe[title=${title}]`).elementHandle())?.contentFrame()
    await speaker?.waitForFunction('typeof say === "function"')
    await speaker?.evaluate(() => {
      const { say: speak } = window as unknown as { say: (message: unknown) => void }
      speak({ type: 'navigate', data: { pathname: '/partners/' } })
      speak({ type: 'credentials', data: { access_token: 'dal:stranger' } })
    })
  }
  await (
    await marketplaceFrame(page)
  ).evaluate(() => window.postMessage({ type: 'navigate', data: { pathname: '/partners/' } }, '*'))
}

/** Messages of 10 MB, four thousand messages at once, and then a thousand a second for two seconds. */
const flood = (page: Page) =>
  page.evaluate(async () => {
    const huge = 'x'.repeat(10 * 2 ** 20)
    const target = window.frames[0]
    target?.postMessage({ type: huge, data: huge }, '*')
    target?.postMessage({ type: 'navigate', data: { pathname: `/${huge}` } }, '*')
    target?.postMessage({ type: 'cart-updated', data: { cart: { huge } } }, '*')
    const speak = (count: number) => {
      target?.postMessage({ type: 'navigate', data: { pathname: `//elsewhere.example/${count}` } }, '*')
      target?.postMessage({ type: 'preload', data: { pathname: `/apps/app-${count}/` } }, '*')
      target?.postMessage({ type: 'refresh-cart' }, '*')
      target?.postMessage({ type: 'refresh-installed-apps' }, '*')
    }
    for (let count = 0; count < 1000; count++) speak(count)
    for (let tick = 0; tick < 20; tick++) {
      for (let count = 0; count < 25; count++) speak(count)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })

/** Navigates like a host that is not heard at once, because the time limit for reading may be used up: the message is repeated. */
const lead = (page: Page, pathname: string, title: string): Promise<void> =>
  expect(async () => {
    await say(page, 'navigate', { pathname })
    await expect(heading(page)).toHaveText(title, { timeout: 2_000 })
  }).toPass()

for (const { name, prefix } of VARIANTS.filter(({ framed }) => framed))
  test(`${name}: nonsense, strangers, huge messages and floods change nothing, break nothing, and slow nothing down`, async ({
    page,
    host,
  }) => {
    const requests: URL[] = []
    page.on('request', (request) => requests.push(new URL(request.url())))
    await openHost(page, (await host(prefix.replace('/embed/', ''))).address)
    // A document of the storefront, and a document of the workspace.
    for (const { path, title, next, says } of [
      { path: '/apps/', title: 'All apps', next: '/developers/', says: 'Developers' },
      { path: '/my-apps/', title: 'My apps', next: '/billing/', says: 'Billing' },
    ]) {
      await lead(page, path, title)
      await expect.poll(() => lastHeard(page, 'navigate')).toMatchObject({ pathname: expect.stringContaining(path.slice(0, -1)) })
      const frame = await marketplaceFrame(page)
      await watchPauses(frame)
      const before = { url: frame.url(), told: await lastHeard(page, 'navigate'), requests: requests.length }
      await sendNonsense(page)
      await speakAsOthers(page)
      await flood(page)
      await page.waitForTimeout(500)
      const asked = requests.slice(before.requests).filter(({ pathname }) => /page-data|^\/(?:api|billing)\//.test(pathname))
      expect(asked.length, title).toBeLessThan(MOST_REQUESTS)
      expect([frame.url(), await lastHeard(page, 'navigate')]).toEqual([before.url, before.told])
      expect(await frame.evaluate(() => (window as unknown as Watched).worst), title).toBeLessThan(LONGEST_PAUSE_MS)
      // No stranger's message has opened a dialog, and the real host is heard again.
      await expect(marketplace(page).getByRole('dialog')).toHaveCount(0)
      await lead(page, next, says)
    }
    expect(requests.filter(({ href }) => href.includes('elsewhere'))).toEqual([])
  })
