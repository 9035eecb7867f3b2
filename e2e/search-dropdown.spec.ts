import { answerOf, API, field, open, options, queryOf } from './search-field.ts'
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
