import type { Locator, Page } from '@playwright/test'
import { chips, filter, main, open, watchPageData } from './lists-page.ts'
import { axeFindings } from './sound.ts'
import { expect, hydrated, isMarked, markDocument, test } from './test.ts'

const names = (page: Page) => main(page).getByRole('article').getByRole('heading').allTextContents()
const remembered = (page: Page) => page.evaluate(() => sessionStorage.getItem('exclude-compatibility'))

/** The number beside a choice. */
const countBeside = async (box: Locator): Promise<number> => Number(await box.locator('xpath=../span').textContent())

test('filters narrow a list at once, say what is left, and can be sent to somebody else', async ({ page, context }) => {
  await open(page, '/apps/')
  await markDocument(page)
  await filter(page, /^Free/).check()
  await expect(page).toHaveURL('/apps/?payment=free')
  await filter(page, /^German/).check()
  await expect(page).toHaveURL('/apps/?payment=free&language=de')
  await expect(filter(page, /^German/)).toBeFocused()
  await filter(page, /^Verified only/).check({ force: true })
  await expect(page).toHaveURL('/apps/?payment=free&language=de&verified=true')
  await expect(chips(page).getByRole('listitem')).toContainText(['Free', 'German', 'Verified', 'Clear all'])
  const shown = await names(page)
  const count = `${shown.length} results`
  await expect(main(page).getByText(count, { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: count })).toHaveCount(1)
  expect(await isMarked(page)).toBe(true)

  const other = await context.newPage()
  await open(other, page.url())
  expect(await names(other)).toEqual(shown)
  await expect(filter(other, /^German/)).toBeChecked()
})

test('a number beside a choice is what choosing it shows', async ({ page }) => {
  await open(page, '/apps/?payment=free')
  const count = await countBeside(filter(page, /^Settings/))
  expect(count).toBeGreaterThan(0)
  await filter(page, /^Settings/).check()
  await expect(page).toHaveURL('/apps/?payment=free&placement=settings')
  await expect(main(page).getByRole('article')).toHaveCount(count)
})

test('a chosen filter is removed by its chip, by the button for all, and by the browser’s back', async ({ page }) => {
  await open(page, '/apps/?payment=free,once&language=de')
  await chips(page).getByRole('link', { name: 'Remove the filter Free' }).click()
  await expect(page).toHaveURL('/apps/?payment=once&language=de')
  await expect(filter(page, /^Free/)).not.toBeChecked()
  await expect(filter(page, /^One-time/)).toBeChecked()
  await chips(page).getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/apps/')
  await expect(filter(page, /^One-time/)).not.toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL('/apps/?payment=once&language=de')
  await expect(filter(page, /^One-time/)).toBeChecked()
})

test('order and pages keep the filters, and a filter begins at the first page', async ({ page }) => {
  await open(page, '/apps/?language=en')
  await main(page).getByLabel('Sort by').selectOption('alphabetically')
  await expect(page).toHaveURL('/apps/?language=en&sortBy=alphabetically')
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' })
  await expect(next).toHaveAttribute('href', '/apps/?language=en&sortBy=alphabetically&page=2')
  await next.click()
  await expect(page).toHaveURL('/apps/?language=en&sortBy=alphabetically&page=2')
  await expect(page.getByText('25–48 of')).toBeVisible()
  await filter(page, /^Recurrent per license/).check()
  await expect(page).toHaveURL('/apps/?payment=monthly-per-organization&language=en&sortBy=alphabetically')
  await main(page).getByLabel('Sort by').selectOption('recommended')
  await expect(page).toHaveURL('/apps/?payment=monthly-per-organization&language=en')
})

test('choosing a category leads to its page from the root, and to the root from elsewhere', async ({ page }) => {
  const category = (name: string) => page.getByRole('navigation', { name: 'Categories' }).last().getByRole('link', { name })
  await open(page, '/apps/?payment=free')
  await category('CRM').click()
  await expect(page).toHaveURL('/apps/crm/?payment=free')
  await expect(category('CRM')).toHaveAttribute('aria-current', 'page')
  await category('Analytics').click()
  await expect(page).toHaveURL('/apps/?categories=analytics&payment=free')
  await expect(category('Analytics')).toHaveAttribute('aria-current', 'true')
  await category('All apps').click()
  await expect(page).toHaveURL('/apps/?payment=free')
})

