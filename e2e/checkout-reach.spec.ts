// What a buyer has in reach: the button that pays, the cart on each card, and what an application may still charge.
import type { Page } from '@playwright/test'
import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { api, CARDS, enterCard, fillCart, main, messages, payButton, saveCard, startCheckout } from './buying.ts'
import { applicationToken, offer } from './offered-charges.ts'
import { happen, importLines, makeOrganization } from './beside.ts'
import { expectSound } from './sound.ts'
import { openAs } from './people.ts'
import { expect, hydrated, test } from './test.ts'

const line = (slug: string, payment: object, more: object = {}) => ({
  slug,
  name: slug.replaceAll('-', ' '),
  company: { name: 'Nightly' },
  category: { slug: 'crm' },
  payment: { price: 4_900, frequency: 'once', perAccount: false, trialDays: 0, ...payment },
  ...more,
})
// A refused coupon is answered with 404 or 422, which the browser logs in its console.
test.use({ expected: { messages: [/status of 4(?:04|22)/] } })

test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines([
    line('reach-once', {}),
    line('reach-monthly', { price: 1_200, frequency: 'monthly', perAccount: true }),
    line(
      'reach-discounted',
      { price: 120_000, frequency: 'monthly', perAccount: true },
      { customProps: { discountFrom: '2020-01-01', discountTo: '2099-12-31', discountPercent: 20 } },
    ),
  ])
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/reach-once/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

const expectInReach = async (page: Page, total: string) => {
  const bar = page.locator('[data-pay-bar]')
  await expect(bar).toContainText('Due now')
  await expect(bar).toContainText(total)
  await expect(bar.getByRole('button')).toBeInViewport({ ratio: 1 })
}

test('on a phone the total and the button that pays stay in view, and hide no field that is used', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, (await makeOrganization('reach')).owner)
  await page.goto('/checkout/reach-once/')
  await expect(payButton(page)).toHaveText('Pay $49')
  await expectInReach(page, '$49')
  // What is paid once says nothing of months to come.
  await expect(main(page)).not.toContainText(/Next month|Within a year/)
  await enterCard(page, CARDS.good)
  await expectInReach(page, '$49')
  const barTop = async () => (await page.locator('[data-pay-bar]').boundingBox())?.y ?? 0
  for (const label of ['Country', 'VAT id']) {
    await main(page).getByLabel(label).focus()
    const box = await main(page).getByLabel(label).boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(await barTop())
  }
  await expectSound(page, 'a checkout with its button at the bottom')
  await page.setViewportSize({ width: 390, height: 844 })
  // At the end of the page the bar is a line like others, and covers nothing.
  const leave = main(page).getByRole('link', { name: 'Back without paying' })
  await leave.scrollIntoViewIfNeeded()
  await expect(leave).toBeInViewport({ ratio: 1 })
  expect((await leave.boundingBox())?.y).toBeGreaterThan(await barTop())
  // In a low window the bar would hide what it is for.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(payButton(page)).not.toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await fillCart(page, ['reach-once', 'reach-monthly'])
  await startCheckout(page)
  await expectInReach(page, (await payButton(page).textContent())?.replace('Pay ', '') ?? '?')
  await expect(main(page)).toContainText('Next month')
  await payButton(page).focus()
  await enterCard(page, CARDS.good)
  await page.keyboard.press('Tab')
  await payButton(page).press('Enter')
  await expect(page).toHaveURL(/thank-you/, { timeout: 30_000 })
})

test('an application with a discount is put into the cart from its card, as others are', async ({ page }) => {
  await openAs(page, (await makeOrganization('reach')).owner)
  for (const width of [1376, 768, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/search/?query=reach')
    await hydrated(page)
    const button = page.getByRole('button', { name: /^Add .*reach discounted to the cart/ })
    await expect(button).toBeVisible()
    const card = page.getByRole('article').filter({ has: button })
    await expect(card.locator('s')).toBeVisible()
    const [outer, inner] = [await card.boundingBox(), await button.boundingBox()]
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0))
    await expectSound(page, 'cards with discounts')
  }
  await main(page)
    .getByRole('button', { name: /^Add .*reach discounted to the cart/ })
    .click()
  await expect(messages(page)).toContainText('reach discounted is in your cart.')
})

