// Choosing in the cart which agents will use the applications.
import { fillCart, main, openAsBuyer } from './buying.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

test('agents are chosen in the cart', async ({ page }) => {
  await openAsBuyer(page, 'agents')
  await fillCart(page, ['dealhedge'])
  await page.goto('/cart/')
  await expect(main(page)).toContainText('Everybody will be able to use it.')
  await main(page).getByRole('button', { name: 'Choose who will use it' }).click()
  const sheet = page.getByRole('dialog', { name: 'Who will use it?' })
  await sheet.getByLabel('Only these people').check()
  await sheet.getByRole('list', { name: 'People' }).getByRole('checkbox').first().check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(main(page)).toContainText('1 agent will use it.')
  await expectSound(page, 'the agents of a cart')
})
