import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { mountMarketplace } from '../packages/host-sdk/src/index.ts'
import { buildHostSdk } from '../tools/host-sdk.ts'
import { hostPort } from './ports.ts'
import { idOf } from './buying.ts'
import { tokenOf, openAs } from './people.ts'
import { marketplace, serveDocuments } from './serve-host.ts'
import { axeFindings } from './sound.ts'
import { expect, test as base } from './test.ts'

// A host product that uses only the package and its documentation: the example on that page runs unchanged.

let folder: string
base.beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'marketplace-host-sdk-')), 'host-sdk')
  await buildHostSdk(folder)
})
base.afterAll(() => rm(join(folder, '..'), { recursive: true }))

const test = base.extend<{ serve: (page: string) => Promise<string> }>({
  serve: async ({ baseURL }, use) => {
    const open: { close: () => Promise<void> }[] = []
    await use(async (page) => {
      const sdk = await readFile(join(folder, 'index.js'), 'utf8')
      const host = await serveDocuments(hostPort(baseURL), (path) =>
        path === '/marketplace-host-sdk.js' ? sdk : path === '/favicon.ico' ? '' : page,
      )
      open.push(host)
      return `http://localhost:${host.port}`
    })
    for (const each of open) await each.close()
  },
})

const exampleOf = async (baseURL: string | undefined): Promise<string> => {
  const [, html = ''] = /```html\n(.*?)```/s.exec(await readFile(join(folder, 'README.md'), 'utf8')) ?? []
  return html.replace('https://marketplace.example', baseURL ?? '')
}

