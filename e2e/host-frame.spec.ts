// The marketplace's frame on the sample host's screen: how it loads, whose account it shows, and the host's own notices beside it.
import type { Page } from '@playwright/test'
import { api, CARDS, fillCart, idOf, openAsBuyer, saveCard } from './buying.ts'
import { importLines, makeOrganization } from './beside.ts'
import { accountsUrl, signInByPopup, tokenOf, openAs } from './people.ts'
import { marketplace, marketplaceFrame } from './serve-host.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const PAID = ['sold-beside-one', 'sold-beside-two']
const INSIDE = 'bought-inside'
const FREE = 'said-once'
/** An application of each product, with a place in the host's navigation. */
const PLACED = [
  { slug: 'in-live-chat-alone', product: 'livechat', label: 'Live Chat', path: '/chats' },
  { slug: 'in-help-desk-alone', product: 'helpdesk', label: 'Help Desk', path: '/tickets' },
] as const
const nameOf = (slug: string) => slug.replaceAll('-', ' ')
const hostOf = (baseURL: string | undefined) => `http://localhost:${Number(new URL(baseURL ?? '').port) + 4}`
const rail = (page: Page) => page.getByRole('navigation', { name: 'Live Chat', exact: true })
const ready = async (page: Page): Promise<void> => {
  const frame = await marketplaceFrame(page)
  await frame.waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__react')))
}

