import { beSignedIn, accountMenu } from './people.ts'
import { open } from './search-field.ts'
import { expect, test } from './test.ts'
import { VARIANTS } from '@marketplace/contracts/core/variants'

test('each variant has a header of its height, a framed one its bar, and a page is no wider than 1376 px', async ({ page }) => {
  await page.setViewportSize({ width: 1700, height: 900 })
  for (const { prefix, headerHeight, framed } of VARIANTS) {
    await page.goto(`${prefix}/apps/`)
    const header = page.locator('#site-header')
    expect(Math.round((await header.boundingBox())?.height ?? 0), prefix).toBe(headerHeight ?? 44)
    expect(await page.getByRole('banner').count(), prefix).toBe(framed ? 0 : 1)
    const widths = await page.locator('main .wrap').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    expect(Math.max(...widths), prefix).toBe(1376)
  }
})

for (const { path, signedIn } of [
  { path: '/apps/', signedIn: false },
  { path: '/helpdesk/apps/', signedIn: false },
  { path: '/apps/', signedIn: true },
]) {
  test(`the header of ${path} fits a window of 320 px, ${signedIn ? 'signed in' : 'signed out'}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    if (signedIn) await beSignedIn(page, 'owner@acme.test')
    await open(page, path)
    if (signedIn) await expect(accountMenu(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const header = page.getByRole('banner')
    for (const part of [header.getByRole('button', { name: 'Search' }), header.locator('summary', { hasText: /^Menu$/ })]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    const name = header.getByText('Marketplace', { exact: true })
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
  })
}
