// A page with unsaved changes asks before they are lost: by a link, by going back, by a reload.
import type { Page } from '@playwright/test'
import { CARDS, main, saveCard, subscribe } from './buying.ts'
import { makeOrganization } from './beside.ts'
import { expectSound } from './sound.ts'
import { openAs } from './people.ts'
import { expect, test } from './test.ts'

test.setTimeout(120_000)

/** Does not wait for a navigation, because the question prevents it. */
const goBack = (page: Page) => page.evaluate(() => window.history.back())
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const answer = (page: Page, name: 'Keep editing' | 'Leave') => question(page).getByRole('button', { name }).click()

test('a change of a subscription is not lost by a link, the way back or a reload', async ({ page }) => {
  await openAs(page, (await makeOrganization('guard')).owner)
  await saveCard(page, CARDS.good)
  const id = await subscribe(page, 'dealhedge')
  const open = async () => {
    await page.goto('/billing/')
    await main(page).locator(`a[href$="/billing/subscriptions/${id}/"]`).click()
    await expect(main(page).getByRole('button', { name: 'Nothing changes' })).toBeDisabled()
  }
  await open()
  const figures = main(page).getByRole('term')
  await expect(figures.filter({ hasText: 'Next payment' })).toBeVisible()
  const history = main(page).getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText('Bought')
  await expect(history).toContainText('The trial ends (to come)')

  const agents = main(page).getByRole('spinbutton', { name: 'Agents' })
  const before = Number(await agents.inputValue())
  // Without changes nothing is asked.
  await main(page).getByRole('link', { name: 'Billing' }).click()
  await expect(page).toHaveURL('/billing/')

  await open()
  await agents.fill(String(before + 2))
  await main(page).getByRole('link', { name: 'Billing' }).click()
  await expect(question(page)).toContainText('You have changed the subscription. That would be lost.')
  await answer(page, 'Keep editing')
  await expect(page).toHaveURL(new RegExp(`/billing/subscriptions/${id}/$`))
  await expect(agents).toHaveValue(String(before + 2))

  await goBack(page)
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(agents).toHaveValue(String(before + 2))

  const asked = page.waitForEvent('dialog')
  void page.reload().catch(() => {})
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(agents).toHaveValue(String(before + 2))

  await goBack(page)
  await answer(page, 'Leave')
  await expect(page).toHaveURL('/billing/')

  // A person who chooses to stay has answered the question.
  await open()
  await agents.fill(String(before + 3))
  await main(page).getByRole('link', { name: 'Leave it as it is' }).click()
  await expect(page).toHaveURL('/billing/')

  await open()
  await expectSound(page, 'figures and history of a subscription')
  await agents.fill(String(before + 4))
  await main(page).getByRole('link', { name: 'Billing' }).click()
  await expectSound(page, 'the question before leaving')
})

test('a sheet with a form keeps what was typed when somebody goes back', async ({ page }) => {
  await openAs(page, (await makeOrganization('guard')).owner)
  await page.goto('/billing/')
  await main(page).getByRole('link', { name: 'Card and address' }).click()
  await main(page).getByRole('button', { name: 'Change the address' }).click()
  const sheet = page.getByRole('dialog', { name: 'Billing address' })
  await sheet.getByLabel('City').fill('Dallas')
  // Going back closes the layer over the page, and the page stays.
  await goBack(page)
  await expect(question(page)).toContainText('You have changed the billing address.')
  await answer(page, 'Keep editing')
  await expect(sheet.getByLabel('City')).toHaveValue('Dallas')
  const asked = page.waitForEvent('dialog')
  void page.reload().catch(() => {})
  await (await asked).dismiss()
  await expect(sheet.getByLabel('City')).toHaveValue('Dallas')
  await goBack(page)
  await answer(page, 'Leave')
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL('/billing/?view=payment')
})