test.beforeAll(async ({ baseURL, playwright }) => {
  const url = `http://127.0.0.1:${Number(new URL(baseURL ?? '').port) + 3}/rolodeer/app`
  const payment = { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 }
  const given = [
    ...PAID.map((slug) => ({ slug, product: 'livechat', payment })),
    {
      slug: INSIDE,
      product: 'livechat',
      payment: { price: 1_200, frequency: 'once' },
      widgets: [{ placement: 'fullscreen', url }],
    },
    ...PLACED.map(({ slug, product }) => ({ slug, product, widgets: [{ placement: 'fullscreen', url }] })),
    { slug: FREE, product: 'livechat' },
  ]
  await importLines(
    given.map((line) => ({ ...line, name: nameOf(line.slug), company: { name: 'Beside' }, category: { slug: 'crm' } })),
  )
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/${FREE}/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

test('the navigation of each product has the installed applications of that product only', async ({ page, baseURL }) => {
  // Nobody else has this organization, so nothing has to be uninstalled afterwards.
  await openAs(page, (await makeOrganization('placed')).owner)
  for (const { slug } of PLACED)
    expect((await api(page, 'PUT', `/api/v2/applications/${await idOf(page, slug)}/install`)).ok()).toBe(true)
  await page.goto(`${hostOf(baseURL)}/chats`)
  await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in' }).click()])
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  for (const { slug, label, path } of PLACED) {
    await page.goto(hostOf(baseURL) + path)
    const entries = page.getByRole('navigation', { name: label, exact: true })
    await expect(entries.getByRole('link', { name: nameOf(slug) })).toBeVisible()
    for (const other of PLACED.filter((each) => each.slug !== slug))
      await expect(entries.getByRole('link', { name: nameOf(other.slug) })).toHaveCount(0)
  }
})

test('an application is bought in the frame, and is there', async ({ page, browser, baseURL }) => {
  const host = hostOf(baseURL)
  const earlier = await browser.newPage({ baseURL: baseURL ?? '' })
  const { owner } = await openAsBuyer(earlier, 'inside')
  await saveCard(earlier, CARDS.good)
  await earlier.close()
  await page.goto(`${host}/apps/marketplace/apps/bought-inside`)
  const shop = marketplace(page)
  await ready(page)
  await shop.getByRole('link', { name: 'Buy now' }).locator('visible=true').first().click()
  await signInByPopup(page, owner, () => shop.getByRole('main').getByRole('link', { name: 'Sign in' }).click())
  await shop.getByRole('button', { name: /^Pay \$/ }).click()
  const bought = shop.getByText("You've successfully purchased the app")
  await expect(shop.locator('#main').getByText("You've successfully purchased the app")).toBeVisible({ timeout: 30_000 })
  // A toast would say the same again beside it.
  expect(await bought.count()).toBe(1)
  await expect(page).toHaveURL(`${host}/apps/marketplace/checkout/bought-inside/thank-you`)
  await rail(page).getByRole('link', { name: 'bought inside' }).click()
  await expect(page.frameLocator('iframe[title="bought inside"]').getByRole('heading', { level: 1 })).toBeVisible()
})

test('a purchase of several applications in the frame makes the host sign in silently once', async ({ page, baseURL }) => {
  await openAsBuyer(page, 'framed')
  await saveCard(page, CARDS.good)
  const cart = await fillCart(page, PAID)
  const asked: string[] = []
  page.on('request', (sent) => {
    const url = new URL(sent.url())
    if (url.origin === accountsUrl(baseURL) && url.searchParams.get('client_id') === 'sample-host') asked.push(sent.url())
  })
  const shop = marketplace(page)
  await page.goto(`${hostOf(baseURL)}/apps/marketplace/checkout/cart/${cart}`)
  await shop.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Thank you', { timeout: 30_000 })
  await expect(rail(page).getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('one event has one message: the frame’s, on a phone too', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsBuyer(page, 'framed')
  const shop = marketplace(page)
  const said = shop.getByRole('status', { name: 'Messages' })
  // Every notice that the host has shown, including those that are gone.
  const hosts = () => page.evaluate(() => (window as unknown as { said?: string[] }).said)
  const openIt = async () => {
    await page.goto(`${hostOf(baseURL)}/apps/marketplace/apps/${FREE}`)
    await ready(page)
    await page.evaluate(() => {
      const all: string[] = []
      Object.assign(window, { said: all })
      const region = document.querySelector('.toasts')
      if (!region) throw new Error('The host has no place for messages')
      new MutationObserver(() => all.push(region.textContent ?? '')).observe(region, { childList: true })
    })
  }
  await openIt()
  await shop.getByRole('button', { name: 'Install', exact: true }).locator('visible=true').first().click()
  await shop.getByRole('dialog').getByRole('button', { name: 'Install' }).click()
  await expect(said).not.toBeEmpty()
  // By then the host has heard of it.
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect(await hosts()).toEqual([])
  await openIt()
  await shop.getByRole('button', { name: 'Uninstall' }).locator('visible=true').first().click()
  await shop
    .getByRole('dialog', { name: /^Uninstall/ })
    .getByRole('button', { name: /^Uninstall/ })
    .click()
  await expect(said).not.toBeEmpty()
  await page.waitForLoadState('networkidle')
  expect(await hosts()).toEqual([])
})

test.describe('until the marketplace is there', () => {
  test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })
  test('its place in the host says so, and after a while how to try again', async ({ page, baseURL }) => {
    let isHeld = true
    const held: (() => void)[] = []
    await page.route('**/embed/agent-app/**', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue().catch(() => {})
    })
    await page.setViewportSize({ width: 390, height: 844 })
    // The page has not loaded before its frame has.
    const began = Date.now()
    await page.goto(`${hostOf(baseURL)}/apps/marketplace/apps/crm`, { waitUntil: 'commit' })
    const place = page.locator('[data-marketplace]')
    await expect(place.getByRole('status')).toHaveText('Loading …')
    await expect(place.getByRole('heading')).toHaveText('The marketplace does not answer')
    expect(Date.now() - began).toBeGreaterThanOrEqual(8_000)
    await expectSound(page, 'the marketplace does not answer')
    isHeld = false
    await place.getByRole('button', { name: 'Try again' }).click()
    await expect(marketplace(page).getByRole('heading', { level: 1 })).toHaveText('CRM')
    await expect(place.getByRole('heading')).toHaveCount(0)
    await expect(place.getByRole('status')).toHaveCount(0)
    await expect(place.locator('iframe')).toHaveCount(1)
    for (const release of held) release()
  })
})

test.describe('for another person', () => {
  // The new frame still has the former person's token, which has ended.
  test.use({ expected: { messages: [/status of 401/] } })
  test("after 'Sign out' in the host nobody sees the former person’s frame, nor does who signs in next", async ({
    page,
    request,
    baseURL,
  }) => {
    // Nobody else has this organization, so nothing has to be uninstalled afterwards.
    const { owner } = await makeOrganization('left-alone')
    await openAs(page, owner)
    const token = await tokenOf(page)
    const { id } = (await (await request.get(`/api/v2/applications/${FREE}/published`)).json()) as { id: string }
    const headers = { authorization: `Bearer ${token}` }
    expect((await request.put(`/api/v2/applications/${id}/install`, { headers })).ok()).toBe(true)
    const mine = marketplace(page).getByRole('article').filter({ hasText: 'said once' })
    const account = (name: string) => page.getByRole('button', { name })
    await page.goto(`${hostOf(baseURL)}/apps/marketplace/my-apps`)
    await expect(mine).toBeVisible()
    await Promise.all([page.waitForEvent('popup'), account('Sign in').click()])
    await expect(account('Sign out')).toBeVisible()
    await expect(mine).toBeVisible()

    await account('Sign out').click()
    await expect(account('Sign in').first()).toBeVisible()
    await expect(mine).toBeHidden()
    await expect(marketplace(page).getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await signInByPopup(page, 'owner@acme.test', () => account('Sign in').click())
    await expect(account('Sign out')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(mine).toBeHidden()
  })
})
