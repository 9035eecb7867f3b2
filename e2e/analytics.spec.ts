// What is counted, when people are asked, and what is stored: docs/product/analytics.md.
import type { Page, Request } from '@playwright/test'
import { EVENTS } from '@marketplace/contracts/analytics/events'
import { api, cardFrame, enterCard, CARDS, fillCart, idOf, main, openAsBuyer, payButton } from './buying.ts'
import { accountMenu, signInByPopup, openAs } from './people.ts'
import { axeFindings } from './sound.ts'
import { expect, hydrated, test } from './test.ts'

// These visitors have never been asked.
test.use({ storageState: { cookies: [], origins: [] } })

const question = (page: Page) => page.getByRole('region', { name: 'May we remember where you came from?' })
type Sent = { variant: string; events: { event: string; application?: string; detail?: string }[] }
const sentIn = (request: Request): Sent => request.postDataJSON() as Sent

/** All events that a page has sent when the person leaves it. */
const eventsOf = (page: Page): Sent['events'] => {
  const events: Sent['events'] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/events')) events.push(...sentIn(request).events)
  })
  return events
}
const layerOf = (page: Page) => page.evaluate(() => (window as { dataLayer?: Record<string, unknown>[] }).dataLayer)
const storedIn = (page: Page) =>
  page.evaluate(() => ({
    local: Object.keys(localStorage).toSorted(),
    session: Object.keys(sessionStorage),
    cookie: document.cookie,
  }))

test('before an answer only our own anonymous counts: nothing is stored or passed on', async ({ page }) => {
  const events = eventsOf(page)
  await page.goto('/?utm_source=mail&utm_campaign=spring')
  await expect(question(page)).toBeVisible()
  expect(await storedIn(page)).toEqual({ local: [], session: [], cookie: '' })
  expect(await layerOf(page)).toEqual([])
  await page
    .getByRole('link', { name: /All apps|Browse all/ })
    .first()
    .click()
  await page.waitForURL('**/apps/')
  await expect.poll(() => events.length).toBeGreaterThan(1)
  expect(events).toEqual([
    { event: 'pageview', detail: 'home' },
    { event: 'pageview', detail: 'listing' },
  ])
  expect(await layerOf(page)).toEqual([])
  expect((await storedIn(page)).local).not.toContain('marketplace-last-touch')
})

test('who agrees: utm values are kept, the dataLayer gets what is declared, and a later no takes all of it back', async ({
  page,
}) => {
  const long = 'x'.repeat(500)
  await page.goto(`/apps/parcelwren/?utm_source=mail%00%0Anews&utm_medium=${long}&utm_evil=1`)
  await question(page).getByRole('button', { name: 'I agree' }).click()
  await expect(question(page)).toBeHidden()
  const values = { utm_source: 'mail news', utm_medium: 'x'.repeat(200) }
  const layer = (await layerOf(page)) ?? []
  expect(layer).toEqual([
    { event: 'consent', variant: 'base', detail: 'granted' },
    { event: 'attribution', first_touch: values, last_touch: values },
    { event: 'pageview', variant: 'base', detail: 'application', path: '/marketplace/apps/parcelwren/' },
  ])
  const cookies = await page.context().cookies()
  const utm = cookies.find(({ name }) => name === 'marketplace_utm')
  expect(utm).toMatchObject({ path: '/', sameSite: 'Lax' })
  const days = ((utm?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(13.9)
  expect(days).toBeLessThanOrEqual(14)

  // The next visit asks nothing, and its campaign becomes the last touch, never the first.
  await page.goto('/apps/?utm_source=ad')
  await hydrated(page)
  const touches = () =>
    page.evaluate(() =>
      ['marketplace-first-touch', 'marketplace-last-touch'].map(
        (key) => (JSON.parse(localStorage.getItem(key) ?? 'null') as { values: object } | null)?.values,
      ),
    )
  await expect.poll(touches).toEqual([values, { utm_source: 'ad' }])
  await expect(question(page)).toBeHidden()
  await expect.poll(async () => (await layerOf(page))?.length).toBeGreaterThan(1)
  expect(await layerOf(page)).toEqual([
    { event: 'attribution', first_touch: values, last_touch: { utm_source: 'ad' } },
    { event: 'pageview', variant: 'base', detail: 'listing', path: '/marketplace/apps/' },
  ])

  await page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' }).click()
  await expect(question(page)).toContainText('You have agreed before.')
  await question(page).getByRole('button', { name: 'No, thanks' }).click()
  expect(await storedIn(page)).toMatchObject({ local: ['marketplace-consent'], cookie: '' })
  expect(await layerOf(page)).toEqual([])
})

test('a person is identified once, after consent, and without name or e-mail', async ({ page }) => {
  await page.goto('/apps/')
  await question(page).getByRole('button', { name: 'I agree' }).click()
  await hydrated(page)
  await signInByPopup(page, 'agent@acme.test', () => page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click())
  const identified = async () => ((await layerOf(page)) ?? []).filter(({ event }) => event === 'identify')
  await expect.poll(identified).toEqual([{ event: 'identify', product_id: 'lc2', user_id: expect.any(String) }])
  expect(JSON.stringify(await layerOf(page))).not.toMatch(/acme\.test/)
  await page.reload()
  await expect(accountMenu(page)).toBeVisible()
  await expect.poll(async () => (await layerOf(page))?.length).toBeGreaterThan(0)
  expect(await identified()).toEqual([])
})

test('a no is remembered, and nothing else is', async ({ page }) => {
  await page.goto('/?utm_source=mail')
  await question(page).getByRole('button', { name: 'No, thanks' }).click()
  await page.goto('/apps/?utm_source=mail')
  await expect.poll(() => layerOf(page)).toEqual([])
  await expect(question(page)).toBeHidden()
  expect((await storedIn(page)).local).toEqual(['marketplace-consent'])
})

test('a browser that sends Global Privacy Control is not asked, and nothing is kept unless the person agrees by themselves', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }))
  await page.goto('/?utm_source=mail')
  await expect.poll(() => layerOf(page)).toEqual([])
  await expect(question(page)).toHaveCount(0)
  expect(await storedIn(page)).toEqual({ local: [], session: [], cookie: '' })
  await page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' }).click()
  await question(page).getByRole('button', { name: 'I agree' }).click()
  await expect.poll(async () => (await storedIn(page)).cookie).toContain('marketplace_utm')
})

