import type { Page } from '@playwright/test'
import { importLines } from './beside.ts'
import { accountsUrl, signIn, tokenOf, openAs } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, hydrated, isMarked, markDocument, test } from './test.ts'

// The signed-in half of the web: its shell, its tables and its forms, on "My apps".

test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })

const COUNT = 22
const slugs = Array.from({ length: COUNT }, (_, index) => `tabled-${String(index + 1).padStart(2, '0')}`)
const nameOf = (slug: string) => slug.replaceAll('-', ' ')
const WHO = 'viceowner@acme.test'

test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(slugs.map((slug) => ({ slug, name: nameOf(slug), company: { name: 'Nightly' }, category: { slug: 'crm' } })))
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/${slugs.at(-1)}/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

const main = (page: Page) => page.getByRole('main')
const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const rows = (page: Page) => page.getByRole('table', { name: 'Installed apps' }).getByRole('row').filter({ hasText: 'tabled' })
const sheet = (page: Page, slug: string) => page.getByRole('dialog', { name: `Who uses ${nameOf(slug)}?` })

const installAll = async (page: Page, wanted: readonly string[]): Promise<void> => {
  const { request } = page.context()
  const authorization = `Bearer ${await tokenOf(page)}`
  for (const slug of wanted) {
    const { id } = (await (await request.get(`/api/v2/applications/${slug}/published`)).json()) as { id: string }
    const answer = await request.put(`/api/v2/applications/${id}/install`, { headers: { authorization } })
    // Another test may have installed it already.
    expect([200, 409]).toContain(answer.status())
  }
}
const openSignedIn = async (page: Page, path: string, wanted: readonly string[] = slugs): Promise<void> => {
  await openAs(page, WHO)
  await installAll(page, wanted)
  await page.goto(path)
}
test('the table is sorted, filtered and paged by its address, at every width and by keyboard', async ({ page }) => {
  await openSignedIn(page, '/my-apps/?view=table&find=tabled')
  await expectSound(page, 'the table', {
    again: async () => void (await page.reload()),
    also: async () => {
      await expect(rows(page)).toHaveCount(20)
      await expect(rows(page).first().getByRole('rowheader').getByRole('link')).toHaveText('tabled 01')
    },
  })
  await markDocument(page)
  await page.getByRole('link', { name: 'Sort by App' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/my-apps/?view=table&find=tabled&sort=-name')
  await expect(rows(page).first().getByRole('rowheader').getByRole('link')).toHaveText('tabled 22')
  await expect(page.getByRole('columnheader', { name: 'App' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/my-apps/?view=table&find=tabled&sort=-name&page=2')
  await expect(rows(page)).toHaveCount(2)
  await page.goBack()
  await expect(rows(page)).toHaveCount(20)
  // A filter starts at the first page again, and "Back" undoes it in one step.
  await page.getByRole('searchbox', { name: 'Find an app' }).fill('tabled 1')
  await expect(rows(page)).toHaveCount(10)
  await expect(page).toHaveURL('/my-apps/?view=table&find=tabled+1&sort=-name')
  await page.getByRole('searchbox', { name: 'Find an app' }).fill('no such name')
  await expect(main(page)).toContainText('No app fits')
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL('/my-apps/?view=table&sort=-name')
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Cards' }).click()
  await expect(page).toHaveURL('/my-apps/')
  await expect(main(page).getByRole('article').filter({ hasText: 'tabled 07' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('a form asks before what was chosen is lost, and is sent once', async ({ page }) => {
  const slug = 'tabled-02'
  await openSignedIn(page, '/my-apps/?find=tabled+02', [slug])
  await main(page)
    .getByRole('button', { name: /^Change/ })
    .click()
  const form = sheet(page, slug)
  await form.getByLabel('Only these').check()
  await form.getByLabel(/Mina Okoro/).check()
  await page.keyboard.press('Escape')
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(ask).toContainText(`You have changed who uses ${nameOf(slug)}. That would be lost.`)
  await ask.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel(/Mina Okoro/)).toBeChecked()
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') calls++
  })
  await form.getByRole('button', { name: 'Save' }).dblclick()
  await expect(messages(page)).toContainText('Saved.')
  await expect(form).toHaveCount(0)
  expect(calls).toBe(1)
  await expect(main(page).getByRole('article')).toContainText('Used by 1 person')
  // A form with its original values can be left without a question.
  await main(page)
    .getByRole('button', { name: /^Change/ })
    .click()
  await expect(form.getByLabel(/Mina Okoro/)).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a refusal of the server is shown in the form, with what is safe and what to do', async ({ page, context }) => {
  const slug = 'tabled-03'
  await openSignedIn(page, '/my-apps/?find=tabled+03', [slug])
  await main(page)
    .getByRole('button', { name: /^Change/ })
    .click()
  const form = sheet(page, slug)
  await form.getByLabel('Only these').check()
  const answer = async (status: number, json: object) =>
    page.route('**/applications/*/agents', (route) => route.fulfill({ status, json }), { times: 1 })
  await answer(400, {
    code: 'INVALID_PARAMETERS',
    message: 'Some of the parameters are not valid.',
    fields: [{ field: 'agents/0', message: 'has more than 100 characters' }],
  })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('It has more than 100 characters.')
  await answer(422, { code: 'AGENT_NOT_FOUND', message: 'One of these agents is not in your organization.' })
  await form.getByLabel(/Mina Okoro/).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('One of these agents is not in your organization. Nothing was changed.')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('It may have been saved all the same')
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(messages(page)).toContainText('Saved.')
})

test('a call that is refused for its session keeps what was entered, asks for the sign-in, and goes on', async ({
  page,
  baseURL,
}) => {
  const slug = 'tabled-04'
  await openSignedIn(page, '/my-apps/?find=tabled+04', [slug])
  await main(page)
    .getByRole('button', { name: /^Change/ })
    .click()
  const form = sheet(page, slug)
  await form.getByLabel('Only these').check()
  await form.getByLabel(/Arlo Finch/).check()
  const token = await tokenOf(page)
  // Simulates a session that was ended on another device.
  const ended = await page.request.delete(`${accountsUrl(baseURL)}/v2/token`, { headers: { authorization: `Bearer ${token}` } })
  expect(ended.ok()).toBe(true)
  await form.getByRole('button', { name: 'Save' }).click()
  const ask = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(ask).toBeVisible()
  await expect(page).toHaveURL('/my-apps/?find=tabled+04')
  const [popup] = await Promise.all([page.waitForEvent('popup'), ask.getByRole('button', { name: 'Sign in again' }).click()])
  if (!popup.isClosed()) await popup.waitForEvent('close')
  await expect(messages(page)).toContainText('Saved.')
  await expect(main(page).getByRole('article')).toContainText('Used by 1 person')
  expect(await tokenOf(page)).not.toBe(token)
})

test('a list that does not load says what happened and what is safe, and is tried again in place', async ({ page }) => {
  await openAs(page, WHO)
  await page.route('**/api/v2/organizations/my/applications?*', (route) => route.abort(), { times: 1 })
  await page.goto('/my-apps/')
  const failure = main(page).getByRole('alert')
  await expect(failure).toContainText("Installed apps list couldn't be loaded")
  await expect(failure).toContainText('The server did not answer. Nothing of yours was changed or lost.')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(main(page)).toContainText(/installed/)
  await expect(failure).toHaveCount(0)
})

test('the border between the halves is crossed by a document, and looks like none', async ({ page }) => {
  await page.goto('/apps/')
  await hydrated(page)
  const shell = await (await page.request.get('/my-apps/')).text()
  const scripts = [...shell.matchAll(/<script[^>]*\ssrc="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  expect(scripts).not.toEqual([])
  const prefetched = new Set<string>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'fetch') prefetched.add(new URL(response.url()).pathname)
  })
  await signIn(page, WHO)
  const places = () =>
    page.evaluate(() =>
      ['header a', 'header [data-account]', 'header nav'].map((part) => {
        const { left, top, width, height } = document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
        return [left, top, width, height]
      }),
    )
  const before = await places()
  await markDocument(page)
  // The menu has opened where the pointer already was.
  await page.mouse.move(5, 500)
  // Pointing at the menu loads the other half's scripts into the browser's cache.
  await page.locator('header summary', { hasText: /^Account/ }).hover()
  await expect.poll(() => scripts.filter((path) => !prefetched.has(path))).toEqual([])
  await page.locator('header summary', { hasText: /^Account/ }).click()
  await page.getByRole('banner').getByRole('link', { name: 'My apps' }).click()
  await expect(page).toHaveTitle(/^My apps \|/)
  expect(await isMarked(page)).toBe(false)
  for (const path of scripts) await expect(page.locator(`script[src="${path}"]`)).toHaveCount(1)
  expect(await places()).toEqual(before)
  await expect(main(page).getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Apps', exact: true }).click()
  await expect(page).toHaveURL('/apps/')
  await expect(page.getByRole('heading', { level: 1, name: 'All apps' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'My apps' })).toBeVisible()
})

test('a screen that is loaded in full begins at its top, and a reload stays where it was', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await page.goto('/my-apps/')
  await hydrated(page)
  await page.evaluate(() => window.scrollTo(0, 300))
  await expect.poll(scrolled).toBe(300)
  await page.reload()
  await hydrated(page)
  await expect.poll(scrolled).toBe(300)
  await page.goto('/billing/')
  await hydrated(page)
  expect(await scrolled()).toBe(0)
})
