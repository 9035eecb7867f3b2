import { signIn } from './people.ts'
import { open } from './search-field.ts'
import { expect, test } from './test.ts'

for (const { path, signedIn } of [
  { path: '/apps/', signedIn: false },
  { path: '/helpdesk/apps/', signedIn: false },
  { path: '/apps/', signedIn: true },
]) {
  test(`the header of ${path} fits a window of 320 px, ${signedIn ? 'signed in' : 'signed out'}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page, path)
    if (signedIn) await signIn(page, 'owner@acme.test')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const header = page.getByRole('banner')
    for (const part of [header.getByRole('button', { name: 'Search' }), header.locator('summary', { hasText: /^Menu$/ })]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    const name = header.getByText('Marketplace', { exact: true })
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
  })
}
