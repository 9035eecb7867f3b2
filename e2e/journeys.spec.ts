import { expect, hydrated, isMarked, markDocument, test } from './test.ts'

test('a visitor goes from the start to an application and back, and the document is never loaded again', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await markDocument(page)
  await page.getByRole('link', { name: /browse all apps/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All apps' })).toBeVisible()
  await expect(page).toHaveTitle('All apps | Live Chat Marketplace')

  await page.getByRole('main').getByRole('link', { name: /^CRM/ }).click()
  await expect(page).toHaveURL('/apps/crm/')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Peppergrove CRM/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Peppergrove CRM' })).toBeVisible()
  await expect(page).toHaveTitle('Peppergrove CRM | CRM Integrations')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/apps\/peppergrove-crm\/$/)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'CRM' })).toBeVisible()
  await expect(page).toHaveURL('/apps/crm/')
  expect(await isMarked(page)).toBe(true)
})

test('the order and the page of a list are in the address', async ({ page }) => {
  await page.goto('/apps/')
  await hydrated(page)
  await page.getByLabel(/sort by/i).selectOption('popularity')
  await expect(page).toHaveURL('/apps/?sortBy=popularity')
  await page.getByRole('navigation', { name: /pag/i }).getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('25–48 of')).toBeVisible()
  const names = await page.getByRole('main').getByRole('article').getByRole('link').allTextContents()
  await page.reload()
  await hydrated(page)
  expect(await page.getByRole('main').getByRole('article').getByRole('link').allTextContents()).toEqual(names)
  await expect(page.getByLabel(/sort by/i)).toHaveValue('popularity')
})

test('keyboard alone reaches the content, a card and the page behind it', async ({ page }) => {
  await page.goto('/apps/crm/')
  await hydrated(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: /skip to/i })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const card = page.getByRole('main').getByRole('link', { name: /Peppergrove CRM/ })
  for (let presses = 0; presses < 60 && !(await card.evaluate((element) => element === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await expect(card).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Peppergrove CRM' })).toBeVisible()
})

test('what an application may do and works with is read before its sections, at any width', async ({ page }) => {
  const details = page.getByRole('complementary', { name: 'Price and details' })
  const sections = page.getByRole('navigation', { name: 'On this page' })
  await page.goto('/apps/parcelwren/')
  await expect(details).toContainText('Can change 3 kinds of data and see 1 more.')
  await expect(details).toContainText('Works withLive Chat')
  const order = await sections.evaluate((nav) => {
    const aside = document.querySelector('main aside')
    return aside && nav.compareDocumentPosition(aside) === Node.DOCUMENT_POSITION_PRECEDING
  })
  expect(order).toBe(true)
  for (const width of [390, 768, 1376]) {
    await page.setViewportSize({ width, height: 900 })
    const [panel, nav] = [await details.boundingBox(), await sections.boundingBox()]
    const below = (panel?.y ?? Infinity) + (panel?.height ?? 0)
    // Above the sections where there is one column, beside them where there are two.
    if (width < 1024) expect(below).toBeLessThanOrEqual(nav?.y ?? 0)
    else expect(panel?.x).toBeGreaterThan((nav?.x ?? Infinity) + (nav?.width ?? 0))
  }
})

test('screenshots open in a lightbox that the keyboard walks through and leaves', async ({ page }) => {
  await page.goto('/apps/parcelwren/')
  await hydrated(page)
  const pictures = page.getByRole('region', { name: 'Screenshots' }).getByRole('link')
  await expect(pictures).not.toHaveCount(0)
  const first = pictures.first()
  await first.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
})

test('the theme is the system’s until one is chosen, and is kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await hydrated(page)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  await page.getByRole('radio', { name: /light/i }).check({ force: true })
  await expect(page.locator('html')).toHaveClass(/lc-light-theme/)
  const light = await background()
  expect(light).not.toBe(dark)
  expect(await page.evaluate(() => localStorage.getItem('lc-light-theme'))).not.toBeNull()
  await page.goto('/apps/', { waitUntil: 'commit' })
  await page.waitForSelector('body')
  expect(await background()).toBe(light)
  await hydrated(page)
  await page.getByRole('radio', { name: /system/i }).check({ force: true })
  expect(await background()).toBe(dark)
})

test('each home shows highlights of what it lists', async ({ page }) => {
  const highlights = page.getByRole('region', { name: 'Highlights' }).getByRole('article')
  const names = () => highlights.getByRole('heading', { level: 3 }).allTextContents()
  await page.goto('/')
  await expect(highlights).toHaveCount(6)
  const ofBase = await names()
  await page.goto('/helpdesk/')
  await expect(highlights).toHaveCount(3)
  expect((await names()).filter((name) => ofBase.includes(name))).toEqual([])
  // Few applications have a smaller picture of their icons beside the words. Other tests import some more, also without an icon: those have
  // letters.
  const tiles = page.getByRole('main').locator('section').first().locator('div[aria-hidden] > div > *')
  await expect(tiles.nth(11)).toBeAttached()
  expect([12, 15]).toContain(await tiles.count())
})

test('the help desk’s mount shows its own applications, under its own header', async ({ page }) => {
  await page.goto('/helpdesk/apps/')
  await hydrated(page)
  await expect(page.getByRole('banner')).toContainText('Help Desk')
  expect(Math.round((await page.getByRole('banner').boundingBox())?.height ?? 0)).toBe(52)
  await expect(page.getByRole('main').getByRole('link', { name: /Peppergrove for Help Desk/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Peppergrove CRM/ })).toHaveCount(0)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Peppergrove for Help Desk/ })
    .click()
  await expect(page).toHaveURL('/helpdesk/apps/peppergrove-for-help-desk/')
})

test('an address in another spelling leads to its page, with its query', async ({ page }) => {
  await page.goto('/Apps//CRM?sortBy=popularity&utm_source=Paper')
  await hydrated(page)
  await expect(page).toHaveURL('/apps/crm/?sortBy=popularity&utm_source=Paper')
  await expect(page.getByRole('heading', { level: 1, name: 'CRM' })).toBeVisible()
  await page.goto('/HelpDesk/Apps/Launch-Week/?action=install')
  await expect(page).toHaveURL('/helpdesk/services/launch-week/?action=install')
})

test('beta mode is kept from page to page, and after a search', async ({ page }) => {
  await page.goto('/embed/agent-app/?beta=true')
  await hydrated(page)
  await markDocument(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /browse all apps/i })
    .click()
  await expect(page).toHaveURL('/embed/agent-app/apps/?beta=true')
  await page.getByLabel(/sort by/i).selectOption('popularity')
  await expect(page).toHaveURL(/\/embed\/agent-app\/apps\/\?.*sortBy=popularity/)
  await expect(page).toHaveURL(/beta=true/)
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/embed\/agent-app\/apps\/[a-z0-9-]+\/\?beta=true$/)
  expect(await isMarked(page)).toBe(true)
  await page.getByRole('search').getByRole('searchbox').first().fill('chat')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/embed\/agent-app\/search\/\?.*query=chat/)
  await expect(page).toHaveURL(/beta=true/)
})
