import type { Page } from '@playwright/test'
import { importLines, makeOrganization } from './beside.ts'
import { openAs } from './people.ts'
import { expect, hydrated, test } from './test.ts'

test.use({ expected: { messages: [/Failed to load resource/] } })

test.describe('links in view', () => {
  // A browser without a window fetches nothing ahead.
  test.use({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  })
  test('that lead to the same page do not keep it from being fetched ahead', async ({ page }) => {
    const fetched = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/page-data/')) fetched.add(pathname)
    })
    await page.goto('/')
    await hydrated(page)
    // The link to all applications is in the header and below the search field.
    await expect.poll(() => fetched.has('/page-data/apps/page-data.json'), { timeout: 60_000 }).toBe(true)
  })
})

for (const width of [390, 1376])
  test(`a slow page shows its shape wherever the click was, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/apps/')
    await hydrated(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/page-data/apps/*/page-data.json', async (route) => {
      await held
      await route.continue()
    })
    const card = page.getByRole('article').nth(20).getByRole('link')
    await card.scrollIntoViewIfNeeded()
    // The driver may scroll once more before it clicks: cards that come into view turn out higher than estimated.
    await page.evaluate(() =>
      document.addEventListener('click', () => document.documentElement.setAttribute('data-clicked-at', `${window.scrollY}`), {
        capture: true,
        once: true,
      }),
    )
    await card.click()
    const before = Number(await page.locator('html').getAttribute('data-clicked-at'))
    expect(before).toBeGreaterThan(500)
    const shape = page.locator('.skeleton').first()
    await expect(shape).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(200)
    answer()
    await expect(shape).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'Apps', exact: true })).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'All apps' })).toBeVisible()
    // Cards that were not in view yet may turn out a little higher than estimated.
    await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(200)
  })

test('every picture of the gallery is whole, and the lightbox enlarges it on a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 1376, height: 900 })
  await page.goto('/apps/parcelwren/')
  await hydrated(page)
  for (const picture of await page.getByRole('region', { name: 'Screenshots' }).getByRole('img').all())
    await expect(picture).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  const thumbnail = page.getByRole('region', { name: 'Screenshots' }).getByRole('img').first()
  const small = await thumbnail.boundingBox()
  await thumbnail.click()
  const picture = page.getByRole('dialog').getByRole('img').first()
  const large = await picture.boundingBox()
  expect((large?.height ?? 0) / (small?.height ?? 1)).toBeGreaterThan(2.5)
  for (const name of ['Close', 'Previous screenshot', 'Next screenshot']) {
    const box = await page.getByRole('dialog').getByRole('button', { name }).boundingBox()
    expect(box?.width).toBe(box?.height)
  }
  await page.getByRole('button', { name: 'Show it whole' }).click()
  expect((await picture.boundingBox())?.width ?? 999).toBeLessThanOrEqual(390)
})

for (const [width, perRow] of [
  [768, 2],
  [1100, 2],
] as const)
  test(`no card of the start page stands alone in its row at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const lists = await page.getByRole('main').locator('ul:has(> li article)').all()
    expect(lists.length).toBeGreaterThan(3)
    for (const list of lists) expect((await list.locator('> li:visible').count()) % perRow).toBe(0)
    const lobby = await page.getByRole('region', { name: 'Highlights' }).getByRole('article').last().boundingBox()
    // The last of an odd number of cards takes the whole row if there are two columns.
    if (width === 768) expect(lobby?.width ?? 0).toBeGreaterThan(600)
  })

test('the price in the bar of a small screen takes two lines at most', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const slug of ['parcelwren', 'stockwhistle', 'sievegate', 'kumquat-inbox']) {
    await page.goto(`/apps/${slug}/`)
    const price = await page.locator('[data-action-bar] p').boundingBox()
    expect(price?.height ?? 0).toBeLessThanOrEqual(44)
  }
})

test('the footer’s categories do not end in the middle of the alphabet', async ({ page }) => {
  await page.goto('/')
  const categories = await page.getByRole('contentinfo').getByRole('list').first().getByRole('link').allTextContents()
  // The categories with the most applications come first.
  expect(categories).not.toEqual(categories.toSorted())
  expect(categories.length).toBeLessThanOrEqual(14)
})

test('an application without a word on trust has no empty block for it', async ({ page }) => {
  await importLines([{ slug: 'without-trust', name: 'Without trust', category: { slug: 'crm' }, company: null }])
  await expect(async () => expect((await page.goto('/apps/without-trust/'))?.status()).toBe(200)).toPass()
  const panel = page.getByRole('complementary', { name: 'Price and details' })
  // Lines divide the panel: below its buttons, and below what is said about trust.
  for (const [width, lines] of [
    [390, 0],
    [1376, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(panel.getByText('Works with')).toBeVisible()
    await expect(panel.locator('hr:visible')).toHaveCount(lines)
    await expect(panel.locator('ul:not(:has(li))')).toBeHidden()
  }
  await page.goto('/apps/parcelwren/')
  await expect(panel.locator('hr:visible')).toHaveCount(2)
})

test.describe('long words without a space make no page wider', () => {
  const long = 'x'.repeat(60)
  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

  test('of a developer and an application', async ({ page }) => {
    const company = { name: long, website: `https://${long}.example`, email: `${long}@example.com` }
    const benefits = [{ name: long, description: long }]
    await importLines([{ slug: 'of-long-words', name: long, category: { slug: 'desktop-sharing' }, company, benefits }])
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/apps/of-long-words/', `/developers/${long}/`, '/apps/desktop-sharing/', `/search/?query=${long}`]) {
      await expect(async () => expect((await page.goto(path))?.status()).toBe(200)).toPass()
      await expect(page.getByRole('main')).toContainText(long)
      expect([path, await widthOf(page)]).toEqual([path, 390])
    }
    // Other tests add developers too, so the page of the list is not known.
    for (let listed = 1; listed <= 20; listed++) {
      expect((await page.goto(`/developers/?page=${listed}`))?.status()).toBe(200)
      if ((await page.getByRole('main').textContent())?.includes(long)) break
    }
    await expect(page.getByRole('main')).toContainText(long)
    expect(await widthOf(page)).toBe(390)
    await openAs(page, (await makeOrganization('long-words')).owner, '/apps/of-long-words/')
    for (const button of [page.getByRole('main'), page.getByRole('dialog')])
      await button
        .getByRole('button', { name: /^Install/ })
        .locator('visible=true')
        .click()
    await expect(page.getByRole('status', { name: 'Messages' })).toContainText('Application installed successfully!')
    await page.goto('/my-apps/activity/')
    await expect(page.getByRole('table')).toContainText(long)
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await widthOf(page)).toBe(width)
    }
  })

  test('of a category', async ({ page }) => {
    // The category is in the menus and the footer of every page, so an import would change the pages of other tests.
    await page.route(
      (url) => /\/(?:nothing)?$|^\/apps\//.test(url.pathname),
      async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('CRM', long) })
      },
    )
    for (const path of ['/', '/apps/?categories=crm', '/apps/crm/', '/apps/peppergrove-crm/', '/nothing/'])
      for (const width of [390, 1376]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(path)
        await expect(page.getByRole('contentinfo')).toContainText(long)
        expect([path, await widthOf(page)]).toEqual([path, width])
      }
  })
})