test('an address that says the same in another way is rewritten without another request, and keeps what is not ours', async ({
  page,
}) => {
  const asked = watchPageData(page)
  await open(page, '/apps/?payment=&page=1&language=en,&sortBy=nothing&utm_source=mail')
  await expect(page).toHaveURL('/apps/?language=en&utm_source=mail')
  await expect(filter(page, /^English/)).toBeChecked()
  expect(asked).toEqual([])
})

test.describe('compatibility', () => {
  test('is remembered for the lists opened next, and forgotten when it is taken away', async ({ page }) => {
    await open(page, '/apps/')
    await filter(page, /^Help Desk/).check()
    await expect(page).toHaveURL('/apps/?compatibility=helpdesk')
    expect(await remembered(page)).toBe('livechat')
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL('/services/?compatibility=helpdesk')
    await page.goBack()
    await expect(page).toHaveURL('/apps/?compatibility=helpdesk')
    await page.goBack()
    await expect(filter(page, /^Help Desk/)).not.toBeChecked()
    await expect(page).toHaveURL('/apps/')

    // An address that was typed or shared is applied as it is.
    await open(page, '/apps/crm/?payment=free')
    await expect(filter(page, /^Help Desk/)).not.toBeChecked()
    await expect(page).toHaveURL('/apps/crm/?payment=free')
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL('/services/?compatibility=helpdesk')
    await chips(page).getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL('/services/')
    expect(await remembered(page)).toBeNull()
    await page.getByRole('banner').getByRole('link', { name: 'Apps', exact: true }).click()
    await expect(page).toHaveURL('/apps/')
  })

  test('in somebody’s link wins, and is not remembered', async ({ page }) => {
    await open(page, '/apps/')
    await filter(page, /^Help Desk/).check()
    await expect(page).toHaveURL('/apps/?compatibility=helpdesk')
    await open(page, '/apps/?compatibility=livechat')
    await expect(filter(page, /^Live Chat/)).toBeChecked()
    await expect(page).toHaveURL('/apps/?compatibility=livechat')
    expect(await remembered(page)).toBe('livechat')
  })

  test('stays within its mount', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('exclude-compatibility', 'helpdesk'))
    await open(page, '/text/')
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    await expect(page).toHaveURL('/text/services/?compatibility=livechat')
    await open(page, '/helpdesk/apps/')
    await expect(main(page).getByRole('article')).not.toHaveCount(0)
  })
})

test('an empty list says so, and leads on', async ({ page }) => {
  await open(page, '/apps/crm/?payment=once&placement=reports')
  await expect(main(page).getByText('No apps match these filters')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'See all apps' })).toHaveAttribute('href', '/apps/')
  await main(page).getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/apps/crm/')
  await expect(main(page).getByRole('article')).not.toHaveCount(0)
})

test('a list comes back as it was left: filters, place and all', async ({ page }) => {
  await open(page, '/apps/?language=en')
  const asked = watchPageData(page)
  const last = main(page).getByRole('article').last()
  await last.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(500)
  await last.getByRole('link').click()
  await expect(page).not.toHaveURL(/language/)
  await page.goBack()
  await expect(page).toHaveURL('/apps/?language=en')
  await expect(filter(page, /^English/)).toBeChecked()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  expect(asked.filter((address) => address.includes('/page-data/apps/page-data.json'))).toEqual([])
})

test('the column can be hidden, stays so, and moves nothing while it loads', async ({ page }) => {
  await open(page, '/apps/')
  await page.getByRole('button', { name: 'Hide filters' }).click()
  await expect(filter(page, /^Free/)).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('apps-integrations-collapse'))).toBe('true')
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/apps/', { waitUntil: 'networkidle' })
  await hydrated(page)
  await expect(filter(page, /^Free/)).toBeHidden()
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.filter((shift) => shift > 0.005))).toEqual(
    [],
  )
  await page.getByRole('button', { name: 'Show filters' }).click()
  await expect(filter(page, /^Free/)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('apps-integrations-collapse'))).toBeNull()
})

