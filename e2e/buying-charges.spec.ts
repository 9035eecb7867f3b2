import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { answerBank, api, CARDS, CHARGES, enterCard, idOf, main, messages, openAsBuyer, payButton } from './buying.ts'
import { applicationToken, offer, sampleApps } from './offered-charges.ts'
import { importLines, makeOrganization } from './beside.ts'
import { expectSound } from './sound.ts'
import { openAs } from './people.ts'
import { expect, hydrated, test } from './test.ts'

// Buying one application, and paying charges that an application has created.
test.describe.configure({ mode: 'default' })
test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })

const LINES = ['monthly', 'framed', 'pressed'].map((name) => ({
  slug: `single-${name}`,
  name: `Single ${name}`,
  company: { name: 'Nightly' },
  category: { slug: 'crm' },
  payment: { price: 1_000, frequency: 'monthly', perAccount: true, trialDays: 0 },
}))
test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(LINES)
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/single-framed/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

test('one application is bought from its page with the plan that was chosen', async ({ page }) => {
  await openAsBuyer(page, 'charges')
  await page.goto('/apps/single-monthly/')
  await hydrated(page)
  await expect(main(page).getByText('Save 15 %').first()).toBeVisible()
  await expect(main(page)).toContainText('Renews each month until you cancel.')
  await main(page)
    .getByRole('radio', { name: /^Yearly/ })
    .check()
  await expect(main(page)).toContainText('Renews each year until you cancel.')
  await expectSound(page, 'the page of an application that is sold')
  await main(page).getByRole('link', { name: 'Buy now' }).first().click()
  await expect(page).toHaveURL(/\/checkout\/single-monthly\/\?plan=/)
  const summary = main(page).getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('4 agents')
  await expect(summary.getByLabel('Plan')).toContainText('Yearly')
  await enterCard(page, CARDS.asksEachTime)
  await expectSound(page, 'the checkout of one application', { pays: true })
  await payButton(page).click()
  await answerBank(page)
  // The bank asks once more for the payment, and this time it fails.
  await answerBank(page, 'Fail')
  await expect(main(page).getByRole('alert')).not.toBeEmpty()
  await expect(messages(page)).not.toContainText(PAYMENT_TEXTS.purchased)
  await enterCard(page, CARDS.good)
  await payButton(page).click()
  await expect(page).toHaveURL('/checkout/single-monthly/thank-you/', { timeout: 30_000 })
  await expect(main(page)).toContainText(PAYMENT_TEXTS.purchased)
  await expect(main(page).getByRole('link', { name: /^Go to Chats/ })).toBeVisible()
  await expectSound(page, 'its thank-you page')

  // Before a paid application is uninstalled, the dialog says what stops and when.
  await page.goto('/my-apps/?find=single+monthly')
  await main(page).getByRole('button', { name: 'Uninstall Single monthly' }).click()
  await expect(page.getByRole('dialog', { name: 'Uninstall Single monthly?' })).toContainText(
    /Single monthly is not renewed any more, and not charged again\. Until \w+ \d+, \d{4}, to which it is paid, you can install it again without paying\./,
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  // It cannot be bought twice.
  await page.goto('/checkout/single-monthly/')
  await expect(main(page)).toContainText('Your organization has bought this application already.')
})

test('after a refused payment the button waits for the charge that the next press pays', async ({ page }) => {
  await openAsBuyer(page, 'charges')
  await page.goto('/checkout/single-pressed/')
  await expect(payButton(page)).toBeEnabled()
  let waits = 0
  await page.route('**/create-charge', async (route) => {
    waits++
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  await enterCard(page, CARDS.failsLater)
  await payButton(page).click()
  // The next press comes as soon as the button takes it.
  await enterCard(page, CARDS.good)
  await payButton(page).click()
  await expect(page).toHaveURL('/checkout/single-pressed/thank-you/', { timeout: 30_000 })
  expect(waits).toBe(1)
})

test('a checkout in a frame has neither header nor footer', async ({ page }) => {
  await openAsBuyer(page, 'charges')
  await page.goto('/checkout/single-framed/?embedded=true')
  await expect(payButton(page)).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0)
})

const withTexts = (address: string, icon: string, description: string): string => {
  const url = new URL(address)
  url.searchParams.set('icon', icon)
  url.searchParams.set('description', description)
  return url.href
}

test('what an application asks for is paid, declined, or agreed to and paid by it', async ({ page, baseURL }) => {
  await openAsBuyer(page, 'charges')
  const token = await applicationToken(page, baseURL)
  const tag = '<b>Ten</b> more reports'
  const once = await offer(page, token, 'direct_charge', { name: 'Extra reports', price: 1_000, quantity: 2 })
  const icon = 'https://icons.example/a.png'
  let asked = 0
  await page.route('https://icons.example/**', (route) => {
    asked++
    return route.abort()
  })
  await page.goto(withTexts(once.confirmation_url, icon, tag))
  await expect(main(page)).toContainText('Extra reports')
  // The description is shown as text, even if it contains markup.
  await expect(main(page)).toContainText(tag)
  expect(asked).toBeGreaterThan(0)
  await enterCard(page, CARDS.good)
  await expectSound(page, 'the checkout of a charge', { pays: true })
  await payButton(page).click()
  await expect(page).toHaveURL(`/checkout/charge/${once.id}/direct_charge/thank-you/`, { timeout: 30_000 })
  await expect(main(page)).toContainText('Extra reports is paid for.')
  await expectSound(page, 'the thank-you page of a charge')

  const refused = await offer(page, token, 'direct_charge', { name: 'Too dear', price: 90_000 })
  await page.goto(withTexts(refused.confirmation_url, 'javascript:alert(1)', ''))
  await main(page).getByRole('button', { name: 'Decline' }).click()
  await expect(main(page).getByRole('alert')).toContainText(PAYMENT_TEXTS.ended)

  const back = `${sampleApps(baseURL)}/back`
  const monthly = await offer(page, token, 'recurrent_charge', { name: 'More each month', price: 500, return_url: back })
  await page.goto(monthly.confirmation_url)
  await payButton(page).click()
  await expect(page).toHaveURL(`${back}?id=${monthly.id}&type=recurrent_charge`)
  const path = `/billing/v3/recurrent_charge/livechat/${monthly.id}`
  const headers = { authorization: `Bearer ${token}` }
  expect(await (await page.request.get(path, { headers })).json()).toMatchObject({ status: 'accepted' })
  expect((await page.request.put(`${path}/activate`, { headers })).status()).toBe(200)
  await expect(async () =>
    expect(await (await page.request.get(path, { headers })).json()).toMatchObject({ status: 'active' }),
  ).toPass()
  await page.goto(monthly.confirmation_url)
  await expect(page).toHaveURL(`/checkout/charge/${monthly.id}/recurrent_charge/thank-you/`)
  expect((await api(page, 'GET', path)).ok()).toBe(true)

  // After a cancellation nothing may say that it was not paid.
  expect((await api(page, 'PUT', `${path}/cancel`)).ok()).toBe(true)
  await page.goto(`/checkout/charge/${monthly.id}/recurrent_charge/thank-you/`)
  await expect(page).toHaveURL(`/checkout/charge/${monthly.id}/recurrent_charge/`)
  await expect(main(page)).toContainText(
    /More each month was cancelled\.It works until \w+ \d+, \d{4}, and is not charged again\./,
  )
  await expect(main(page)).not.toContainText(/Nothing was charged|declined/)
  await expectSound(page, 'the checkout of a charge that was cancelled')
  expect(await idOf(page, 'single-framed')).toBeTruthy()
})

test('a total that is another than the one that was looked at is said, and not paid', async ({ page, baseURL }) => {
  const people = await makeOrganization('moved')
  await openAs(page, people.owner)
  const address = { name: 'Moved', country: 'US', zip: '97201', city: 'Portland', street: '1 First Street', vat_id: null }
  await api(page, 'PUT', '/billing/v3/account/address', address)
  const token = await applicationToken(page, baseURL)
  const charge = await offer(page, token, 'direct_charge', { name: 'A hundred credits', price: 10_000, return_url: null })
  await page.goto(charge.confirmation_url)
  await expect(payButton(page)).toHaveText('Pay $100')
  await enterCard(page, CARDS.good)
  // A colleague changes the organization's address meanwhile.
  await api(page, 'PUT', '/billing/v3/account/address', { ...address, country: 'DE', zip: '10115' })
  await payButton(page).click()
  await expect(main(page).getByRole('alert')).toHaveText(
    'The price has changed since it was shown. Nothing was charged. It costs $119 now instead of $100.',
  )
  await expect(payButton(page)).toHaveText('Pay $119')
  await payButton(page).click()
  await expect(page).toHaveURL(/\/direct_charge\/thank-you\/$/, { timeout: 30_000 })
})

test('a price that rises while a checkout is open is said with both amounts, and the next press pays it', async ({ page }) => {
  const line = { ...LINES[0], slug: 'single-dearer', name: 'Single dearer' }
  const at = (price: number) => ({ ...line, payment: { price, frequency: 'monthly', perAccount: false, trialDays: 0 } })
  const sold = async () => {
    const found = await page.request.get('/api/v2/applications/single-dearer/published')
    return found.ok() ? ((await found.json()) as { payment: { price: number } }).payment.price : null
  }
  await importLines([at(1_000)])
  await openAs(page, (await makeOrganization('dearer')).owner)
  // No tax is known here.
  const address = { name: 'Dearer', country: 'AQ', zip: null, city: null, street: null, vat_id: null }
  await api(page, 'PUT', '/billing/v3/account/address', address)
  await expect.poll(sold).toBe(1_000)
  await page.goto('/checkout/single-dearer/')
  await expect(payButton(page)).toHaveText('Pay $10')
  await importLines([at(1_500)])
  await expect.poll(sold).toBe(1_500)
  await enterCard(page, CARDS.good)
  await payButton(page).click()
  await expect(main(page).getByRole('alert')).toHaveText(
    'The price has changed since it was shown. Nothing was charged. It costs $15 now instead of $10.',
  )
  await expect(payButton(page)).toHaveText('Pay $15')
  await payButton(page).click()
  await expect(page).toHaveURL('/checkout/single-dearer/thank-you/', { timeout: 30_000 })
  const charges = (await (await api(page, 'GET', CHARGES)).json()) as { result: { price: number; state: string }[] }
  // The charge of the former price was withdrawn, and is in no list.
  expect(charges.result.map(({ price, state }) => [price, state])).toEqual([[1_500, 'active']])
})

test('the checkout of one application says why it has no tax, what comes after it, and what more agents add', async ({
  page,
}) => {
  const people = await makeOrganization('outlook')
  await openAs(page, people.owner)
  const address = { name: 'Outlook', country: 'AQ', zip: null, city: null, street: null, vat_id: null }
  await api(page, 'PUT', '/billing/v3/account/address', address)
  await page.goto('/checkout/single-framed/')
  const summary = main(page).getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('No tax, because no rate is known for this country.')
  await expect(summary).toContainText('Three more agents would add $30 to each month, tax included.')
  const row = (label: string) => summary.locator('dl > div').filter({ hasText: label }).locator('dd')
  const dollars = async (label: string) => Number((await row(label).textContent())?.replace(/[$,]/g, ''))
  const now = await dollars('Due now')
  expect(now).toBeGreaterThan(0)
  expect([await dollars('Next month'), await dollars('Within a year')]).toEqual([now, 12 * now])

  await main(page).getByLabel('Country').selectOption('DE')
  const update = main(page).getByRole('button', { name: 'Update the tax' })
  for (const [vatId, refusal] of [
    ['FRXX123456789', 'This is not a VAT id of Germany. Correct it, or leave it empty.'],
    ['12', 'A VAT id begins with two letters, such as DE123456789.'],
  ] as const) {
    await main(page).getByLabel('VAT id').fill(vatId)
    await update.click()
    await expect(main(page)).toContainText(refusal)
    await expect(summary).toContainText('No tax, because no rate is known for this country.')
  }
  // The address is read again later than the total. What is typed in between stays.
  await page.route('**/billing/v3/account', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await main(page).getByLabel('VAT id').fill('DE123456789')
  await update.click()
  await expect(summary).toContainText('Reverse charge: the buyer accounts for the tax.')
  await main(page).getByLabel('VAT id').fill('')
  await expect(update).toBeEnabled()
  await expect(main(page).getByLabel('VAT id')).toHaveValue('')
  await update.click()
  await expect(summary).toContainText('Three more agents would add $35.70 to each month, tax included.')
  await expect(summary).not.toContainText(/No tax|Reverse charge/)
  expect(await dollars('Next month')).toBeCloseTo(1.19 * now)
  await expectSound(page, 'the checkout of one application with what comes after it')
})