test('a sign-in passes on where the person came from', async ({ page }) => {
  await page.goto('/?utm_source=mail')
  await question(page).getByRole('button', { name: 'I agree' }).click()
  await page.goto('/apps/')
  await hydrated(page)
  const popup = page.waitForEvent('popup')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect.poll(async () => new URL((await popup).url()).searchParams.get('utm_source')).toBe('mail')
})

test('the question can be answered by keyboard, covers nothing that acts, moves nothing, and is asked in no frame', async ({
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1376]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/apps/parcelwren/')
      await expect(question(page)).toBeVisible()
      expect(await axeFindings(page, { include: '#consent' })).toEqual([])
      const box = await question(page).boundingBox()
      const bar = await page.locator('[data-action-bar]').boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
      if (bar && box) expect(box.y + box.height).toBeLessThanOrEqual(bar.y)
    }
  }
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
  expect(shift).toBeLessThan(0.01)
  // A person who opened it by keyboard continues at the same place.
  const choices = page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' })
  const agree = question(page).getByRole('button', { name: 'I agree' })
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(agree).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(choices).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(choices).toBeFocused()
  // If nothing had the focus before, the page gets it.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(question(page)).toBeVisible()
  await agree.focus()
  await page.keyboard.press('Enter')
  await expect(main(page)).toBeFocused()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/embed/agent-app/apps/')
  await expect.poll(() => layerOf(page)).toEqual([])
  await expect(question(page)).toBeHidden()
})

test('in a frame the code of the question comes with who opens it, and then all follows as elsewhere', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (/keep-consent/.test(request.url())) loaded.push(request.url())
  })
  await page.goto('/embed/agent-app/apps/?utm_source=mail')
  await expect.poll(() => layerOf(page)).toEqual([])
  await page.waitForLoadState('networkidle')
  expect(loaded).toEqual([])
  await page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' }).click()
  await expect(question(page).getByRole('heading')).toBeFocused()
  expect(loaded).toHaveLength(1)
  await question(page).getByRole('button', { name: 'I agree' }).click()
  const values = { utm_source: 'mail' }
  const pageview = { event: 'pageview', variant: 'agent-app', detail: 'listing', path: '/marketplace/apps/' }
  expect(await layerOf(page)).toEqual([
    { event: 'consent', variant: 'agent-app', detail: 'granted' },
    { event: 'attribution', first_touch: values, last_touch: values },
    pageview,
  ])
  // Consent in one document also holds in the next.
  await page.goto('/embed/agent-app/apps/')
  await expect.poll(() => layerOf(page)).toEqual([{ event: 'attribution', first_touch: values, last_touch: values }, pageview])
  // An answer that was given in another tab holds here too.
  await page.evaluate(() => localStorage.removeItem('marketplace-consent'))
  await page.goto('/embed/agent-app/apps/')
  await expect.poll(() => layerOf(page)).toEqual([])
  const other = await page.context().newPage()
  await other.goto('/')
  await other.evaluate(() => localStorage.setItem('marketplace-consent', 'granted'))
  await expect.poll(() => layerOf(page)).toContainEqual(pageview)
})

