import type { Page } from '@playwright/test'
import { field, open, options } from './search-field.ts'
import { expect, test } from './test.ts'

test('results are filtered, sorted and sent to somebody else', async ({ page, context }) => {
  await open(page, '/search/?query=chat')
  await expect(field(page)).toHaveValue('chat')
  const main = page.getByRole('main')
  await main.getByRole('checkbox', { name: /^Free/ }).check()
  await expect(page).toHaveURL('/search/?query=chat&payment=free')
  await expect(main.getByRole('link', { name: 'Remove the filter Free' })).toBeVisible()
  await main.getByLabel('Sort by').selectOption('alphabetically')
  await expect(page).toHaveURL('/search/?query=chat&payment=free&sortBy=alphabetically')
  await main.getByLabel('Sort by').selectOption('relevance')
  await expect(page).toHaveURL('/search/?query=chat&payment=free')
  const names = (of: Page) => of.getByRole('main').getByRole('article').getByRole('heading').allTextContents()
  const shown = await names(page)
  expect(shown.length).toBeGreaterThan(1)
  const other = await context.newPage()
  await open(other, page.url())
  expect(await names(other)).toEqual(shown)
  await expect(field(other)).toHaveValue('chat')
  await main.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/search/?query=chat')
})

test('results are narrowed to several categories, and to services', async ({ page }) => {
  await open(page, '/search/?query=chat')
  const main = page.getByRole('main')
  const categories = main.getByRole('group', { name: 'Category' }).getByRole('checkbox')
  const [first, second] = await categories.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
  await categories.first().check()
  await expect(page).toHaveURL(`/search/?query=chat&categories=${first}`)
  await categories.nth(1).check()
  await expect(page).toHaveURL(`/search/?query=chat&categories=${first},${second}`)
  await main.getByRole('link', { name: 'Clear all' }).click()
  await main
    .getByRole('group', { name: 'Apps and services' })
    .getByRole('checkbox', { name: /^Services/ })
    .check()
  await expect(page).toHaveURL('/search/?query=chat&kind=service')
  await expect(main.getByRole('article').getByRole('link').first()).toHaveAttribute('href', /^\/services\//)
})

test('a search from the results replaces them, and back brings the field back too', async ({ page }) => {
  await open(page, '/search/?query=crm')
  await field(page).fill('shipping')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “shipping”' })).toBeVisible()
  await expect(page).toHaveURL('/search/?query=shipping')
  await expect(options(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “crm”' })).toBeVisible()
  await expect(field(page)).toHaveValue('crm')
})

test('words that fit nothing exactly show the closest, and partners have a section of their own', async ({ page }) => {
  await open(page, '/search/?query=qzxv%20crm')
  await expect(page.getByText('Nothing fits “qzxv crm” exactly. These come closest.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0)
  await open(page, '/search/?query=chat')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\d+ partners$/ })
    .click()
  await expect(page.getByRole('region', { name: 'Partners' })).toBeInViewport()
})

test('before anything is searched for it says what to do', async ({ page }) => {
  await open(page, '/search/')
  await expect(page.getByText('Look for an app by its name')).toBeVisible()
  await open(page, '/search/?query=c')
  await expect(page.getByText('Type at least two letters or digits')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recommended apps' })).toBeVisible()
})