test('what was agreed to and not charged is in Billing, and a subscription of it can be withdrawn', async ({ page, baseURL }) => {
  await openAs(page, (await makeOrganization('reach')).owner)
  await saveCard(page, CARDS.good)
  const back = page.url()
  const token = await applicationToken(page, baseURL)
  const once = await offer(page, token, 'direct_charge', { name: 'A thousand messages', price: 2_500, return_url: null })
  const monthly = await offer(page, token, 'recurrent_charge', { name: 'More history', price: 900, return_url: null })
  await page.goto(back)
  await hydrated(page)
  for (const path of [`direct_charge/livechat/${once.id}`, `recurrent_charge/livechat/${monthly.id}`])
    expect((await api(page, 'PUT', `/billing/v3/${path}/accept`)).ok()).toBe(true)
  await page.goto('/billing/')
  const agreed = main(page).getByRole('region', { name: 'Agreed, not charged yet' })
  await expect(agreed.getByRole('listitem')).toHaveCount(2)
  await expect(agreed).toContainText(/A thousand messages.*If it is not charged by .*, your agreement ends/)
  await expectSound(page, 'agreements that wait')
  await agreed.getByRole('button', { name: 'Withdraw the agreement to More history' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Nothing was charged, and nothing will be.')
  await dialog.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(messages(page)).toContainText('Your agreement is withdrawn.')
  await expect(agreed.getByRole('listitem')).toHaveCount(1)
})

test('a coupon comes off what one application costs before it is paid, with the words of the cart', async ({ page }) => {
  await openAs(page, (await makeOrganization('reach')).owner)
  await page.goto('/checkout/reach-once/')
  const summary = main(page).getByRole('complementary', { name: 'Summary' })
  await expect(payButton(page)).toHaveText('Pay $49')
  await summary.getByLabel('Coupon').fill('NOSUCH')
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(messages(page)).toContainText(CART_TEXTS.couponFailed)
  await expect(summary).toContainText('There is no such coupon.')
  await expect(payButton(page)).toHaveText('Pay $49')
  await summary.getByLabel('Coupon').fill('welcome10')
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(messages(page)).toContainText(CART_TEXTS.couponAdded)
  await expect(payButton(page)).toHaveText('Pay $44.10')
  await expect(summary).toContainText('$4.90 off the first payment')
  await expectSound(page, 'the checkout of one application with a coupon')
  await summary.getByRole('button', { name: 'Remove the coupon' }).click()
  await expect(payButton(page)).toHaveText('Pay $49')
  await enterCard(page, CARDS.good)
  await expect(payButton(page)).toBeEnabled()
  // The button that pays waits for the answer about the coupon.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/create-charge', (route) => held.then(() => route.continue()))
  await summary.getByLabel('Coupon').fill('WELCOME10')
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(payButton(page)).toBeDisabled()
  answer()
  await expect(payButton(page)).toHaveText('Pay $44.10')
  await payButton(page).click()
  await expect(page).toHaveURL('/checkout/reach-once/thank-you/', { timeout: 30_000 })
  await page.goto('/billing/')
  const bought = main(page).getByRole('region', { name: 'Bought once' })
  await expect(bought).toContainText('$44.10')
  await page.goto('/my-apps/?find=reach+once')
  await main(page).getByRole('button', { name: 'Uninstall reach once' }).click()
  await expect(page.getByRole('dialog')).toContainText(/reach once was paid for once.*you can install it again without paying/)
})

test('a coupon counts in what a year costs, and an offer that it has replaced is no subscription', async ({ page }) => {
  await openAs(page, (await makeOrganization('reach')).owner)
  await page.goto('/checkout/reach-monthly/')
  const summary = main(page).getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText(/Within a year.*\$576/)
  await summary.getByLabel('Coupon').fill('WELCOME10')
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(payButton(page)).toHaveText('Pay $43.20')
  await expect(summary).toContainText(/Next month.*\$48/)
  await expect(summary).toContainText(/Within a year.*\$571\.20/)
  await page.goto('/billing/')
  await expect(main(page).getByText('Nothing is paid for regularly')).toBeVisible()
})

test('a coupon that ends during the checkout is said to be what is refused, and the purchase goes on without it', async ({
  page,
}) => {
  const { name, owner } = await makeOrganization('reach')
  const code = name.toUpperCase()
  await happen('coupon', code)
  await openAs(page, owner)
  await page.goto('/checkout/reach-monthly/')
  const summary = main(page).getByRole('complementary', { name: 'Summary' })
  await summary.getByLabel('Coupon').fill(code)
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(payButton(page)).toHaveText('Pay $24')
  await happen('coupon', code)
  await summary.getByLabel('Plan').selectOption({ index: 1 })
  await expect(main(page)).toContainText(`The coupon ${code} cannot be used`)
  await expect(main(page)).toContainText('This coupon is not valid any more.')
  await main(page).getByRole('button', { name: 'Go on without it' }).click()
  await expect(payButton(page)).toHaveText('Pay $489.60')
  await expect(summary.getByLabel('Plan')).toContainText('Yearly')
  // The refusal of a payment with a coupon goes with the coupon.
  await happen('coupon', `${code}-TOO`)
  await summary.getByLabel('Coupon').fill(`${code}-TOO`)
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(payButton(page)).toHaveText('Pay $244.80')
  await happen('coupon', `${code}-TOO`)
  await enterCard(page, CARDS.good)
  await payButton(page).click()
  const refusal = main(page).getByRole('alert').filter({ hasText: 'This coupon is not valid any more.' })
  await expect(refusal).toBeVisible()
  await summary.getByRole('button', { name: 'Remove the coupon' }).click()
  await expect(payButton(page)).toHaveText('Pay $489.60')
  await expect(refusal).toHaveCount(0)
})
