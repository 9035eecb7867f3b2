import type { Page } from '@playwright/test'
import { active, answerOf, API, field, open, options, queryOf, UNAVAILABLE } from './search-field.ts'
import { axeFindings } from './sound.ts'
import { expect, isMarked, markDocument, test } from './test.ts'

const RECENT = 'marketplace-recent-searches'
const recent = (page: Page) => page.evaluate((key) => localStorage.getItem(key), RECENT)

test('typing, an arrow and Enter lead to an application', async ({ page }) => {
  await open(page, '/apps/')
  await markDocument(page)
  await field(page).click()
  await page.keyboard.type('parcelw')
  await expect(page.getByRole('group', { name: 'Apps' }).getByRole('option').first()).toContainText('Parcelwren')
  await expect(page.locator('mark').first()).toHaveText(/^Parcelw/)
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toContainText('Parcelwren')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Parcelwren' })).toBeVisible()
  await expect(page).toHaveURL('/apps/parcelwren/')
  await expect(options(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('')
  expect(await isMarked(page)).toBe(true)
})

test('arrow keys go through both sections and back to the text, where Enter leads to all results', async ({ page }) => {
  await open(page, '/apps/')
  await field(page).fill('crm')
  await expect(page.getByRole('group', { name: 'Partners' }).getByRole('option')).not.toHaveCount(0)
  const count = await options(page).count()
  expect(count).toBeGreaterThan(2)
  for (let index = 0; index < count; index++) {
    await page.keyboard.press('ArrowDown')
    await expect(options(page).nth(index)).toHaveAttribute('aria-selected', 'true')
  }
  await expect(active(page)).toContainText(/See all \d+ results for “crm”/)
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(active(page)).toHaveCount(0)
  await page.keyboard.type('x')
  await expect(field(page)).toHaveValue('xcrm')
  await field(page).fill('crm')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “crm”' })).toBeVisible()
  await expect(page).toHaveURL('/search/?query=crm')
})

test('Escape closes the suggestions, then clears the field; Tab leaves it', async ({ page }) => {
  await open(page, '/apps/')
  await field(page).fill('crm')
  await expect(options(page)).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('crm')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await expect(options(page)).not.toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(options(page)).toHaveCount(0)
  await expect(field(page)).not.toBeFocused()
  await field(page).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
})

for (const { key, path, width } of [
  { key: '/', path: '/apps/', width: 1376 },
  { key: 'Control+k', path: '/apps/parcelwren/', width: 1376 },
  { key: 'Meta+k', path: '/', width: 390 },
  { key: '/', path: '/apps/', width: 390 },
  { key: 'Control+k', path: '/embed/agent-app/apps/', width: 1376 },
]) {
  test(`${key} opens the search of ${path} at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, path)
    // The chosen theme is marked once React has taken the page over.
    await expect(page.getByRole('radio', { checked: true, includeHidden: true })).not.toHaveCount(0)
    await page.keyboard.press(key)
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('crm/')
    await expect(field(page)).toHaveValue('crm/')
  })
}

test('on a small screen the search opens as a sheet: Escape returns the focus, and a tap opens a result', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await open(page, '/apps/')
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await field(page).fill('parcelw')
  expect(await axeFindings(page, { include: 'dialog[open]' })).toEqual([])
  await options(page).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Parcelwren' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('text that was typed before the suggestions have loaded is kept and searched', async ({ page }) => {
  let go: (() => void) | undefined
  const wait = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(/\/(?:assets\/Suggestions|.*\/Suggestions\.tsx)/, async (route) => {
    await wait
    await route.continue()
  })
  await open(page, '/apps/')
  await field(page).pressSequentially('parcelw')
  go?.()
  await expect(options(page).first()).toContainText('Parcelwren')
  await expect(field(page)).toHaveValue('parcelw')
})

test('a hostile name stays text', async ({ page }) => {
  const name = '<img src=x onerror="window.ran=1"><script>window.ran=2</script>'
  await page.route(API, (route) => route.fulfill({ json: answerOf(queryOf(route), name) }))
  await open(page, '/apps/')
  await field(page).fill('evil')
  await expect(options(page).first()).toContainText(name)
  expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined()
  await expect(page.locator('.suggestions img')).toHaveCount(0)
})

test('the results of an outdated query are never shown, and older results stay until the newest arrive', async ({ page }) => {
  const waiting = new Map<string, () => Promise<void>>()
  await page.route(API, async (route) => {
    const query = queryOf(route)
    if (query === 'par') return route.fulfill({ json: answerOf(query, 'First') })
    waiting.set(query, () => route.fulfill({ json: answerOf(query, `Answer to ${query}`) }).catch(() => {}))
  })
  await open(page, '/apps/')
  await field(page).fill('par')
  await expect(options(page).first()).toContainText('First')
  await page.keyboard.type('c')
  await expect.poll(() => waiting.has('parc')).toBe(true)
  await page.keyboard.type('e')
  await expect.poll(() => waiting.has('parce')).toBe(true)
  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(options(page).first()).toContainText('First')
  await waiting.get('parce')?.()
  await expect(options(page).first()).toContainText('Answer to parce')
  await waiting.get('parc')?.()
  await expect(page.getByText('Searching…')).toHaveCount(0)
  await expect(options(page).first()).toContainText('Answer to parce')
})

test.describe('when the search fails', () => {
  test.use({ expected: { messages: [/Failed to load resource/, /ERR_FAILED/, /status of 503/] } })

  test('the field says so once, has a button to try again, and recovers at the next key', async ({ page }) => {
    let failing = true
    await page.route(API, (route) => (failing ? route.fulfill({ status: 503 }) : route.continue()))
    await open(page, '/apps/')
    await field(page).fill('crm')
    await expect(page.getByText(UNAVAILABLE).filter({ visible: true }).last()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: UNAVAILABLE })).toHaveCount(1)
    await expect(page.getByRole('alert')).toHaveCount(0)
    failing = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(options(page)).not.toHaveCount(0)
    failing = true
    await field(page).fill('crm t')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    failing = false
    await page.keyboard.type('o')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(options(page)).not.toHaveCount(0)
    await page.unroute(API)
    await page.route(API, (route) => route.abort())
    await field(page).fill('helpdesk')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search/?query=helpdesk')
  })
})

test('typing on while the results page loads keeps the focus, the text and the suggestions', async ({ page }) => {
  await open(page, '/search/?query=crm')
  await field(page).fill('shipping')
  await expect(options(page)).not.toHaveCount(0)
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/page-data/**', async (route) => {
    await arrived
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await field(page).fill('invoice')
  await expect(options(page)).not.toHaveCount(0)
  arrive()
  await expect(page).toHaveURL('/search/?query=shipping')
  await expect(
    page
      .getByRole('main')
      .getByText(/“shipping”/)
      .first(),
  ).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('invoice')
  await expect(options(page)).not.toHaveCount(0)
})

test('the number of results is announced once', async ({ page }) => {
  await open(page, '/apps/')
  await field(page).pressSequentially('crm')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ apps, \d+ partners?$/ })).toHaveCount(1)
})

test('a search without results says so and leads to the results page', async ({ page }) => {
  await open(page, '/apps/')
  await field(page).fill('zzzzqqqq')
  await expect(page.locator('.suggestions').getByText('Nothing found for “zzzzqqqq”')).toBeVisible()
  await options(page).click()
  await expect(page).toHaveURL('/search/?query=zzzzqqqq')
  await expect(page.getByText('Nothing fits “zzzzqqqq”')).toBeVisible()
  await expect(page.getByText('Check the spelling.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Browse by category' })).toBeVisible()
})

test('submitted searches are kept as recent searches, and removed one by one or all together', async ({ page }) => {
  await open(page, '/apps/')
  await field(page).fill('crm')
  await expect(options(page)).not.toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await recent(page)).toBeNull()
  await field(page).fill('crm')
  await expect(options(page)).not.toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search/?query=crm')
  // The page has its own search field.
  await expect(page.getByRole('main').getByLabel('Search apps and partners')).toHaveValue('crm')
  // Before the suggestions are loaded, the field is a plain form, and the browser suggests no earlier entries.
  await field(page).fill('shipping')
  await expect(options(page)).not.toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search/?query=shipping')
  expect(await recent(page)).toBe('["shipping","crm"]')

  await open(page, '/apps/')
  await field(page).focus()
  await expect(options(page)).toHaveText(['shipping', 'crm'])
  expect(await axeFindings(page, { include: 'header' })).toEqual([])
  await page.getByRole('button', { name: 'Forget “shipping”' }).click()
  await expect(options(page)).toHaveText(['crm'])
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search/?query=crm')
  await open(page, '/apps/')
  await field(page).focus()
  await page.getByRole('button', { name: 'Clear all recent searches' }).click()
  await expect(options(page)).toHaveCount(0)
  expect(await recent(page)).toBeNull()
})

test('the search of the help desk leads to pages of the help desk', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
  })
  await open(page, '/helpdesk/apps/')
  await field(page).fill('help')
  await expect(options(page).first()).toHaveAttribute('href', /^\/helpdesk\//)
  expect(new Set(asked)).toEqual(new Set(['/api/v1/search']))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/helpdesk/search/?query=help')
})

test('the page does not move when the suggestions open, and axe finds no problem', async ({ page }) => {
  for (const [path, colorScheme] of [
    ['/', 'light'],
    ['/apps/', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page, path)
    const place = () => page.getByRole('heading', { level: 1 }).boundingBox()
    const before = await place()
    await field(page).fill('chat')
    await expect(options(page)).not.toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    expect(await place()).toEqual(before)
    expect(await axeFindings(page)).toEqual([])
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  for (const { width, path } of [
    { width: 1376, path: '/apps/' },
    { width: 390, path: '/' },
  ]) {
    test(`the form of ${path} leads to results, which can be filtered and sorted, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await field(page).fill('chat')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/search/?query=chat')
      await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0)
      await page.getByRole('main').getByLabel('Sort by').selectOption('alphabetically')
      await page.getByRole('button', { name: 'Sort' }).click()
      await expect(page).toHaveURL('/search/?query=chat&sortBy=alphabetically')
      if (width === 390) return
      await page.getByRole('main').getByRole('checkbox', { name: /^Free/ }).check()
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page).toHaveURL(/\?query=chat&.*payment=free|\?query=chat.*&payment=free/)
    })
  }

  test('on a small screen the button of the header leads to the field', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto('/apps/')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/search\/\??$/)
    await expect(field(page)).toBeVisible()
  })
})
