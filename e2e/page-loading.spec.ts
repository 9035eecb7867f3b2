// How the data of the next page is loaded, and what the person reads while it is slow or fails.
import { main, open, watchPageData } from './lists-page.ts'
import { expect, isMarked, markDocument, test } from './test.ts'

const REFRESH_MS = 15_000

test('a list is asked for again after 15 s, and refreshed when the person comes back to it', async ({ page }) => {
  await page.clock.install()
  await open(page, '/apps/')
  const asked = watchPageData(page)
  const toServices = () => page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  const toApps = () => page.getByRole('banner').getByRole('link', { name: 'Apps', exact: true }).click()
  await toServices()
  await expect(page).toHaveURL('/services/')
  await toApps()
  await expect(page.getByRole('heading', { level: 1, name: 'All apps' })).toBeVisible()
  expect(asked).toEqual(['/page-data/services/page-data.json'])
  await page.clock.fastForward(REFRESH_MS)
  await toServices()
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible()
  expect(asked).toHaveLength(2)

  await page.route('**/page-data/services/page-data.json', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/"name":"Launch Week"/, '"name":"Lunch Week"') })
  })
  await page.clock.fastForward(REFRESH_MS)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(main(page).getByRole('heading', { name: 'Lunch Week' })).toBeVisible()
  expect(asked).toHaveLength(3)
})

test('a page that is slow to come is announced after a second, once, and the word goes with it', async ({ page }) => {
  await open(page, '/')
  let go: (() => Promise<void>) | undefined
  await page.route('**/page-data/services/page-data.json', (route) => {
    go = () => route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  const hint = page.getByRole('status').filter({ hasText: 'Still loading…' })
  await expect(hint).toBeVisible()
  await go?.()
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test.describe('when page data cannot be loaded', () => {
  test.use({ expected: { messages: [/Failed to load resource/, /status of 503/] } })
  for (const { from, path, sentence, heading } of [
    { from: '/', path: '/apps/crm/', sentence: "Apps list couldn't be loaded", heading: 'CRM' },
    { from: '/', path: '/services/', sentence: "Apps list couldn't be loaded", heading: 'Services' },
    { from: '/apps/', path: '/apps/parcelwren/', sentence: "App details couldn't be loaded", heading: 'Parcelwren' },
    { from: '/', path: '/partners/', sentence: "Experts list couldn't be loaded", heading: 'xperts' },
    {
      from: '/developers/',
      path: '/developers/northwind/',
      sentence: "Developer profile couldn't be loaded",
      heading: 'Northwind',
    },
  ]) {
    test(`${path} says so, and tries again without a full load`, async ({ page }) => {
      await open(page, from)
      await markDocument(page)
      let fails = true
      await page.route(`**/page-data${path}page-data.json`, (route) =>
        fails ? route.fulfill({ status: 503 }) : route.continue(),
      )
      await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence)
      await expect(page).toHaveURL(path)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('It failed again.')).toBeVisible()
      fails = false
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
      expect(await isMarked(page)).toBe(true)
    })
  }
})
