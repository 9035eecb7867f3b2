import { COLLECTIONS, LANDINGS } from '@marketplace/contracts/catalogue/collections'
import { CATEGORIES, LEAD_GENERATION } from '@marketplace/contracts/core/enumerations'
import { VARIANTS } from '@marketplace/contracts/core/variants'
import type { Page } from '@playwright/test'
import { expectSound } from './sound.ts'
import { expect, hydrated, PAGES, test } from './test.ts'

// An unknown page is answered with 404, which the browser logs in its console.
test.use({ expected: { messages: [/status of 404/] } })

/** Links to other variants, such as those of the product switcher, have a whole address. */
const expectLinksWithin = async (page: Page, prefix: string): Promise<void> => {
  const links = await page.locator('a[href^="/"]').evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(5)
  const outside = links.filter(
    (href) => href !== '/docs' && !href.startsWith('/pictures/') && !`${href}/`.startsWith(`${prefix}/`),
  )
  expect(outside).toEqual([])
}

for (const prefix of ['', '/helpdesk']) {
  for (const { kind, path } of PAGES) {
    test(`${kind} of ${prefix || 'base'} is whole, and its own links stay in its mount`, async ({ page }) => {
      const answer = await page.goto(prefix + path)
      expect(answer?.status()).toBe(kind === 'not found' ? 404 : 200)
      await hydrated(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('main')).toHaveCount(1)
      await expectLinksWithin(page, prefix)
    })
  }
}

const EVERY_LIST = [
  ...COLLECTIONS.map(({ slug }) => `/apps/${slug}/`),
  ...[...CATEGORIES, LEAD_GENERATION].map(({ slug }) => `/apps/${slug}/`),
  ...LANDINGS.map(({ slug }) => `/${slug}/`),
  '/apps/coming-soon/',
  '/partners/recommended/',
]
test('every list is there, with one heading, with and without its last slash', async ({ page }) => {
  for (const path of EVERY_LIST) {
    const answer = await page.goto(path)
    expect([path, answer?.status()]).toEqual([path, 200])
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    expect((await page.request.get(path.slice(0, -1))).status()).toBe(200)
  }
})

for (const { name, prefix } of VARIANTS) {
  test(`the pages of ${name} come up and stay in it`, async ({ page }) => {
    for (const path of ['/', '/apps/', '/apps/parcelwren/', '/services/', '/partners/', '/developers/']) {
      expect((await page.goto(prefix + path))?.status()).toBe(200)
      await hydrated(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectLinksWithin(page, prefix)
    }
  })
}

/** The background colour of the page in each theme. */
const GROUND = { light: 'rgb(251, 250, 248)', dark: 'rgb(15, 16, 18)' }

for (const { kind, path } of PAGES) {
  test(`${kind} fits 390, 768 and 1376 px, and axe finds nothing in either theme`, async ({ page }) => {
    await expectSound(page, kind, {
      // Opens the page again for each theme, because elements out of view keep the former theme's colours until they are scrolled to.
      again: async ({ colorScheme }) => {
        await page.goto(path)
        await hydrated(page)
        await expect(page.locator('body')).toHaveCSS('background-color', GROUND[colorScheme])
      },
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a visitor finds an application, sorted, on the second page, and reads it', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: /browse all apps/i }).click()
    await expect(page).toHaveURL('/apps/')
    await page.getByLabel(/sort by/i).selectOption('alphabetically')
    await page.getByRole('button', { name: 'Sort' }).click()
    await expect(page).toHaveURL(/sortBy=alphabetically/)
    await page.getByRole('navigation', { name: /pag/i }).getByRole('link', { name: /next/i }).click()
    await expect(page).toHaveURL(/sortBy=alphabetically&page=2|page=2&sortBy=alphabetically/)
    await page.goto('/apps/parcelwren/')
    await expect(page.getByRole('heading', { level: 1, name: 'Parcelwren' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Changelog' })).toBeVisible()
    await expect(page.getByText('Live parcel tracking').first()).toBeVisible()
  })
})
