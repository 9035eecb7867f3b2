import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { api, bank, CARDS, enterCard, idOf, main, messages, openAs, payButton } from './buying.ts'
import { applicationToken, offer, sampleApps } from './offered-charges.ts'
import { importLines, makeOrganization } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, hydrated, test } from './test.ts'
import { takeTurnsWithCarts } from './cart-turns.ts'

takeTurnsWithCarts()

// Buying one application, and paying for what an application asks for.
test.describe.configure({ mode: 'default' })
test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })

const OWNER = 'owner@globex.test'

const LINES = ['monthly', 'framed'].map((name) => ({
  slug: `single-${name}`,
  name: `Single ${name}`,
  company: { name: 'Nightly' },
  category: { slug: 'crm' },
  payment: { price: 1_000, frequency: 'monthly', perAccount: true, trialDays: 0 },
}))
test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(baseURL, LINES)
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/single-framed/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

test('one application is bought from its page with the plan that was chosen', async ({ page }) => {
  await openAs(page, OWNER)
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
  await expect(summary).toContainText('2 agents')
  await expect(summary.getByLabel('Plan')).toContainText('Yearly')
  await enterCard(page, CARDS.asksEachTime)
  await expectSound(page, 'the checkout of one application')
  await payButton(page).click()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Once more, to pay: and this time it fails.
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(main(page).getByRole('alert')).not.toBeEmpty()
  await expect(messages(page)).not.toContainText(PAYMENT_TEXTS.purchased)
  await enterCard(page, CARDS.good)
  await payButton(page).click()
  await expect(page).toHaveURL('/checkout/single-monthly/thank-you/', { timeout: 30_000 })
  await expect(main(page)).toContainText(PAYMENT_TEXTS.purchased)
  await expect(main(page).getByRole('link', { name: /^Go to Chats/ })).toBeVisible()
  await expectSound(page, 'its thank-you page')

  // What is paid for says what stops when, before it is uninstalled.
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

test('a checkout in a frame has neither header nor footer', async ({ page }) => {
  await openAs(page, OWNER)
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
  await openAs(page, OWNER)
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
  // The description is text, whatever is in it.
  await expect(main(page)).toContainText(tag)
  expect(asked).toBeGreaterThan(0)
  await enterCard(page, CARDS.good)
  await expectSound(page, 'the checkout of a charge')
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
  expect(await idOf(page, 'single-framed')).toBeTruthy()
})

test('a total that is another than the one that was looked at is said, and not paid', async ({ page, baseURL }) => {
  const people = await makeOrganization(baseURL, 'moved')
  await openAs(page, people.owner)
  const address = { name: 'Moved', country: 'US', zip: '97201', city: 'Portland', street: '1 First Street', vat_id: null }
  await api(page, 'PUT', '/billing/v3/account/address', address)
  const token = await applicationToken(page, baseURL)
  const charge = await offer(page, token, 'direct_charge', { name: 'A hundred credits', price: 10_000, return_url: null })
  await page.goto(charge.confirmation_url)
  await expect(payButton(page)).toHaveText('Pay $100')
  await enterCard(page, CARDS.good)
  // A colleague moves the organization meanwhile.
  await api(page, 'PUT', '/billing/v3/account/address', { ...address, country: 'DE', zip: '10115' })
  await payButton(page).click()
  await expect(main(page).getByRole('alert')).toContainText('The price has changed since it was shown. Nothing was charged.')
  await expect(payButton(page)).toHaveText('Pay $119')
  await payButton(page).click()
  await expect(page).toHaveURL(/\/direct_charge\/thank-you\/$/, { timeout: 30_000 })
})
