import { main, open, watchPageData } from './lists-page.ts'
import { expect, test } from './test.ts'

test.describe('links in view', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  })
  test('are fetched ahead, four at a time, each once, and shown without another request', async ({ page }) => {
    const asked = watchPageData(page)
    await open(page, '/apps/crm/')
    await expect.poll(() => asked.length).toBe(4)
    await expect.poll(() => asked.length).toBe(8)
    expect(new Set(asked).size).toBe(8)
    await expect.poll(() => asked.includes('/page-data/apps/peppergrove-crm/page-data.json')).toBe(true)
    await page.waitForLoadState('networkidle')
    const before = asked.filter((address) => address.includes('peppergrove-crm')).length
    await main(page)
      .getByRole('link', { name: /Peppergrove CRM/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Peppergrove CRM' })).toBeVisible()
    expect(asked.filter((address) => address.includes('peppergrove-crm'))).toHaveLength(before)
  })
})

test('a bot has nothing fetched ahead', async ({ page }) => {
  const asked = watchPageData(page)
  await open(page, '/apps/crm/')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 500))))
  expect(asked).toEqual([])
})
