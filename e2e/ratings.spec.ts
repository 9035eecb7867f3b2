import type { APIRequestContext, Page } from '@playwright/test'
import { signInByPopup, tokenOf, openAs } from './people.ts'
import { axeFindings, expectSound } from './sound.ts'
import { expect, hydrated, test } from './test.ts'

// A refusal is an answer with an error status, which the browser logs in its console.
test.use({ expected: { messages: [/Failed to load resource/] } })
// In order, because the tests rate the same applications.
test.describe.configure({ mode: 'serial' })

const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const reviews = (page: Page) => page.getByRole('region', { name: 'Reviews' })
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Rate / })

const idOf = async (request: APIRequestContext, slug: string): Promise<string> =>
  ((await (await request.get(`/api/v2/applications/${slug}/published`)).json()) as { id: string }).id
const call = async (page: Page, method: 'put' | 'delete', path: string, data?: object) =>
  page.request[method](path, { headers: { authorization: `Bearer ${await tokenOf(page)}` }, ...(data && { data }) })
const install = async (page: Page, slug: string) =>
  call(page, 'put', `/api/v2/applications/${await idOf(page.request, slug)}/install`)

/** Signs in, and opens the page of an application that the organization has installed. */
const openInstalled = async (page: Page, slug: string, email = 'owner@acme.test'): Promise<void> => {
  await openAs(page, email)
  expect([200, 409]).toContain((await install(page, slug)).status())
  await call(page, 'delete', `/api/v2/feedback/rate/application/${await idOf(page.request, slug)}`)
  await page.goto(`/apps/${slug}/`)
  await hydrated(page)
}

test('a rating by keyboard: what is missing is said, and the page has the new numbers at once', async ({ page }) => {
  await openInstalled(page, 'quiet-hours')
  const votes = reviews(page).getByText(/^\d+ ratings$/)
  const before = Number.parseInt((await votes.textContent()) ?? '')
  expect(before).toBeGreaterThan(100)
  await reviews(page).getByRole('button', { name: 'Rate this app' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByLabel('Your name').fill('')
  await dialog(page).getByRole('button', { name: 'Send rating' }).click()
  for (const text of [
    'This field cannot be blank, please rate the app on a scale from 1-5',
    'Please enter your name',
    'Please enter your review',
  ])
    await expect(dialog(page).getByText(text, { exact: true })).toBeVisible()
  expect(await axeFindings(page, { include: 'dialog' })).toEqual([])
  await dialog(page).getByLabel('Your name').fill('a'.repeat(65))
  await dialog(page).getByLabel('Your review').fill('Too short')
  await dialog(page).getByRole('button', { name: 'Send rating' }).click()
  await expect(dialog(page).getByText('Name cannot be longer than 64 characters', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText('Review cannot be shorter than 10 characters', { exact: true })).toBeVisible()

  // The first invalid field gets the focus: the stars.
  await expect(dialog(page).getByRole('radio', { name: '1 star' })).toBeFocused()
  await page.keyboard.press('Space')
  for (let stars = 2; stars <= 4; stars++) await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: '4 stars' })).toBeChecked()
  await dialog(page).getByLabel('Your name').fill('Olivia')
  await dialog(page).getByLabel('Your review').fill('Shows where people look.')
  await dialog(page).getByLabel('Your name').press('Enter')
  await expect(messages(page)).toContainText('Thank you for rating this app.')
  await expect(messages(page)).toBeEmpty({ timeout: 3_500 })
  await expect(dialog(page)).toBeHidden()
  await expect(votes).toHaveText(`${before + 1} ratings`)
  await expect(
    page
      .getByRole('main')
      .locator('header')
      .getByRole('link', { name: new RegExp(`${before + 1} ratings$`) }),
  ).toBeVisible()
  await expect(reviews(page)).toContainText('Your review is waiting to be verified.')
  await expect(reviews(page)).toContainText('Shows where people look.')
  await page.reload()
  await expect(reviews(page)).toContainText('Your review is waiting to be verified.')
  await expect(votes).toHaveText(`${before + 1} ratings`)

  await reviews(page).getByRole('button', { name: 'Delete your rating' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(votes).toHaveText(`${before} ratings`)
})

test('an application that is uninstalled on its page cannot be rated any more', async ({ page }) => {
  await openInstalled(page, 'kumquat-links')
  const rate = reviews(page).getByRole('button', { name: 'Rate this app' })
  await expect(rate).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Uninstall', exact: true }).locator('visible=true').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall', exact: true }).click()
  await page
    .getByRole('dialog', { name: /is uninstalled$/ })
    .getByRole('button', { name: 'Done' })
    .click()
  await expect(rate).toHaveCount(0)
})