test('the question waits where fields have to be filled in: signing in and paying, at every width', async ({ page }) => {
  const waits = async (): Promise<void> => {
    for (const width of [390, 768, 1376]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.locator('#consent')).toBeAttached()
      await expect(question(page)).toBeHidden()
    }
    await page.setViewportSize({ width: 390, height: 844 })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sign-in/')
  await waits()
  // A person who opens the question can answer it; on the next page that asks, it waits again.
  await page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' }).click()
  await expect(question(page)).toBeVisible()
  await page.goto('/sign-in/')
  await waits()

  await openAsBuyer(page, 'asked')
  const cart = await fillCart(page, ['basketlight'])
  await page.goto('/cart/')
  await expect(question(page)).toBeVisible()
  await main(page)
    .getByRole('button', { name: /^Check out/ })
    .click()
  await expect(page).toHaveURL(/\/checkout\/cart\//)
  await waits()
  await enterCard(page, CARDS.good)
  await cardFrame(page).getByLabel('Card number').click()
  await expect(payButton(page)).toBeEnabled()
  await page.goto(`/checkout/cart/${cart}/`)
  await expect(payButton(page)).toBeVisible()
  await waits()
  await api(page, 'DELETE', `/api/v2/products-carts/${cart}/checkout`)
  await page.goto('/my-apps/')
  await expect(question(page)).toBeVisible()
})

/** Leaves a page, which then sends its collected events. Repeats that until `count` events in all have arrived. */
const leave = async (page: Page, events: Sent['events'], count: number): Promise<void> => {
  await expect.poll(() => layerOf(page)).toEqual([])
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    expect(events).toHaveLength(count)
  }).toPass()
}

test.describe('the counts', () => {
  test.use({ expected: { messages: [/Failed to load resource/] } })
  test('searching, filtering and looking are counted in declared words, and no word of the search', async ({ page, request }) => {
    const counted = async () => {
      const metrics = await (await request.get('/metrics')).text()
      return Number(/marketplace_events_total\{result="counted"\} (\d+)/.exec(metrics)?.[1] ?? 0)
    }
    const before = await counted()
    const events = eventsOf(page)
    await page.goto('/search/?query=chat')
    await leave(page, events, 2)
    await page.goto('/apps/parcelwren/')
    await leave(page, events, 4)
    await page.goto('/apps/')
    // Counting begins when the page is idle: what is sorted before that is only a page.
    await leave(page, events, 5)
    await page.getByRole('combobox', { name: /Sort/ }).selectOption('alphabetically')
    await page.waitForURL(/sortBy/)
    await leave(page, events, 6)
    await page.goto('/apps/nothing-of-that-name/')
    await leave(page, events, 8)
    await page.goto('/my-apps/')
    await leave(page, events, 9)
    const application = events.find(({ event }) => event === 'application_viewed')?.application
    expect(application).toBeTruthy()
    expect(events).toEqual([
      { event: 'pageview', detail: 'search' },
      { event: 'search', detail: 'many' },
      { event: 'pageview', detail: 'application' },
      { event: 'application_viewed', application },
      { event: 'pageview', detail: 'listing' },
      { event: 'filter_used', detail: 'sort' },
      { event: 'pageview', detail: 'not-found' },
      { event: 'error_shown', detail: 'not-found' },
      { event: 'pageview', detail: 'my-apps' },
    ])
    for (const { event } of events) expect(Object.keys(EVENTS)).toContain(event)
    // The server has accepted all of them.
    await expect.poll(counted).toBeGreaterThanOrEqual(before + events.length)
  })
})

test('the question waits while an application is still loading', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'owner@globex.test')
  await page.goto('/my-apps/')
  await expect(question(page)).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v2/applications/installed', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/v2/applications/installed')
  await page.goto('/apps/a-name-of-none/open/')
  await asked
  await expect(page.locator('#consent')).toBeAttached()
  // If the question did not wait, it would appear within this time.
  await page.waitForTimeout(500)
  await expect(question(page)).toBeHidden()
  release()
  await expect(page.getByRole('main')).toContainText('This app is not installed')
})

test('the question waits while an application has the whole window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sign-in/')
  await hydrated(page)
  await signInByPopup(page, 'owner@globex.test', () =>
    page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click(),
  )
  await expect(accountMenu(page)).toBeAttached()
  await api(page, 'PUT', `/api/v2/applications/${await idOf(page, 'rolodeer')}/install`)
  await page.goto('/apps/rolodeer/open/')
  await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('#consent')).toBeAttached()
  await expect(question(page)).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My apps')
  await expect(question(page)).toBeVisible()
})
