import { VARIANTS } from '@marketplace/contracts/core/variants'
import { field, open, options } from './search-field.ts'
import { axeFindings } from './sound.ts'
import { expect, test } from './test.ts'

const FRAMED = VARIANTS.filter(({ framed }) => framed).map(({ prefix }) => prefix)

for (const prefix of FRAMED) {
  test(`${prefix} has one field in sight above each page, and leads to what it finds`, async ({ page }) => {
    for (const width of [390, 768, 1376]) {
      await page.setViewportSize({ width, height: 700 })
      for (const path of ['/', '/apps/', '/developers/', '/apps/parcelwren/', '/search/?query=chat']) {
        await page.goto(prefix + path)
        await expect(field(page)).toHaveCount(1)
        await expect(field(page)).toBeInViewport({ ratio: 1 })
        // It stands in the bar, but for pages with a field of their own.
        const isOwn = path === '/' || path.startsWith('/search/')
        const isInBar = await field(page).evaluate((input) => input.closest('#site-header') !== null)
        expect(isInBar, `${path} at ${width}`).toBe(!isOwn)
      }
    }
    await open(page, `${prefix}/apps/`)
    const { y = 0, height = 0 } = (await field(page).boundingBox()) ?? {}
    expect(y + height).toBeLessThan(
      (await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').boundingBox())?.y ?? 0,
    )
    await field(page).fill('help')
    await expect(options(page).first()).toHaveAttribute('href', new RegExp(`^${prefix}/`))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${prefix}/search/?query=help`)
  })
}

test('axe finds nothing at the field above a page in a frame', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page, `${FRAMED[0]}/apps/`)
    await field(page).fill('chat')
    await expect(options(page)).not.toHaveCount(0)
    expect(await axeFindings(page, { include: '#site-header' })).toEqual([])
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the field above a page in a frame leads to results', async ({ page }) => {
    await page.goto(`${FRAMED[0]}/apps/parcelwren/`)
    await field(page).fill('chat')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${FRAMED[0]}/search/?query=chat`)
    await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0)
  })
})
