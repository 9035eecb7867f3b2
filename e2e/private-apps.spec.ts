import type { Page } from '@playwright/test'
import { accountMenu, signIn, signInByPopup } from './people.ts'
import { expect, hydrated, test } from './test.ts'

// A refusal is an answer with an error status, which the browser logs in its console.
test.use({ expected: { messages: [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/] } })

test('a developer sees what is private and what is in review; nobody else does', async ({ page }) => {
  await page.goto('/private-apps/')
  await signInByPopup(page, 'dev@northwind.test', () => page.getByRole('main').getByRole('link', { name: 'Sign in' }).click())
  await page.getByRole('article').getByRole('link', { name: 'Northwind Label Printer' }).click()
  await expect(page).toHaveURL('/private-apps/northwind-label-printer/')
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Label Printer' })).toBeVisible()
  await accountMenu(page).click()
  await page.route('**/api/v2/applications/reviewed', (route) => route.abort(), { times: 1 })
  await page.getByRole('link', { name: 'Apps in review' }).click()
  await expect(page.getByRole('main')).toContainText("In review app list couldn't be loaded")
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('article').getByRole('link', { name: 'Northwind Trade Credit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Trade Credit' })).toBeVisible()
  await page.goto('/embedded-private-apps/northwind-label-printer/')
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Label Printer' })).toBeVisible()
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await hydrated(page)
  await signIn(page, 'owner@globex.test')
  await page.goto('/private-apps/northwind-label-printer/')
  await expect(page.getByRole('heading', { level: 1, name: 'There is no page here' })).toBeVisible()
  await page.goto('/embedded-apps/rolodeer/')
  await expect(page.getByRole('heading', { level: 1, name: 'Rolodeer' })).toBeVisible()
})

test('staff see every application in review with its page, and can install none', async ({ page }) => {
  await page.goto('/in-review-apps/')
  await signInByPopup(page, 'support@marketplace.test', () =>
    page.getByRole('main').getByRole('link', { name: 'Sign in' }).click(),
  )
  const links = page.getByRole('main').getByRole('article').getByRole('link')
  await expect(links.first()).toBeVisible()
  for (const name of await links.allTextContents()) {
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const { descriptions, addresses } = await headOf(page)
    expect(descriptions).toEqual([expect.stringMatching(/.{20}/)])
    expect(addresses).toEqual([new URL(page.url()).pathname.replace('/embed/agent-app', '')])
    await expect(page.getByRole('main').getByRole('button', { name: 'Install' })).toHaveCount(0)
    await page.goBack()
  }
})

/** What the document says of itself: each description and each canonical address in it. */
const headOf = (page: Page) =>
  page.evaluate(() => ({
    descriptions: [...document.head.querySelectorAll<HTMLMetaElement>('meta[name="description"]')].map(({ content }) => content),
    addresses: [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]')].map(
      ({ href }) => new URL(href).pathname + new URL(href).search,
    ),
  }))

test('a host product’s pages have lists of their own, whose cards lead to embedded pages', async ({ page }) => {
  await page.goto('/embed/agent-app/embedded-apps/')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(24)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/embed/agent-app/embedded-apps/?page=2')
  expect(await headOf(page)).toEqual({
    descriptions: ['The apps that work with the product that shows this page.'],
    addresses: ['/embedded-apps/'],
  })
  const link = cards.first().getByRole('link')
  const name = (await link.textContent()) ?? ''
  await link.click()
  await expect(page).toHaveURL(/\/embed\/agent-app\/embedded-apps\/[a-z0-9-]+\/$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goto('/embedded-private-apps/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
})
