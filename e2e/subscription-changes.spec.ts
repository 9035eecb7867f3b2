// A subscription's page in Billing: another number of agents and another plan, with the price before the agreement.
import type { Page } from '@playwright/test'
import { api, CARDS, CHARGES, idOf, main, messages, readSubscription, saveCard, subscribe } from './buying.ts'
import { expectSound } from './sound.ts'
import { openAs } from './people.ts'
import { expect, test } from './test.ts'
import { makeOrganization } from './beside.ts'

test.use({ expected: { messages: [/status of 4(?:02|09|22)/] } })
test.setTimeout(120_000)

const open = async (page: Page, id: string) => {
  await page.goto('/billing/')
  await main(page).locator(`a[href$="/billing/subscriptions/${id}/"]`).click()
  await expect(main(page).getByRole('button', { name: 'Nothing changes' })).toBeDisabled()
}

test('in a trial agents are added at once for nothing; what another tab changes is said', async ({ page }) => {
  await openAs(page, (await makeOrganization('changes')).owner)
  await saveCard(page, CARDS.good)
  const id = await subscribe(page, 'dealhedge')
  const { quantity } = await readSubscription(page, id)
  await open(page, id)
  const agents = main(page).getByRole('spinbutton', { name: 'Agents' })
  await expect(agents).toHaveValue(String(quantity))
  await expect(main(page)).toContainText('Three more agents would add $')
  await main(page).getByRole('button', { name: '3 more agents' }).click()
  const change = main(page).getByRole('button', { name: 'Change now, for nothing' })
  await expect(change).toBeEnabled()
  await expect(main(page).getByRole('region', { name: 'What it costs' })).toContainText(`${quantity + 3} agents`)
  await expectSound(page, 'the change of a subscription')
  await change.click()
  await expect(messages(page)).toContainText('Your subscription is changed.')
  expect(await readSubscription(page, id)).toMatchObject({ quantity: quantity + 3, scheduled: null })

  await agents.fill(String(quantity + 5))
  await expect(change).toBeEnabled()
  const path = `${CHARGES}/${id}/change`
  const shown = (await (await api(page, 'GET', `${path}?quantity=${quantity + 4}`)).json()) as { as_of: string; checksum: string }
  const elsewhere = { quantity: quantity + 4, as_of: shown.as_of, checksum: shown.checksum }
  expect((await api(page, 'PUT', path, elsewhere)).ok()).toBe(true)
  await change.click()
  const outdated = main(page).getByText('Nothing was charged, because it costs something else now.')
  await expect(outdated).toContainText(`It is for ${quantity + 4} agents now instead of ${quantity + 3}.`)
  expect(await readSubscription(page, id)).toMatchObject({ quantity: quantity + 4 })

  // The organization's own list forbids more of it, and the page says so in place of the button.
  const application = await idOf(page, 'dealhedge')
  const rules = { mode: 'block', reason: 'Legal looks at it.', applications: [application], revision: 0 }
  expect((await api(page, 'PUT', '/api/v2/organizations/my/rules', rules)).ok()).toBe(true)
  await agents.fill(String(quantity + 6))
  const refusal = main(page).getByRole('status').filter({ hasText: 'Your organization does not allow this application.' })
  await expect(refusal).toContainText('Legal looks at it.')
  await expect(main(page).getByRole('button', { name: /^Change/ })).toHaveCount(0)
})

test('a plan of a year begins with the next renewal, and can be taken back', async ({ page }) => {
  await openAs(page, (await makeOrganization('changes')).owner)
  await saveCard(page, CARDS.good)
  const id = await subscribe(page, 'fanlight')
  await open(page, id)
  await main(page)
    .getByLabel('Plan')
    .selectOption({ label: await yearOf(page) })
  const later = main(page).getByRole('button', { name: /^Change on / })
  await expect(later).toBeEnabled()
  await expectSound(page, 'a plan that begins later')
  await later.click()
  await expect(main(page)).toContainText('A change begins on')
  expect((await readSubscription(page, id)).scheduled).not.toBeNull()
  await main(page).getByRole('button', { name: 'Keep it as it is' }).click()
  await expect(messages(page)).toContainText('It goes on as it is.')
  expect((await readSubscription(page, id)).scheduled).toBeNull()
})

const yearOf = async (page: Page): Promise<string> => {
  const labels = await main(page).getByLabel('Plan').locator('option').allTextContents()
  return labels.find((label) => label.includes('each year')) ?? ''
}
