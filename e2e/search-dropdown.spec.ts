import { VARIANTS } from '@marketplace/contracts/core/variants'
import { active, answerOf, API, field, hitOf, open, options, queryOf } from './search-field.ts'
import { expect, test } from './test.ts'

test.describe('when the search fails', () => {
  test.use({ expected: { messages: [/Failed to load resource/] } })

  for (const path of ['/apps/', '/search/?query=crm']) {
    test(`the keyboard tries again in the field of ${path}, and the answer is there to walk through`, async ({ page }) => {
      let failing = true
      await page.route(API, (route) => (failing ? route.fulfill({ status: 503 }) : route.continue()))
      await open(page, path)
      await field(page).fill('crm')
      await expect(field(page)).toHaveAttribute('role', 'combobox')
      // If the field contains the page's own query, only an arrow key opens the list.
      await field(page).press('ArrowDown')
      const again = page.getByRole('button', { name: 'Try again' })
      await expect(again).toBeVisible()
      failing = false
      while (!(await again.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(options(page)).not.toHaveCount(0)
      await expect(field(page)).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    })
  }
})

test('while an answer is on its way the last option leads to what stands in the field', async ({ page }) => {
  await page.route(API, (route) => {
    const query = queryOf(route)
    if (query === 'par') return route.fulfill({ json: answerOf(query, 'First') })
    return undefined
  })
  await open(page, '/apps/')
  await field(page).fill('par')
  await expect(options(page).last()).toHaveText('See the result for “par”')
  await page.keyboard.type(' cel')
  await expect(page.getByText('Searching…')).toBeVisible()
  await expect(options(page).first()).toContainText('First')
  await expect(options(page).last()).toHaveText('See all results for “par cel”')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search/?query=par%20cel')
  await expect(field(page)).toHaveValue('par cel')
})

for (const { path, width, height } of [
  { path: '/apps/', width: 1376, height: 900 },
  { path: '/apps/', width: 1376, height: 500 },
  { path: '/', width: 1376, height: 900 },
  { path: '/', width: 390, height: 700 },
  { path: '/embed/text/apps/', width: 768, height: 500 },
]) {
  test(`the way to all results is in sight below both sections of ${path} at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await open(page, path)
    await field(page).fill('chat')
    await expect(options(page)).toHaveCount(11)
    const all = options(page).last()
    await expect(all).toBeInViewport({ ratio: 1 })
    // The selected option is not covered.
    for (let index = 0; index < 10; index++) {
      await page.keyboard.press('ArrowDown')
      await expect(active(page)).toBeInViewport({ ratio: 1 })
      const [option, last] = await Promise.all([active(page).boundingBox(), all.boundingBox()])
      expect((option?.y ?? 0) + (option?.height ?? 0)).toBeLessThanOrEqual(last?.y ?? 0)
    }
    // A list that scrolls is not a stop of the Tab key.
    await page.keyboard.press('Tab')
    if (path === '/') await page.keyboard.press('Tab')
    await expect(options(page)).toHaveCount(0)
  })
}

test('two of the same name are told apart by who made them, however long both are', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const name = 'The customer relationship manager that everybody knows'
  const developers = ['Northwind', 'Saltmarsh & Daughters of the Western Isles']
  await page.route(API, (route) => {
    const hits = developers.map((developer) => ({ ...hitOf(name), id: developer, developer }))
    return route.fulfill({ json: { ...answerOf(queryOf(route), name), apps: { total: hits.length, nearest: false, hits } } })
  })
  await open(page, '/')
  await field(page).fill('crm')
  for (const developer of developers) {
    await expect(page.getByRole('option', { name: `${name} by ${developer}` })).toBeVisible()
    // Wide enough to read.
    expect((await page.getByText(`by ${developer}`, { exact: true }).boundingBox())?.width).toBeGreaterThan(50)
  }
})

test('the developer of an application is shown beside its name', async ({ page }) => {
  await open(page, '/apps/')
  await field(page).fill('parcelwren')
  await expect(options(page).first()).toContainText('Saltmarsh & Daughters')
})

for (const { path, width } of [
  ...VARIANTS.map(({ prefix }) => ({ path: `${prefix}/apps/`, width: 1376 })),
  { path: '/apps/', width: 390 },
  { path: '/search/', width: 1376 },
]) {
  test(`similar results are not shown as found, on ${path} at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page, path)
    if (width < 500) await page.getByRole('button', { name: 'Search', exact: true }).click()
    const shown = page.locator('.suggestions')
    const said = page.locator('form[role=search]:has(.suggestions) [role=status]')
    await field(page).fill('crm qzxv')
    await expect(shown.getByText('Nothing found for “crm qzxv”. These are the nearest matches:')).toBeVisible()
    await expect(options(page).last()).toContainText(/^See (?:the nearest match|all \d+ similar results) for “crm qzxv”/)
    await expect(said).toHaveText(/^Nothing found for “crm qzxv”\. These are the nearest matches: \d+ app/)
    // If results contain all words, no note is shown.
    await field(page).fill('crm')
    await expect(options(page).last()).toContainText(/^See all \d+ results for “crm”/)
    await expect(shown.getByText('nearest')).toHaveCount(0)
    await expect(said).toHaveText(/^\d+ apps?/)
  })
}
