import { API, field, open, options } from './search-field.ts'
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
      // Over the page's own text only an arrow opens it.
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