test('the page of its README is a host: address, history and news', async ({ page, baseURL, serve }) => {
  const example = await exampleOf(baseURL)
  expect(example.split('\n').filter((line) => line.trim()).length).toBeLessThanOrEqual(20)
  await openAs(page, 'owner@globex.test')
  const [token, id] = [await tokenOf(page), await idOf(page, 'rolodeer')]
  const uninstall = () =>
    page.request.delete(`/api/v2/applications/${id}/install`, { headers: { authorization: `Bearer ${token}` } })
  await uninstall()
  const host = await serve(example)
  const app = marketplace(page)
  const heading = app.getByRole('heading', { level: 1 })

  // By an address of the host, with its query.
  await page.goto(`${host}/apps/marketplace/apps/contact-management?sortBy=popularity`)
  await expect(heading).toHaveText('Contact management')
  await expect(page).toHaveURL(`${host}/apps/marketplace/apps/contact-management?sortBy=popularity`)
  await app
    .getByRole('main')
    .getByRole('link', { name: /Rolodeer/ })
    .click()
  await expect(heading).toHaveText('Rolodeer')
  await expect(page).toHaveURL(`${host}/apps/marketplace/apps/rolodeer`)
  await page.evaluate(() => window.history.back())
  await expect(heading).toHaveText('Contact management')
  await expect(page).toHaveURL(/\/apps\/marketplace\/apps\/contact-management\?/)
  await page.evaluate(() => window.history.forward())
  await expect(heading).toHaveText('Rolodeer')
  // The frame tells the host its address after it has shown the page.
  await expect(page).toHaveURL(`${host}/apps/marketplace/apps/rolodeer`)
  // After a reload of the host, the same page is shown.
  await page.reload()
  await expect(heading).toHaveText('Rolodeer')
  await expect(page).toHaveURL(`${host}/apps/marketplace/apps/rolodeer`)

  await app.getByRole('button', { name: 'Install', exact: true }).locator('visible=true').click()
  await app.getByRole('dialog').getByRole('button', { name: 'Install Rolodeer' }).click()
  await expect(page.locator('#news')).toHaveText('Rolodeer is installed.')
  await uninstall()

  // The host's own history: the host has changed this address itself.
  await page.evaluate(() => {
    window.history.pushState(null, '', '/apps/marketplace/developers')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(heading).toHaveText('Developers')
  await page.goto(`${host}/apps/marketplace`)
  await expect(heading).toHaveText('All apps')
})

type Host = { mount: typeof mountMarketplace; shown: ReturnType<typeof mountMarketplace>; log: unknown[] }
const host = (more: string) => `<!doctype html><html lang="en"><title>Host</title><body><div id="here" style="height:90vh"></div>
  <script type="module">import { mountMarketplace } from '/marketplace-host-sdk.js'
  window.mount = mountMarketplace; window.log = []
  ${more}</script>`

test('what is said early is kept, handlers can be taken off, and nothing is left after the end', async ({
  page,
  baseURL,
  serve,
}) => {
  const address = await serve(
    host(`window.shown = mount(document.getElementById('here'), { url: '${baseURL}', variant: 'helpdesk', path: '/apps/', title: 'Apps for us', beta: true })
    shown.on('navigate', ({ pathname, search }) => log.push(pathname + search))
    shown.navigate('/partners/'); shown.navigate('/developers/')`),
  )
  await page.goto(`${address}/any`)
  const frame = page.frameLocator('iframe[title="Apps for us"]')
  // The first page was left because of the last of the waiting messages.
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Developers')
  await expect.poll(() => page.evaluate(() => (window as unknown as Host).log.at(-1))).toBe('/developers/?beta=true')
  expect(await page.evaluate(() => (window as unknown as Host).log.join(' '))).not.toContain('partners')
  await page.evaluate(() => {
    const { shown, log } = window as unknown as Host
    const stop = shown.on('navigate', () => log.push('heard'))
    stop()
    shown.navigate('/apps/')
  })
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('All apps')
  expect(await page.evaluate(() => (window as unknown as Host).log)).not.toContain('heard')
  await expect.poll(() => page.evaluate(() => (window as unknown as Host).log.at(-1))).toBe('/apps/?beta=true')
  // Another window sends a message under its name.
  const before = await page.evaluate(() => (window as unknown as Host).log.length)
  await page.evaluate(() => window.postMessage({ type: 'navigate', data: { pathname: '/x', search: '', hash: '' } }, '*'))
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => (window as unknown as Host).log.length)).toBe(before)
  await page.evaluate(() => (window as unknown as Host).shown.destroy())
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('the marketplace follows the theme of its host, until the person chooses another one in it', async ({
  page,
  baseURL,
  serve,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const address = await serve(
    host(
      `window.shown = mount(document.getElementById('here'), { url: '${baseURL}', variant: 'helpdesk', path: '/apps/', theme: 'dark' })`,
    ),
  )
  const frame = page.frameLocator('iframe')
  const root = frame.locator('html')
  const changeTheme = (theme: 'light' | 'dark') =>
    page.evaluate((changed) => (window as unknown as Host).shown.changeTheme(changed), theme)
  const showPage = async (path: string, heading: string) => {
    await page.evaluate((to) => (window as unknown as Host).shown.navigate(to), path)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await page.goto(`${address}/any`)
  await expect(root).toHaveClass(/\blc-dark-theme\b/)
  await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(15, 16, 18)')
  // Another document.
  await showPage('/cart/', 'Cart')
  await expect(root).toHaveClass(/\blc-dark-theme\b/)
  await changeTheme('light')
  await expect(root).toHaveClass(/\blc-light-theme\b/)
  await showPage('/apps/', 'All apps')
  await expect(root).toHaveClass(/\blc-light-theme\b/)

  await frame.getByRole('contentinfo').getByLabel('Dark theme').check({ force: true })
  await expect(root).toHaveClass(/\blc-dark-theme\b/)
  await showPage('/cart/', 'Cart')
  await expect(root).toHaveClass(/\blc-dark-theme\b/)
  await changeTheme('dark')
  // The document gets the message once it listens.
  await expect.poll(() => root.evaluate(() => window.sessionStorage.getItem('marketplace-host-theme'))).toBe('dark')
  await changeTheme('light')
  await expect(root).toHaveClass(/\blc-light-theme\b/)
  // The person's own choice applies to all pages; the host's theme applies to its frame only.
  await page.goto('/apps/')
  await expect(page.locator('html')).toHaveClass(/\blc-dark-theme\b/)
})

test('a link to an e-mail address opens outside of the frame', async ({ page, baseURL, serve }) => {
  const address = await serve(
    host(
      `window.shown = mount(document.getElementById('here'), { url: '${baseURL}', variant: 'text', path: '/developers/northwind/', onMailto: ({ email }) => log.push(email) })`,
    ),
  )
  await page.goto(`${address}/any`)
  await expect
    .poll(() => page.evaluate(() => (window as unknown as Host).shown.frame.src))
    .toContain('/embed/text/developers/northwind/')
  await expect(async () => {
    await marketplace(page).locator('a[href^="mailto:"]').first().click({ timeout: 2000 })
    expect(await page.evaluate(() => (window as unknown as Host).log[0])).toMatch(/^[^@\s]+@[^@\s]+$/)
  }).toPass({ timeout: 20_000 })
})

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `a host at 390 px in ${colorScheme} has the bar of 44 px, and nothing for axe`,
    { tag: '@complete' },
    async ({ page, baseURL, serve }) => {
      await page.setViewportSize({ width: 390, height: 780 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const address = await serve(
        host(
          `window.shown = mount(document.getElementById('here'), { url: '${baseURL}', variant: location.pathname.slice(1), path: '/apps/' })`,
        ),
      )
      for (const variant of ['agent-app', 'helpdesk', 'text']) {
        await page.goto(`${address}/${variant}`)
        const app = marketplace(page)
        await expect(app.getByRole('heading', { level: 1 })).toHaveText('All apps')
        expect((await app.locator('#site-header > div').boundingBox())?.height).toBe(44)
        const bar = app.getByRole('navigation', { name: 'Main' })
        await expect(bar.getByRole('link')).toHaveText(['Apps', 'My apps'])
        expect(await app.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth)).toBe(true)
        // While the frame's own requests go on, axe may not reach into it yet, and misses its heading.
        await expect(async () => expect(await axeFindings(page)).toEqual([])).toPass({ timeout: 20_000 })
        await bar.getByRole('link', { name: 'My apps' }).click()
        await expect(app.getByRole('heading', { level: 1 })).toHaveText('My apps')
        await bar.getByRole('link', { name: 'Apps', exact: true }).click()
        await expect(app.getByRole('heading', { level: 1 })).toHaveText('All apps')
      }
    },
  )

test('a page that the host names while the frame changes documents is shown, and nobody is led away later', async ({
  page,
  baseURL,
  serve,
}) => {
  const host = await serve(`<!doctype html><html lang="en"><title>Host</title>
    <main id="marketplace" style="height: 95vh"></main>
    <script type="module">
      import { mountMarketplace } from '/marketplace-host-sdk.js'
      window.shown = mountMarketplace(document.querySelector('#marketplace'), { url: '${baseURL}', onNavigate: () => (window.told = true) })
    </script>`)
  const navigate = (path: string) =>
    page.evaluate((to) => (window as unknown as { shown: ReturnType<typeof mountMarketplace> }).shown.navigate(to), path)
  const app = marketplace(page)
  const heading = app.getByRole('heading', { level: 1 })
  await page.goto(host)
  await page.waitForFunction('window.told')
  await page.route('**/embed/agent-app/my-apps/', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await Promise.all([page.waitForRequest('**/embed/agent-app/my-apps/'), app.getByRole('link', { name: 'My apps' }).click()])
  await navigate('/developers/')
  await expect(heading).toHaveText('Developers')

  // The host's navigation is completed, so it must not be repeated in the next document.
  await app.getByRole('link', { name: 'My apps' }).click()
  await expect(heading).toHaveText('My apps')
  await page.waitForTimeout(1500)
  await expect(heading).toHaveText('My apps')
})
