// The marketplace in the sample host, from its front page and back: one journey for each variant, wide, and on a phone in both themes.
import type { Page } from '@playwright/test'
import { marketplace, marketplaceFrame } from './serve-host.ts'
import { importLines } from './beside.ts'
import { signInByPopup, tokenOf, uninstall } from './people.ts'
import { expect, hydrated, test } from './test.ts'

const LOOKS = [
  { look: 'wide', width: 1376, colorScheme: 'light' },
  { look: 'phone, light', width: 390, colorScheme: 'light' },
  { look: 'phone, dark', width: 390, colorScheme: 'dark' },
] as const
type Look = (typeof LOOKS)[number]

const FRAMED = [
  { variant: 'agent-app', label: 'Live Chat', at: '/apps/marketplace', apps: '/apps', slash: '' },
  { variant: 'helpdesk-iframe', label: 'Help Desk', at: '/settings/integrations/marketplace', apps: '/app', slash: '/' },
  { variant: 'text-iframe', label: 'Text', at: '/text/marketplace', apps: '/text/apps', slash: '/' },
] as const
const PUBLIC = [
  { variant: 'base', link: 'Apps for Live Chat', label: 'Live Chat' },
  { variant: 'public', link: 'Browse without signing in', label: 'Live Chat' },
  { variant: 'helpdesk-public', link: 'Apps for Help Desk', label: 'Help Desk' },
  { variant: 'text-public', link: 'Apps for Text', label: 'Text' },
] as const

// Each test installs its own application, because all share the organizations of the demo. No name is the beginning of another.
const slugOf = (variant: string, look: string) => `hosted-${variant}-${look.replaceAll(/\W+/g, '-')}`
const nameOf = (slug: string) => slug.replaceAll('-', ' ')
const portOf = (baseURL: string | undefined) => Number(new URL(baseURL ?? '').port)
const hostOf = (baseURL: string | undefined) => `http://localhost:${portOf(baseURL) + 4}`