test('a rating that the server refuses says why', async ({ page }) => {
  await openInstalled(page, 'quiet-hours')
  await reviews(page).getByRole('button', { name: 'Rate this app' }).click()
  // A colleague uninstalls it meanwhile.
  await call(page, 'delete', `/api/v2/applications/${await idOf(page.request, 'quiet-hours')}/install`)
  await dialog(page).locator('label', { hasText: '5 stars' }).click()
  await dialog(page).getByRole('button', { name: 'Send stars only' }).click()
  await expect(messages(page)).toContainText(
    'Unable to rate this app, please try again or contact our support. Only organizations that have this app installed can rate it.',
  )
  await expect(dialog(page)).toBeVisible()
  await page.reload()
  await expect(reviews(page)).toContainText('Only organizations that have this app installed can rate it.')
  await expect(reviews(page).getByRole('button', { name: 'Rate this app' })).toHaveCount(0)
})

test('a visitor signs in to rate, and is where they were', async ({ page }) => {
  await page.goto('/apps/quiet-hours/#reviews')
  await hydrated(page)
  await signInByPopup(page, 'owner@globex.test', () => reviews(page).getByRole('link', { name: 'Rate this app' }).click())
  await expect(reviews(page)).toContainText('Only organizations that have this app installed can rate it.')
})

test('its developer cannot rate it', async ({ page }) => {
  await page.goto('/developers/northwind/')
  const path = await page.getByRole('article').first().getByRole('link').first().getAttribute('href')
  await openAs(page, 'dev@northwind.test', path ?? '/')
  await expect(reviews(page)).toContainText('You cannot rate an app of your own organization.')
})

