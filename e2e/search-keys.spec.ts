import { active, field, open } from './search-field.ts'
import { expect, test } from './test.ts'

test('"/" opens the search from a box, a switch, a theme and a choice', async ({ page }) => {
  await open(page, '/apps/')
  const main = page.getByRole('main')
  for (const control of [
    main.getByRole('checkbox', { name: /^Free/ }),
    main.getByRole('checkbox', { name: /^Verified only/ }),
    page.getByRole('contentinfo').getByRole('radio').first(),
    main.getByLabel('Sort by'),
  ]) {
    await control.focus()
    await expect(control).toBeFocused()
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
  }
})

for (const markup of ['<textarea></textarea>', '<input type="password">', '<p contenteditable>It is <b>text</b></p>']) {
  test(`"/" is a letter in ${markup}`, async ({ page }) => {
    await open(page, '/apps/')
    await page.getByRole('main').evaluate((main, html) => main.insertAdjacentHTML('afterbegin', html), markup)
    const written = page.locator('main > :first-child')
    await written.focus()
    await page.keyboard.press('/')
    await expect(written).toBeFocused()
    expect(await written.evaluate((element) => ('value' in element ? element.value : element.textContent))).toContain('/')
  })
}

test('Space presses what has the focus, and is a letter in the field of the search, over an option too', async ({ page }) => {
  await open(page, '/apps/')
  const free = page.getByRole('main').getByRole('checkbox', { name: /^Free/ })
  await free.focus()
  await page.keyboard.press('Space')
  await expect(free).toBeChecked()
  await expect(page).toHaveURL('/apps/?payment=free')
  await page.keyboard.press('/')
  // The results for the beginning of the word are shown first, and the later results begin a new list.
  const found = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('query') === 'chat')
  await page.keyboard.type('chat')
  await found
  await expect(async () => {
    if ((await active(page).count()) === 0) await page.keyboard.press('ArrowDown')
    await expect(active(page)).toHaveCount(1, { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(field(page)).toHaveValue('chat ')
  await expect(page).toHaveURL('/apps/?payment=free')
})
