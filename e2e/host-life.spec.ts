import { BUILD_HASH_HEADER } from '@marketplace/contracts/pages/page-data'
import { VARIANTS } from '@marketplace/contracts/core/variants'
import type { Page } from '@playwright/test'
import { HOST_PORTS, hostPort } from './ports.ts'
import { heard, hostPage, lastHeard, marketplace, marketplaceFrame, openHost, say, serveDocuments } from './serve-host.ts'
import { expect, test as base } from './test.ts'

// The life of a framed variant: who may frame it, and what fails on the way.
base.use({
  expected: {
    messages: [/Failed to load resource/, /status of/, /ERR_/, /frame-ancestors/, /X-Frame-Options/, /Failed to fetch/],
  },
})

const test = base.extend<{ host: (prefix: string, path?: string, at?: string) => Promise<string> }>({
  host: async ({ baseURL }, use) => {
    const open: { close: () => Promise<void> }[] = []
    const listed = hostPort(baseURL)
    await use(async (prefix, path = '/apps/', at = 'listed') => {
      const host = await serveDocuments(at === 'unlisted' ? 0 : listed, (asked) =>
        asked === '/' ? hostPage(`${baseURL}${prefix}${path}`) : asked === '/favicon.ico' ? '' : undefined,
      )
      open.push(host)
      return `http://${at === '127.0.0.1' ? at : 'localhost'}:${host.port}/`
    })
    for (const each of open) await each.close()
  },
})
const heading = (page: Page) => marketplace(page).getByRole('heading', { level: 1 })

/** The origins that the server's setting lists (playwright.config.ts), and origins that differ from them by port, name or scheme. */
const originsOf = (baseURL: string | undefined) => {
  const port = Number(new URL(baseURL ?? '').port)
  const at = (more: number, name = 'localhost', scheme = 'http') => `${scheme}://${name}:${port + more}`
  return {
    listed: [at(4), ...HOST_PORTS.flatMap((more) => [at(more), at(more, '127.0.0.1')])],
    unlisted: [
      at(4, '127.0.0.1'),
      at(9),
      at(HOST_PORTS[0] ?? 0, 'host.localhost'),
      at(HOST_PORTS[0] ?? 0, 'localhost', 'https'),
      'http://localhost',
    ],
  }
}
/** Where the host that frames the marketplace is framed itself. */
const NESTED = '/nested'

test.describe('the hosts that may frame it', () => {
  // A document that the test fulfils counts as one of another network, so the browser would ask for this permission.
  test.use({ permissions: ['local-network-access'] })
  for (const { name, prefix, framed } of VARIANTS)
    test(`${name} is framed by ${framed ? 'each listed host and nobody else' : 'nobody'}`, async ({ page, baseURL }) => {
      const { listed, unlisted } = originsOf(baseURL)
      const [first = '', stranger = ''] = [listed[0], unlisted[0]]
      let refusals = 0
      page.on('console', (message) => {
        if (/frame-ancestors|X-Frame-Options/.test(message.text())) refusals++
      })
      // The test fulfils the documents of hosts, because not every origin has a server.
      for (const origin of [...listed, ...unlisted])
        await page.route(`${origin}/`, (route) =>
          route.fulfill({ contentType: 'text/html', body: hostPage(`${baseURL}${prefix}/developers/`) }),
        )
      await page.route(`${stranger}${NESTED}`, (route) =>
        route.fulfill({ contentType: 'text/html', body: hostPage(`${first}/`) }),
      )
      const isRefused = async (address: string): Promise<void> => {
        const before = refusals
        await page.goto(address)
        await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:')), address).toBe(true)
        expect(refusals, address).toBe(before + 1)
        expect(await heard(page), address).toEqual([])
      }
      for (const origin of listed) {
        if (!framed) await isRefused(`${origin}/`)
        else {
          await page.goto(`${origin}/`)
          await expect(heading(page), origin).toHaveText('Developers')
          await expect.poll(() => heard(page, 'loaded'), origin).toHaveLength(1)
        }
      }
      for (const origin of unlisted) await isRefused(`${origin}/`)
      // A listed host in the frame of another one does not help.
      await isRefused(stranger + NESTED)
    })
})

test('a listed host on another site frames it too, and is told by its own origin', async ({ page, host }) => {
  await openHost(page, await host('/embed/agent-app', '/apps/', '127.0.0.1'))
  await expect(heading(page)).toHaveText('All apps')
  await say(page, 'navigate', { pathname: '/developers/' })
  await expect.poll(() => lastHeard(page, 'navigate')).toMatchObject({ pathname: '/apps/marketplace/developers' })
})