test('a review with markup, links and direction marks shows as text once staff have verified it', async ({
  page,
  browser,
  baseURL,
}) => {
  await openInstalled(page, 'kumquat-links')
  const text =
    '<img src=x onerror="document.title=1"> <a href="https://evil.example">click</a> https://evil.example \u202Edesrever'
  await reviews(page).getByRole('button', { name: 'Rate this app' }).click()
  await dialog(page).locator('label', { hasText: '2 stars' }).click()
  await dialog(page).getByLabel('Your name').fill('\u202E<b>Olivia</b>')
  await dialog(page).getByLabel('Your review').fill(text)
  await dialog(page).getByRole('button', { name: 'Send rating' }).click()
  await expect(reviews(page)).toContainText('Your review is waiting to be verified.')

  const staff = await browser.newPage({ baseURL: baseURL ?? '' })
  await openAs(staff, 'support@marketplace.test')
  const authorization = `Bearer ${await tokenOf(staff)}`
  const queue = await staff.request.get('/api/v2/feedback/reviews?limit=100', { headers: { authorization } })
  const { result } = (await queue.json()) as {
    result: { id: string; writtenAt: string; application: { slug: string }; of: string }[]
  }
  const waiting = result.find((each) => each.application.slug === 'kumquat-links' && each.of === 'review')
  expect(waiting).toBeTruthy()
  const decided = await staff.request.put(`/api/v2/feedback/reviews/${waiting?.id}/decision`, {
    headers: { authorization },
    data: { decision: 'verify', writtenAt: waiting?.writtenAt },
  })
  expect(decided.status()).toBe(200)
  await staff.close()

  await expect(async () => {
    await page.reload()
    await expect(reviews(page)).toContainText('Your review is published.', { timeout: 2_000 })
    await expect(reviews(page).getByRole('listitem').filter({ hasText: 'desrever' })).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  const shown = reviews(page).getByRole('listitem').filter({ hasText: 'desrever' })
  await expect(shown).toContainText('<a href="https://evil.example">click</a>')
  await expect(shown.locator('img, a, b')).toHaveCount(0)
  await expect(shown).toContainText(/Installed since [A-Z][a-z]{2} 20\d\d/)
  // The direction mark in the name does not reverse the text around it.
  expect(
    await shown
      .locator('bdi')
      .first()
      .evaluate((name) => getComputedStyle(name).unicodeBidi),
  ).toMatch(/isolate/)
  expect(await page.title()).not.toBe('1')
})

test('bars filter, the order changes, and a review is reported once', async ({ page }) => {
  await openAs(page, 'agent@acme.test', '/apps/chat-to-ticket/#reviews')
  const list = reviews(page).getByRole('list').last()
  await reviews(page)
    .getByRole('button', { name: /^4 stars/ })
    .click()
  await expect(reviews(page)).toContainText(/\d+ reviews? with 4 stars/)
  for (const each of await list.getByRole('listitem').all()) await expect(each).toContainText('4 out of 5')
  await reviews(page)
    .getByRole('button', { name: /^4 stars/ })
    .click()
  await reviews(page).getByLabel('Sort reviews').selectOption('Fewest stars first')
  await expect(list.getByRole('listitem').first()).not.toContainText(/[45] out of 5/)

  const report = list.getByRole('button', { name: /^Report/ }).first()
  await report.click()
  const ask = page.getByRole('dialog', { name: 'Report this review' })
  await ask.getByLabel('It is not about this app').check()
  expect(await axeFindings(page, { include: 'dialog' })).toEqual([])
  await ask.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(messages(page)).toContainText('Thank you. We will look at this review.')
  await report.click()
  await ask.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(messages(page)).toContainText('You have reported this review already.')
})

test('the reviews and the dialogs about them are sound at every width, in both themes', async ({ page }) => {
  await openInstalled(page, 'quiet-hours')
  // The tabs of the page are sticky, and cover what is scrolled below them.
  await expectSound(page, 'the reviews', { include: '#reviews', without: ['target-size'] })
  await reviews(page).getByRole('button', { name: 'Rate this app' }).click()
  await dialog(page).getByRole('button', { name: 'Send rating' }).click()
  await expect(dialog(page).getByText('Please enter your review', { exact: true })).toBeVisible()
  await expectSound(page, 'a dialog about reviews', { include: 'dialog[open]' })
  await page.keyboard.press('Escape')
  await reviews(page)
    .getByRole('button', { name: /^Report/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Report this review' })).toBeVisible()
  await expectSound(page, 'a dialog about reviews', { include: 'dialog[open]' })
})

test('every review is reached, with scripts and without', async ({ page, browser, baseURL }) => {
  const items = (of: Page) => reviews(of).getByRole('list').last().getByRole('listitem')
  const more = (of: Page) => reviews(of).getByRole('link', { name: 'Show more reviews' })
  const newest = /Fensterbau|Hoshizora|Orchard/
  await page.goto('/apps/chat-to-ticket/#reviews')
  await hydrated(page)
  await expect(items(page)).toHaveCount(10)
  const count = Number.parseInt(
    (await reviews(page)
      .getByText(/^\d+ reviews$/)
      .textContent()) ?? '',
    10,
  )
  await more(page).click()
  await expect(items(page)).toHaveCount(count)
  await expect(more(page)).toHaveCount(0)
  await expect(page).toHaveURL('/apps/chat-to-ticket/#reviews')

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  try {
    const plain = await context.newPage()
    await plain.goto('/apps/chat-to-ticket/')
    await expect(items(plain).first()).toContainText(newest)
    await more(plain).click()
    await expect(plain).toHaveURL('/apps/chat-to-ticket/?reviews=2#reviews')
    await expect(items(plain)).toHaveCount(count - 10)
    await expect(more(plain)).toHaveCount(0)
    await reviews(plain).getByRole('link', { name: 'Newer reviews' }).click()
    await expect(plain).toHaveURL('/apps/chat-to-ticket/#reviews')
    await expect(items(plain)).toHaveCount(10)
  } finally {
    await context.close()
  }

  // A later page of reviews can be opened by its address, and another order starts at the first page.
  await page.goto('/apps/chat-to-ticket/?reviews=2#reviews')
  await hydrated(page)
  await expect(items(page)).toHaveCount(count - 10)
  await reviews(page).getByLabel('Sort reviews').selectOption('Oldest first')
  await expect(items(page)).toHaveCount(10)
  await more(page).click()
  await expect(items(page)).toHaveCount(count)
})

test('the developer’s answer stands under a review, at 390 px too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/apps/peppergrove-crm/#reviews')
  await hydrated(page)
  const answered = reviews(page).getByRole('listitem').filter({ hasText: 'Gordon, Peak District Software' })
  await expect(answered).toContainText('Answer of Peppergrove')
  await expect(answered).toContainText('Installed since Sep 2025')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axeFindings(page, { include: '#reviews' })).toEqual([])
})

test('where reviews do not load the page keeps those that it has', async ({ page }) => {
  await page.goto('/apps/chat-to-ticket/#reviews')
  await hydrated(page)
  await page.route('**/reviews?*', (route) => route.abort(), { times: 1 })
  await reviews(page).getByLabel('Sort reviews').selectOption('Oldest first')
  await expect(messages(page)).toContainText("Reviews couldn't be loaded")
  await expect(reviews(page).getByRole('list').last().getByRole('listitem')).not.toHaveCount(0)
})
