import type { Page } from '@playwright/test'
import { importLines } from './beside.ts'
import { tokenOf, uninstall, openAs } from './people.ts'
import { expect, test } from './test.ts'

// Installs that another product is told about. The products are the sample applications; the path of each address chooses its answer.

test.use({ expected: { messages: [/Failed to load resource/] } })

/** The slug of each application, and the behaviour of its install address. */
const PRODUCTS = {
  'told-and-created': 'creates',
  'told-and-connected': 'connects',
  'told-in-other-words': 'invents',
  'told-in-markup': 'marks-up',
  'told-with-tracking': 'chatbot',
  'told-but-refusing': 'refuses',
  'told-but-shouting': 'refuses-with-markup',
  'told-but-erring': 'errs',
  'told-but-broken': 'breaks',
  'told-but-garbled': 'malformed',
  'told-but-huge': 'huge',
  'told-but-redirecting': 'redirects',
  'told-but-silent': 'slow',
} as const
type Slug = keyof typeof PRODUCTS
const LISTED = Object.keys(PRODUCTS) as Slug[]
const NOBODY_THERE = 'told-nobody'

const productOf = (baseURL: string | undefined) => `http://127.0.0.1:${Number(new URL(baseURL ?? '').port) + 3}`

test.beforeAll(async ({ baseURL, playwright }) => {
  const line = (slug: string, directInstallUrl: string) => ({
    slug,
    name: slug.replaceAll('-', ' '),
    company: { name: 'Nightly' },
    category: { slug: 'crm' },
    authorization: { clientId: `client-of-${slug}`, scopes: [{ name: 'chats--all:ro', required: true }] },
    directInstallUrl,
  })
  await importLines([
    ...LISTED.map((slug) => line(slug, `${productOf(baseURL)}/install/${PRODUCTS[slug]}`)),
    line(NOBODY_THERE, `${productOf(baseURL).replace('127.0.0.1', 'localhost')}/install/creates`),
  ])
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/${NOBODY_THERE}/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

let opened: string | null = null
test.afterEach(async ({ page, baseURL }) => {
  if (opened === null) return
  await page.goto(`${baseURL}/apps/${opened}/`)
  await uninstall(page.request, await tokenOf(page), opened)
  opened = null
})

const nameOf = (slug: string) => slug.replaceAll('-', ' ')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const installButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Install', exact: true }).locator('visible=true')

/** Opens the install dialog of an application for a person who may install it. */
const openDialog = async (page: Page, slug: string, query = '') => {
  opened = slug
  const known = page.waitForResponse((response) => response.url().endsWith('/instance'))
  await openAs(page, 'owner@globex.test', `/apps/${slug}/${query}`)
  await known
  await installButton(page).click()
  return dialog(page, `Install ${nameOf(slug)}`)
}
const install = async (page: Page, slug: string, query = '') => {
  const before = await openDialog(page, slug, query)
  await before.getByRole('button', { name: `Install ${nameOf(slug)}` }).click()
  return before
}
const isInstalled = (page: Page) =>
  expect(
    page
      .getByRole('complementary', { name: 'Price and details' })
      .getByText('Installed', { exact: true })
      .locator('visible=true'),
  )

for (const [slug, text] of [
  ['told-and-created', 'Your organization has an account there now.'],
  ['told-and-connected', 'Your organization had an account there already. It is connected now.'],
  ['told-in-markup', '<b>Bold</b> <img src=x onerror="document.title=1">'],
] as const)
  test(`after the product’s answer at /${PRODUCTS[slug]}, the install dialog says: ${text}`, async ({ page, baseURL }) => {
    const before = await openDialog(page, slug)
    const host = new URL(productOf(baseURL)).host
    await expect(before.getByText(`${host} is told of it and sets up an account for your organization`)).toBeVisible()
    await before.getByRole('button', { name: `Install ${nameOf(slug)}` }).click()
    const after = dialog(page, `Set up ${nameOf(slug)}`)
    await expect(after.getByText(text, { exact: true })).toBeVisible()
    await expect(after.locator('img, b')).toHaveCount(0)
    await expect(messages(page)).toContainText('Application installed successfully!')
    await expect(page).toHaveURL(`/apps/${slug}/`)
    await expect(after.getByRole('button', { name: 'Set it up again' })).toHaveCount(0)
    await after.getByRole('button', { name: 'Done' }).click()
    await isInstalled(page).toBeVisible()
    // The result is shown only once; a later dialog is only about the settings.
    await page.goto(`/apps/${slug}/?action=settings`)
    await expect(dialog(page, `Set up ${nameOf(slug)}`)).toBeVisible()
    await expect(page.getByText(text, { exact: true })).toHaveCount(0)
  })

test('an unknown account status in the product’s answer counts as an ordinary install', async ({ page }) => {
  await install(page, 'told-in-other-words')
  await expect(messages(page)).toContainText('Application installed successfully!')
  await isInstalled(page).toBeVisible()
  await expect(page.getByText('on the moon')).toHaveCount(0)
})

const REFUSED = {
  'told-but-refusing': 'Your trial of the product has ended. Choose a plan there first.',
  'told-but-shouting': '<img src=x onerror="document.title=1"> No.',
  'told-but-erring': 'There is no room for another account.',
} as const
for (const [slug, reason] of Object.entries(REFUSED))
  test(`a refusal by the product at /${PRODUCTS[slug as Slug]} prevents the install and shows the product’s reason`, async ({
    page,
  }) => {
    const still = await install(page, slug)
    await expect(messages(page)).toContainText(`Application couldn't be installed: ${reason}`)
    await expect(still.getByText(`${nameOf(slug)} says: “${reason}”`, { exact: true })).toBeVisible()
    await expect(still.locator('img')).toHaveCount(0)
    expect(await page.title()).not.toBe('1')
    await expect(still.getByRole('button', { name: `Install ${nameOf(slug)}` })).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(installButton(page)).toBeVisible()
    await page.goto('/my-apps/')
    await expect(page.getByRole('heading', { name: 'My apps' })).toBeVisible()
    await expect(page.getByText(nameOf(slug))).toHaveCount(0)
  })

const UNKNOWN = 'Unknown error'
const UNANSWERED = 'The product that it belongs to does not answer right now. Try again later.'
for (const [slug, reason] of [
  ['told-but-broken', UNKNOWN],
  ['told-but-garbled', UNANSWERED],
  ['told-but-huge', UNANSWERED],
  ['told-but-redirecting', UNANSWERED],
] as const)
  test(`a failure of the product at /${PRODUCTS[slug]} prevents the install: ${reason}`, async ({ page }) => {
    const still = await install(page, slug)
    await expect(messages(page)).toContainText(`Application couldn't be installed: ${reason}`)
    await expect(still.getByText(/ says: “/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(installButton(page)).toBeVisible()
  })

test('the dialog waits for a product that does not answer; then the application is not installed', async ({ page }) => {
  const still = await install(page, 'told-but-silent')
  await expect(still.getByText('Waiting for told but silent …')).toBeVisible()
  await expect(still.getByRole('button', { name: 'Install told but silent' })).toBeDisabled()
  await expect(messages(page)).toContainText(`Application couldn't be installed: ${UNANSWERED}`)
  await expect(still.getByText(/^Waiting for/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(installButton(page)).toBeVisible()
})

test('a product whose origin is not listed gets no request: the button leads to its address', async ({ page, baseURL }) => {
  const address = `${productOf(baseURL).replace('127.0.0.1', 'localhost')}/install/creates`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Played</title>' }))
  const before = await openDialog(page, NOBODY_THERE)
  await expect(before.getByText('After that you go on at localhost')).toBeVisible()
  await before.getByRole('button', { name: 'Install told nobody' }).click()
  await expect(page).toHaveURL(address)
})

test.describe('with consent to be remembered', () => {
  test.use({ storageState: { cookies: [], origins: [] } })
  test('an install sends the page and the campaign from which the person came', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('marketplace-consent', 'granted'))
    const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/install'))
    await install(page, 'told-with-tracking', '?utm_source=mail&utm_campaign=spring&other=1')
    expect((await sent).postDataJSON()).toEqual({
      source_path: '/apps/told-with-tracking/',
      utm_source: 'mail',
      utm_campaign: 'spring',
    })
    await expect(dialog(page, 'Set up told with tracking').getByText('Your chatbot account is ready.')).toBeVisible()
  })
})

for (const slug of ['chatbot', 'knowledge-base'])
  test(`the ${nameOf(slug)} of the demo sets up an account with its install`, async ({ page }) => {
    opened = slug
    const known = page.waitForResponse((response) => response.url().endsWith('/instance'))
    await openAs(page, 'owner@acme.test', `/apps/${slug}/`)
    await known
    await installButton(page).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Install / })
      .click()
    await expect(page.getByRole('dialog').getByText(`Your ${nameOf(slug)} account is ready.`)).toBeVisible()
  })
