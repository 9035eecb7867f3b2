// Tests that pages stay where they are while they load and while they are scrolled.
import type { Page } from '@playwright/test'
import { expect, hydrated, PAGES, test } from './test.ts'

// An unknown page is answered with 404, which the browser logs in its console.
test.use({ expected: { messages: [/status of 404/] } })

/** Notes from now on by how much the page moves while it loads, and what moves. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const nodes = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent))
        if (!hadRecentInput) shifts.push({ value, what: nodes.join(' | ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: { value: number; what: string }[] }).shifts)

const FONTS = '**/*.woff2'

test.describe('without its font', () => {
  test.use({ expected: { messages: [/status of 404/, /net::ERR_FAILED .*\.woff2\)$/] } })

  for (const { kind, path } of PAGES)
    test(`${kind} does not shift while it loads`, async ({ page }) => {
      await watchShifts(page)
      // When the font comes is a matter of the network, and how it differs from the system's font a matter of the machine.
      await page.route(FONTS, (route) => route.abort())
      await page.goto(path, { waitUntil: 'networkidle' })
      await hydrated(page)
      expect((await shiftsOf(page)).filter(({ value }) => value > 0.005)).toEqual([])
    })
})

/** The most that Core Web Vitals call good. */
const GOOD_SHIFT = 0.1

for (const path of ['/', '/apps/', '/apps/parcelwren/', '/saas-deals/', '/apps/nothing-of-that-name/'])
  test(`${path} shifts little when its font comes late`, async ({ page }) => {
    await watchShifts(page)
    let send = () => {}
    const late = new Promise<void>((resolve) => (send = resolve))
    await page.route(FONTS, async (route) => {
      await late
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await hydrated(page)
    send()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => document.fonts.check('1rem "Inter Variable"'))).toBe(true)
    const sum = (await shiftsOf(page)).reduce((total, { value }) => total + value, 0)
    expect(sum).toBeLessThan(GOOD_SHIFT)
  })

test('nothing in a list moves while it is scrolled, also after another order', async ({ page }) => {
  await page.goto('/apps/?sortBy=popularity')
  await hydrated(page)
  const places = () =>
    page
      .getByRole('main')
      .locator('article, nav')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top + window.scrollY))
  for (const order of ['alphabetically', 'popularity']) {
    await page.getByRole('main').getByLabel('Sort by').selectOption(order)
    // The list of the former order stays in the document while the new one loads.
    const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' })
    await expect(next).toHaveAttribute('href', `/apps/?sortBy=${order}&page=2`)
    const before = await places()
    await page.evaluate(async () => {
      for (let top = 0; top < document.body.scrollHeight; top += 300) {
        window.scrollTo(0, top)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }
    })
    expect(await places()).toEqual(before)
    await page.evaluate(() => window.scrollTo(0, 0))
  }
})