test.beforeAll(async ({ baseURL, playwright }) => {
  const applications = `http://127.0.0.1:${portOf(baseURL) + 3}`
  const lines = [...FRAMED, ...PUBLIC].flatMap(({ variant }) =>
    LOOKS.map(({ look }) => ({
      slug: slugOf(variant, look),
      name: nameOf(slugOf(variant, look)),
      product: variant.startsWith('helpdesk') ? 'helpdesk' : 'livechat',
      company: { name: 'Hosted' },
      category: { slug: 'crm' },
      widgets: [
        { placement: 'fullscreen', url: `${applications}/${variant.startsWith('helpdesk') ? 'rotabird' : 'rolodeer'}/app` },
      ],
    })),
  )
  await importLines(lines)
  const request = await playwright.request.newContext()
  const last = lines.at(-1)?.slug ?? ''
  await expect(async () => expect((await request.get(`${baseURL}/apps/${last}/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

const rail = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true })
const begin = async (page: Page, { width, colorScheme }: Look): Promise<void> => {
  await page.setViewportSize({ width, height: 844 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}
const framed = async (page: Page) => {
  const frame = await marketplaceFrame(page)
  await frame.waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__react')))
  return frame
}
// Every test uninstalls its application, even if it fails, so that a retry can install it again.
let installed: { slug: string; token: string | null } | undefined
test.afterEach(async ({ request }) => {
  if (installed) await uninstall(request, installed.token, installed.slug)
  installed = undefined
})

for (const look of LOOKS) {
  for (const { variant, label, at, apps, slash } of FRAMED) {
    test(`${variant}, ${look.look}: in the host, an application is found, installed, opened, and left again`, async ({
      page,
      baseURL,
    }) => {
      const [host, slug] = [hostOf(baseURL), slugOf(variant, look.look)]
      await begin(page, look)
      await page.goto(host)
      await page.getByRole('link', { name: `Open ${label}` }).click()
      await rail(page, label).getByRole('link', { name: 'Marketplace' }).click()
      const shop = marketplace(page)
      await framed(page)

      const field = shop.getByLabel('Search apps and partners').filter({ visible: true })
      await field.fill(nameOf(slug))
      await shop
        .getByRole('listbox')
        .getByRole('option', { name: nameOf(slug) })
        .first()
        .click()
      await expect(shop.getByRole('heading', { level: 1 })).toHaveText(nameOf(slug))
      // The host's address changes too, and can be opened again.
      await expect(page).toHaveURL(`${host}${at}/apps/${slug}${slash}`)
      await page.reload()
      await expect(shop.getByRole('heading', { level: 1 })).toHaveText(nameOf(slug))
      await framed(page)

      const install = shop.getByRole('link', { name: 'Install', exact: true }).locator('visible=true')
      await signInByPopup(page, 'owner@acme.test', () => install.click())
      const dialog = shop.getByRole('dialog', { name: `Install ${nameOf(slug)}` })
      await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
      await expect(dialog).toBeVisible()
      installed = { slug, token: await tokenOf(await framed(page)) }
      await dialog.getByRole('button', { name: 'Install' }).click()
      // The application appears in the navigation without a reload.
      const entry = rail(page, label).getByRole('link', { name: nameOf(slug) })
      await expect(entry).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.hasAttribute('data-marked'))).toBe(true)

      await entry.click()
      await expect(page).toHaveURL(`${host}${apps}/${slug}`)
      const application = page.frameLocator(`iframe[title="${nameOf(slug)}"]`)
      await expect(application.getByRole('heading', { level: 1 })).toBeVisible()
      await application.getByRole('button', { name: 'Show how many wait' }).click()
      await expect(entry).toContainText(/\d+ new/)

      await page.goBack()
      await expect(page).toHaveURL(`${host}${at}/apps/${slug}${slash}`)
      await expect(shop.getByRole('heading', { level: 1 })).toHaveText(nameOf(slug))

      await framed(page)
      const open = shop.getByRole('link', { name: 'Open app', exact: true }).locator('visible=true').first()
      // There is one target for the link, whether the browser or the host's message opens it.
      const place = `${host}${apps}/${slug}`
      await expect(open).toHaveAttribute('href', place)
      const opened: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest() && request.frame() === page.mainFrame()) opened.push(request.url())
      })
      await open.click()
      await expect(page).toHaveURL(place)
      await expect(application.getByRole('heading', { level: 1 })).toBeVisible()
      expect(opened).toEqual([place])
    })
  }

  for (const { variant, link, label } of PUBLIC) {
    test(`${variant}, ${look.look}: from the host’s front page to an application, and back to where the host has it`, async ({
      page,
      baseURL,
    }) => {
      const [host, slug] = [hostOf(baseURL), slugOf(variant, look.look)]
      await begin(page, look)
      await page.goto(host)
      await page.getByRole('link', { name: link }).click()
      await hydrated(page)
      const field = page.getByLabel('Search apps and partners').filter({ visible: true })
      // A narrow header has a button instead of the field.
      if (look.width < 1024) await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
      await field.first().fill(nameOf(slug))
      await page
        .getByRole('listbox')
        .getByRole('option', { name: nameOf(slug) })
        .first()
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf(slug))
      const install = page.getByRole('main').getByRole('link', { name: 'Install', exact: true }).locator('visible=true')
      const dialog = page.getByRole('dialog', { name: `Install ${nameOf(slug)}` })
      if (variant === 'public') {
        // There is no sign-in on this variant: its buttons lead to the base variant, which asks.
        await install.click()
        await expect(page).toHaveURL(`${baseURL}/apps/${slug}/?action=install`)
        await hydrated(page)
        await signInByPopup(page, 'owner@acme.test', () => dialog.getByRole('button', { name: 'Sign in' }).click())
      } else await signInByPopup(page, 'owner@acme.test', () => install.click())
      await expect(dialog).toBeVisible()
      installed = { slug, token: await tokenOf(page) }
      await dialog.getByRole('button', { name: 'Install' }).click()
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Open app/ })
        .locator('visible=true')
        .first()
        .click()
      const application = page.frameLocator(`iframe[title="${nameOf(slug)}"]`).getByRole('heading', { level: 1 })
      await expect(page).toHaveURL(new RegExp(`/apps/${slug}/open/$`))
      await expect(application).toBeVisible()

      await page.goto(host)
      await page.getByRole('link', { name: `Open ${label}` }).click()
      await rail(page, label).getByRole('link', { name: 'Integrations' }).click()
      // The accounts server knows the person, so its window closes by itself.
      await Promise.all([page.waitForEvent('popup'), page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()])
      const row = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: nameOf(slug) })
      await row.getByRole('link', { name: 'Open' }).click()
      await expect(application).toBeVisible()
    })
  }
}

test('the address and "Back" follow the marketplace, and an address opens what it says', async ({ page, baseURL }) => {
  const host = hostOf(baseURL)
  const shop = marketplace(page)
  const heading = shop.getByRole('heading', { level: 1 })
  await page.goto(`${host}/apps/marketplace`)
  await expect(page).toHaveURL(`${host}/apps/marketplace/apps`)
  await (
    await marketplaceFrame(page)
  ).waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__react')))
  await shop.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^CRM/ }).first().click()
  await expect(heading).toHaveText('CRM')
  await expect(page).toHaveURL(`${host}/apps/marketplace/apps/crm`)
  await expect(page).toHaveTitle('CRM · Live Chat')
  await page.goBack()
  await expect(heading).toHaveText('All apps')
  await expect(page).toHaveURL(`${host}/apps/marketplace/apps`)
  await page.goForward()
  await expect(heading).toHaveText('CRM')
  await expect(page).toHaveURL(`${host}/apps/marketplace/apps/crm`)
  // To another screen of the host, and back.
  await page.getByRole('navigation', { name: 'Live Chat', exact: true }).getByRole('link', { name: 'Chats' }).click()
  await expect(page).toHaveURL(`${host}/chats`)
  await page.goBack()
  await expect(heading).toHaveText('CRM')

  await page.goto(`${host}/settings/integrations/marketplace/apps/?sortBy=popularity`)
  await expect(heading).toHaveText('All apps')
  await expect(shop.getByLabel('Sort by')).toHaveValue('popularity')
  await expect(page).toHaveURL(`${host}/settings/integrations/marketplace/apps/?sortBy=popularity`)
})

test.describe('the host’s own navigation', () => {
  // Nothing is fetched ahead for bots.
  test.use({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  })
  test('leads within the marketplace, whose page is fetched ahead', async ({ page, baseURL }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g' } }))
    await page.setViewportSize({ width: 1376, height: 844 })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${hostOf(baseURL)}/apps/marketplace`)
    const shop = marketplace(page)
    const heading = shop.getByRole('heading', { level: 1 })
    await framed(page)
    await expect(page).toHaveURL(`${hostOf(baseURL)}/apps/marketplace/apps`)
    await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
    const link = rail(page, 'Live Chat').getByRole('link', { name: 'Experts' })
    const data = '/embed/agent-app/page-data/partners/page-data.json'
    // The links to the page may have had it fetched already.
    expect(asked).not.toContain(data)
    await link.hover()
    await expect.poll(() => asked.filter((path) => path === data)).toHaveLength(1)
    await expect(heading).toHaveText('All apps')
    await link.click()
    await expect(heading).toHaveText('Partner experts')
    await expect(page).toHaveURL(`${hostOf(baseURL)}/apps/marketplace/partners`)
    await expect(link).toHaveAttribute('aria-current', 'page')
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-marked'))).toBe(true)
    expect(asked.filter((path) => path === data)).toHaveLength(1)
  })
})
