// A subscription's page in Billing: changes that are paid at once, and a renewal for which the bank asks the owner.
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import {
  api,
  answerBank,
  breakProvider,
  CARDS,
  main,
  mendProvider,
  messages,
  payButton,
  readSubscription,
  saveCard,
  subscribe,
} from './buying.ts'
import { happen, importLines, makeOrganization } from './beside.ts'
import { expectSound } from './sound.ts'
import { openAs } from './people.ts'
import { expect, test } from './test.ts'

test.describe.configure({ mode: 'default' })
test.use({ expected: { messages: [/status of 4(?:02|04|09|22)/] } })
// The server looks for due renewals once a minute.
test.setTimeout(240_000)

const monthly = { billingCycle: 'pay-monthly', pricingType: 'per-agent' } as const
const LINES = [
  {
    slug: 'payday-plans',
    name: 'Payday plans',
    company: { name: 'Nightly' },
    category: { slug: 'crm' },
    payment: { price: 1_000, frequency: 'monthly', perAccount: true, trialDays: 0 },
    plans: [
      { name: 'Small', price: 1_000, ...monthly },
      { name: 'Large', price: 2_500, ...monthly },
    ],
  },
  {
    slug: 'payday-trial',
    name: 'Payday trial',
    company: { name: 'Nightly' },
    category: { slug: 'crm' },
    payment: { price: 3_000, frequency: 'monthly', perAccount: false, trialDays: 14 },
  },
]

test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(LINES)
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/payday-trial/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

test('more agents and a dearer plan are paid at once, at the price that was shown; a refused card changes nothing', async ({
  page,
}) => {
  const people = await makeOrganization('payday')
  await openAs(page, people.owner)
  await saveCard(page, CARDS.good)
  const id = await subscribe(page, 'payday-plans', 'Small')
  const { quantity } = await readSubscription(page, id)
  await page.goto(`/billing/subscriptions/${id}/`)
  const change = main(page).getByRole('button', { name: /^Change and pay \$/ })
  const paid: string[] = []
  const press = async () => {
    await expect(change).toBeEnabled()
    paid.push(/\$[\d,.]+/.exec((await change.textContent()) ?? '')?.[0] ?? '')
    await change.click()
  }
  await main(page).getByRole('button', { name: '3 more agents' }).click()
  await expect(change).toBeEnabled()
  await expectSound(page, 'a change that is paid')
  await press()
  await expect(messages(page)).toContainText('Your subscription is changed.')
  await expect(main(page).getByRole('button', { name: 'Nothing changes' })).toBeDisabled()
  expect(await readSubscription(page, id)).toMatchObject({ quantity: quantity + 3, scheduled: null })

  const large = main(page).getByLabel('Plan').locator('option', { hasText: 'Large' })
  await main(page)
    .getByLabel('Plan')
    .selectOption({ label: (await large.textContent()) ?? '' })
  const { plan_id: small } = await readSubscription(page, id)
  await breakProvider(page, people, { operation: 'authorize', fault: 'delay', times: 1, ms: 5_000 })
  await press()
  // Nothing is said to be changed while the provider is slow.
  await expect(messages(page)).toContainText('The payment is on its way.')
  await expect(main(page).getByText('The payment of a change is on its way.')).toBeVisible()
  await mendProvider(page, people)
  // The screen follows the payment to its end by itself.
  await expect(messages(page)).toContainText('Your subscription is changed.', { timeout: 30_000 })
  await expect(main(page).getByRole('button', { name: 'Nothing changes' })).toBeDisabled()
  await expect.poll(async () => (await readSubscription(page, id)).plan_id, { timeout: 30_000 }).not.toBe(small)
  expect((await readSubscription(page, id)).scheduled).toBeNull()
  await page.goto('/billing/?view=invoices')
  const table = main(page).getByRole('table', { name: 'Invoices' })
  for (const amount of paid) await expect(table.getByRole('row').filter({ hasText: amount }).first()).toBeVisible()

  await saveCard(page, CARDS.failsLater)
  await page.goto(`/billing/subscriptions/${id}/`)
  await main(page).getByRole('button', { name: '3 more agents' }).click()
  await expect(change).toBeEnabled()
  await change.click()
  await expect(main(page).getByRole('alert')).toContainText(PAYMENT_TEXTS.cardRefused)
  expect(await readSubscription(page, id)).toMatchObject({ quantity: quantity + 3, state: 'active' })
  // The bank refuses later than the page has waited.
  await breakProvider(page, people, { operation: 'authorize', fault: 'delay', times: 1, ms: 5_000 })
  await change.click()
  await expect(main(page).getByText('The payment of a change is on its way.')).toBeVisible()
  await mendProvider(page, people)
  await expect(main(page).getByText(`${PAYMENT_TEXTS.cardRefused} Nothing has changed.`)).toBeVisible({ timeout: 30_000 })
  await expect(main(page).getByLabel('Plan')).toBeVisible()
})

test('a renewal that the bank asks about is confirmed by who pays', async ({ page }) => {
  await openAs(page, (await makeOrganization('payday')).owner)
  await saveCard(page, CARDS.asksEachTime)
  const id = await subscribe(page, 'payday-trial')
  await happen('trial-ends', id)
  // The bank refuses the charge without the card's owner.
  await expect
    .poll(async () => (await readSubscription(page, id)).state, { timeout: 150_000, intervals: [2_000] })
    .toBe('past_due')
  await page.goto('/billing/')
  await main(page).locator(`a[href$="/billing/subscriptions/${id}/"]`).first().click()
  await expect(main(page).getByRole('heading', { name: 'Confirm payment' })).toBeVisible()
  await expect(payButton(page)).toHaveText('Pay $30')
  await expectSound(page, 'a payment to confirm')
  // A colleague changes the organization's address meanwhile.
  const address = { name: 'Payday', country: 'DE', zip: '10115', city: 'Berlin', street: '1 First Street', vat_id: null }
  expect((await api(page, 'PUT', '/billing/v3/account/address', address)).ok()).toBe(true)
  await payButton(page).click()
  await expect(main(page).getByRole('alert')).toHaveText(
    'The price has changed since it was shown. Nothing was charged. It costs $35.70 now instead of $30.',
  )
  await expect(payButton(page)).toHaveText('Pay $35.70')
  await payButton(page).click()
  await answerBank(page, 'Fail')
  await expect(main(page).getByRole('alert')).not.toBeEmpty()
  expect((await readSubscription(page, id)).state).toBe('past_due')
  await payButton(page).click()
  await answerBank(page)
  await expect(messages(page)).toContainText(/The payment is (?:confirmed|on its way)\./)
  await expect.poll(async () => (await readSubscription(page, id)).state).toBe('active')
  await expect(main(page).getByRole('heading', { name: 'Confirm payment' })).toHaveCount(0)
})