test('many choices unfold, and a chosen one is shown in any case', async ({ page }) => {
  await open(page, '/apps/')
  const languages = page.getByRole('group', { name: 'Language' })
  await expect(languages.getByRole('checkbox')).toHaveCount(6)
  await languages.getByText(/^Show all/).click()
  const far = languages.getByRole('checkbox').nth(9)
  const value = await far.getAttribute('value')
  await far.check()
  await expect(page).toHaveURL(`/apps/?language=${value}`)
  await expect(far).toBeFocused()
  await languages.getByText('Show fewer').click()
  await expect(languages.getByRole('checkbox')).toHaveCount(7)
  await expect(languages.locator(`[value="${value}"]`)).toBeChecked()
})

test('on a small screen the filters open over the list, hold the focus and give it back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/apps/')
  const button = page.getByRole('button', { name: /^Filters/ })
  await button.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const found = await countBeside(sheet.getByRole('checkbox', { name: /^Free/ }))
  await sheet.getByRole('checkbox', { name: /^Free/ }).check()
  await expect(page).toHaveURL('/apps/?payment=free')
  await expect(sheet.getByRole('status').filter({ hasText: 'result' })).toHaveText(`${found} results`)
  await expect(sheet.getByRole('checkbox', { name: /^Free/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(button).toBeFocused()
  await expect(button).toHaveText('Filters (1)')
  // Other tests import free applications: with more than 24 the list has pages.
  await expect(main(page).getByText(found > 24 ? `1–24 of ${found}` : `${found} results`, { exact: true })).toBeVisible()
})

test('choices before the scripts have loaded take effect', async ({ page }) => {
  let go: (() => Promise<void>) | undefined
  const held = new Promise<void>((resolve) => {
    void page.route('**/assets/entry-client-*.js', (route) => {
      go = () => route.continue()
      resolve()
    })
  })
  await page.goto('/apps/', { waitUntil: 'commit' })
  await held
  await filter(page, /^Free/).check()
  await main(page).getByLabel('Sort by').selectOption('published')
  await go?.()
  await expect(page).toHaveURL('/apps/?payment=free&sortBy=published')
  await expect(filter(page, /^Free/)).toBeChecked()
  await expect(main(page).getByLabel('Sort by')).toHaveValue('published')
})

test('keyboard alone filters a list', async ({ page }) => {
  await open(page, '/services/')
  const box = filter(page, /^Training/)
  for (let presses = 0; presses < 80 && !(await box.evaluate((element) => element === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/services/?services=training')
  await expect(box).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on a filtered list, an empty one and the filters over it in the ${colorScheme} theme`, async ({
    page,
  }) => {
    // The shape of a page is the same in both themes.
    const violations = () => axeFindings(page, {}, colorScheme === 'light' ? 'all' : 'colours')
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page, '/apps/?payment=free&verified=true&industry=travel')
    expect(await violations()).toEqual([])
    await open(page, '/apps/crm/?payment=once&placement=reports')
    expect(await violations()).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: /^Filters/ }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    expect(await violations()).toEqual([])
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  for (const width of [390, 1376]) {
    test(`filters are a form at ${width} px, and links take them away`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/apps/')
      if (width === 390) await main(page).getByRole('link', { name: 'Filters', exact: true }).click()
      await filter(page, /^Free/).check()
      await filter(page, /^One-time/).check()
      await main(page).getByRole('button', { name: 'Apply' }).click()
      await expect(page).toHaveURL('/apps/?payment=free&payment=once')
      await expect(chips(page).getByRole('listitem')).toContainText(['Free', 'One-time', 'Clear all'])
      await main(page).getByLabel('Sort by').selectOption('alphabetically')
      await main(page).getByRole('button', { name: 'Sort' }).click()
      await expect(page).toHaveURL('/apps/?payment=free%2Conce&sortBy=alphabetically')
      await chips(page).getByRole('link', { name: 'Remove the filter Free' }).click()
      await expect(page).toHaveURL('/apps/?payment=once&sortBy=alphabetically')
    })
  }
})
