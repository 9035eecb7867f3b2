import type { Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, hydrated, isMarked, markDocument, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Goes back as a person does. The driver's own method waits for a navigation, but here only something closes. */
const goBack = (page: Page): Promise<void> => page.evaluate(() => window.history.back())
const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY)

test('going back closes what is open over a page, gives the focus back and stays; then it leaves', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 })
  const dialog = page.getByRole('dialog')
  await page.goto('/')
  await hydrated(page)
  await markDocument(page)
  await page.getByRole('link', { name: /browse all apps/i }).click()
  await expect(heading).toHaveText('All apps')

  const search = page.getByRole('banner').getByRole('button', { name: 'Search' })
  await search.click()
  await expect(dialog).toHaveAccessibleName('Search')
  await goBack(page)
  await expect(dialog).toHaveCount(0)
  await expect(search).toBeFocused()
  await expect(page).toHaveURL('/apps/')

  const filters = page.getByRole('button', { name: /^Filters/ })
  await filters.click()
  await dialog.getByRole('checkbox', { name: /^Free/ }).check()
  await expect(page).toHaveURL('/apps/?payment=free')
  await goBack(page)
  await expect(dialog).toHaveCount(0)
  await expect(filters).toBeFocused()
  await expect(page).toHaveURL('/apps/?payment=free')
  await goBack(page)
  await expect(page).toHaveURL('/apps/')

  const card = page.getByRole('main').getByRole('link', { name: 'Parcelwren' }).first()
  await card.scrollIntoViewIfNeeded()
  const place = await scrolled(page)
  await card.click()
  await expect(heading).toHaveText('Parcelwren')
  const picture = page.getByRole('region', { name: 'Screenshots' }).getByRole('link').first()
  await picture.click()
  await expect(dialog).toHaveAccessibleName('Screenshots of Parcelwren')
  const before = await scrolled(page)
  await goBack(page)
  await expect(dialog).toHaveCount(0)
  await expect(picture).toBeFocused()
  expect(await scrolled(page)).toBe(before)
  await expect(heading).toHaveText('Parcelwren')
  await goBack(page)
  await expect(heading).toHaveText('All apps')
  await expect.poll(() => scrolled(page)).toBe(place)
  expect(await isMarked(page)).toBe(true)
})

test('filters that are closed before their list has come keep the focus when it comes', async ({ page }) => {
  const dialog = page.getByRole('dialog')
  const filters = page.getByRole('button', { name: /^Filters/ })
  let deliver = () => {}
  const asked = new Promise<void>((resolve) => {
    void page.route('**/page-data/apps/page-data.json?payment=free*', async (route) => {
      resolve()
      await new Promise<void>((release) => {
        deliver = release
      })
      await route.continue()
    })
  })
  await page.goto('/apps/')
  await hydrated(page)
  await filters.click()
  await dialog.getByRole('checkbox', { name: /^Free/ }).check()
  await asked
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(filters).toBeFocused()
  deliver()
  await expect(filters).toHaveText('Filters (1)')
  await expect(page.getByRole('status').filter({ hasText: /results/ })).toHaveCount(1)
  await expect(filters).toBeFocused()
})

test('a step back that comes before the close event of what it closed has been heard leaves', async ({ page }) => {
  await page.goto('/apps/crm/')
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'Peppergrove CRM' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Peppergrove CRM' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Search')
  await page.evaluate(() =>
    window.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true, once: true }),
  )
  await goBack(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The browser computes a step in the history from the target of the step before, until that step has been cancelled.
  await page.waitForTimeout(500)
  await goBack(page)
  await expect(page).toHaveURL('/apps/crm/')
})

test('going back closes a question, which has then not been answered', async ({ page }) => {
  await page.goto('/apps/crm/')
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'Peppergrove CRM' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Peppergrove CRM' })).toBeVisible()
  await signIn(page, 'owner@globex.test')
  await page.getByRole('main').getByRole('button', { name: 'Install', exact: true }).locator('visible=true').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Install Peppergrove CRM')
  await goBack(page)
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/apps/peppergrove-crm/')
  await goBack(page)
  await expect(page).toHaveURL('/apps/crm/')
})