test('a picture that never comes does not keep a page from its host', async ({ page, host }) => {
  let waiting = 0
  await page.route('**/*', (route) => {
    if (route.request().resourceType() !== 'image') return route.continue()
    waiting++
  })
  await page.goto(await host('/embed/agent-app', '/apps/launch-week/'), { waitUntil: 'commit' })
  await expect.poll(() => heard(page, 'loaded')).toHaveLength(1)
  expect(waiting).toBeGreaterThan(0)
})

const mark = async (page: Page) =>
  (await marketplaceFrame(page)).evaluate(() => document.documentElement.setAttribute('data-marked', ''))
const isMarked = async (page: Page) =>
  (await marketplaceFrame(page)).evaluate(() => document.documentElement.hasAttribute('data-marked'))

for (const { path, to, chunk, says } of [
  { path: '/apps/', to: '/developers/', chunk: 'DevelopersPage', says: 'Developers' },
  { path: '/my-apps/', to: '/billing/', chunk: 'BillingPage', says: 'Billing' },
])
  test(`in a frame, a script for ${to} that does not come loads it in full, once`, async ({ page, host }) => {
    await openHost(page, await host('/embed/helpdesk', path))
    await mark(page)
    let refused = 0
    await page.route(`**/assets/${chunk}-*.js`, (route) => (++refused === 1 ? route.abort() : route.continue()))
    await say(page, 'navigate', { pathname: to })
    await expect(heading(page)).toHaveText(says)
    await expect.poll(() => isMarked(page)).toBe(false)
    await expect.poll(() => lastHeard(page, 'navigate')).toMatchObject({ pathname: to })
  })

test('in a frame, a script that never comes says so and does not loop', async ({ page, host }) => {
  await openHost(page, await host('/embed/helpdesk', '/my-apps/'))
  let refused = 0
  await page.route('**/assets/BillingPage-*.js', (route) => {
    refused++
    return route.abort()
  })
  await say(page, 'navigate', { pathname: '/billing/' })
  await expect(marketplace(page).getByText('This page did not load')).toBeVisible()
  // There are two documents: the first fails, so the browser loads the one whose policy allows the card fields, and tries again. Each
  // requests the script at most twice: to preload it and to run it.
  expect(refused).toBeGreaterThan(1)
  await page.waitForTimeout(1000)
  expect(refused).toBeLessThanOrEqual(4)
})

test('in a frame, a new build is loaded in full where the person goes next', async ({ page, host }) => {
  await openHost(page, await host('/embed/text'))
  await mark(page)
  await page.route('**/page-data/developers/page-data.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), [BUILD_HASH_HEADER]: 'another' } })
  })
  await say(page, 'navigate', { pathname: '/developers/' })
  await expect(heading(page)).toHaveText('Developers')
  await expect.poll(() => isMarked(page)).toBe(false)
  await expect.poll(() => heard(page, 'loaded')).toHaveLength(2)
})

test('in a frame, a new build is noticed by a screen of the workspace', async ({ page, host }) => {
  await page.clock.install()
  await openHost(page, await host('/embed/text', '/my-apps/'))
  await mark(page)
  await page.route('**/page-data/app-data.json', (route) => route.fulfill({ json: { buildHash: 'another' } }))
  await page.clock.fastForward(61_000)
  await say(page, 'navigate', { pathname: '/cart/' })
  await expect(heading(page)).toHaveText('Cart')
  expect(await isMarked(page)).toBe(true)
  await page.clock.fastForward(2_000)
  await say(page, 'navigate', { pathname: '/my-apps/' })
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
  await expect(heading(page)).toHaveText('My apps')
})

for (const prefix of ['', '/embed/agent-app'])
  test(`offline and back, ${prefix ? 'in a frame' : 'on the base variant'}`, async ({ page, context, host }) => {
    const app = prefix ? marketplace(page) : page
    if (prefix) await openHost(page, await host(prefix))
    else {
      await page.goto('/apps/')
      await page.waitForLoadState('networkidle')
    }
    const title = app.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('All apps')
    await context.setOffline(true)
    await app.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^CRM/ }).first().click()
    await expect(title).toHaveText("Apps list couldn't be loaded")
    await context.setOffline(false)
    await app.getByRole('button', { name: 'Try again' }).click()
    await expect(title).toHaveText('CRM')
  })

test('in a frame, a page that is slow to come is said to be on its way', async ({ page, host }) => {
  await openHost(page, await host('/embed/helpdesk'))
  await page.route('**/page-data/partners/page-data.json', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500))
    await route.continue()
  })
  const began = Date.now()
  await say(page, 'navigate', { pathname: '/partners/' })
  await expect(marketplace(page).getByText('Still loading…')).toBeVisible()
  expect(Date.now() - began).toBeGreaterThanOrEqual(1000)
  await expect(heading(page)).toHaveText('Partner experts')
  await expect(marketplace(page).getByText('Still loading…')).toBeHidden()
})
