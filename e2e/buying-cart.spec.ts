import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import {
  api,
  cartLink,
  cardFrame,
  CARDS,
  answerBank,
  enterCard,
  fillCart,
  idOf,
  leaveBank,
  main,
  messages,
  openAsBuyer,
  payButton,
  saveCard,
  startCheckout,
} from './buying.ts'
import { importLines } from './beside.ts'
import { accountsUrl, tokenOf, openAs } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, hydrated, test } from './test.ts'

// Buying with a cart, from the first click to the invoice. Each test has its own applications, because bought ones stay bought.
test.describe.configure({ mode: 'default' })
// These tests are about refusals, which the browser logs in its console.
test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })

const LINES = ['later', 'dearer', 'gone', 'left', 'busy', 'blocked', 'ended', 'visited', 'twice'].map((name) => ({
  slug: `bought-${name}`,
  name: `Bought ${name}`,
  company: { name: 'Nightly' },
  category: { slug: 'crm' },
  payment: { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 },
}))
test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(LINES)
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/bought-ended/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

test('a cart is filled from a card and a page, paid with a new card, and its invoice is there', async ({ page }) => {
  await openAsBuyer(page, 'cart')
  await page.goto('/apps/?query=')
  await hydrated(page)
  await expect(cartLink(page)).toHaveAccessibleName('Cart, empty')
  await main(page).getByRole('button', { name: 'Add Basketlight to the cart' }).click()
  await expect(messages(page)).toContainText('Basketlight is in your cart.')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 product')
  await expect(main(page).getByRole('link', { name: 'Basketlight is in your cart' })).toBeVisible()
  // A search result has the same button.
  await page.goto('/search/?query=swatchcards')
  await main(page)
    .getByRole('button', { name: /Add .*Swatchcards to the cart/ })
    .click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 products')
  await page.goto('/apps/contact-untangler/')
  await hydrated(page)
  await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 3 products')
  await cartLink(page).click()
  await expect(page).toHaveURL('/cart/')
  const products = main(page).getByRole('list', { name: 'Products' })
  await expect(products.getByRole('article')).toHaveCount(3)
  await expectSound(page, 'the cart', { pays: true })

  await products.getByLabel('Plan of Swatchcards').selectOption({ index: 1 })
  await expect(products).toContainText('$91.80')
  await products.getByRole('button', { name: 'Remove Basketlight' }).click()
  await expect(messages(page)).toContainText('Basketlight was removed.')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 products')

  const summary = main(page).getByRole('complementary', { name: 'Summary' })
  await summary.getByLabel('Coupon').fill('NOSUCH')
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(messages(page)).toContainText(CART_TEXTS.couponFailed)
  await expect(summary.getByRole('alert')).toHaveText('There is no such coupon.')
  await summary.getByLabel('Coupon').fill('EXPIRED')
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(summary.getByRole('alert')).toHaveText('This coupon is not valid any more.')
  await summary.getByLabel('Coupon').fill('WELCOME10')
  await page.keyboard.press('Enter')
  await expect(messages(page)).toContainText(CART_TEXTS.couponAdded)
  await expect(summary).toContainText('−$19.08')

  await summary.getByRole('button', { name: /^Check out/ }).click()
  await expect(page).toHaveURL(/\/checkout\/cart\/[\w-]+\/$/)
  await expect(main(page)).toContainText(/Held for you for another 14:\d\d/)
  const before = await payButton(page).textContent()
  await expectSound(page, 'the checkout', { pays: true })
  // Oregon has no sales tax.
  await main(page).getByLabel('Zip').fill('97201')
  await main(page).getByRole('button', { name: 'Update the tax' }).click()
  await expect(payButton(page)).toHaveText('Pay $171.72')
  expect(before).not.toBe('Pay $171.72')
  await enterCard(page, CARDS.good)
  const seen: string[] = []
  page.on('request', (request) => {
    if (`${request.url()} ${request.postData() ?? ''}`.includes(CARDS.good)) seen.push(new URL(request.url()).port)
  })
  await payButton(page).dblclick()
  await expect(page).toHaveURL(/\/thank-you\/$/)
  await expect(messages(page)).toContainText(PAYMENT_TEXTS.purchased)
  await expect(main(page)).toContainText('You’ve bought 2 products.')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, empty')
  // The card number was sent to the provider only.
  expect(seen.filter((port) => port === new URL(page.url()).port)).toEqual([])
  await expectSound(page, 'the thank-you page')

  await main(page).getByRole('link', { name: 'Invoices' }).click()
  const row = main(page).getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1)
  await expect(row).toContainText('$171.72')
  const [pdf] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: /^PDF/ }).click()])
  expect(pdf.suggestedFilename()).toMatch(/^INV-\d+\.pdf$/)
  const [ubl] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: /^UBL/ }).click()])
  expect(ubl.suggestedFilename()).toMatch(/^INV-\d+\.xml$/)
  await expectSound(page, 'the invoices')
  await row.getByRole('link', { name: /^INV-/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Invoice INV-')
  await expect(main(page)).toContainText('Paid with Visa ending in 4242.')
  await expectSound(page, 'the invoice')
})

test('a declined card pays nothing, and another one does', async ({ page }) => {
  await openAsBuyer(page, 'cart')
  await fillCart(page, ['bought-later'])
  await startCheckout(page)
  await enterCard(page, CARDS.declined)
  await payButton(page).click()
  await expect(main(page).getByRole('alert')).toContainText(PAYMENT_TEXTS.cardRefused)
  await expect(messages(page)).not.toContainText(PAYMENT_TEXTS.purchased)
  // This card can be saved, but its bank refuses the charge.
  await enterCard(page, CARDS.failsLater)
  await payButton(page).click()
  await expect(main(page).getByRole('complementary', { name: 'Summary' })).toContainText('Payment failed')
  await expect(main(page).getByRole('alert')).toContainText(PAYMENT_TEXTS.cardRefused)
  await enterCard(page, CARDS.good)
  await payButton(page).click()
  await expect(page).toHaveURL(/\/thank-you\/$/)
})

test('3-D Secure is put off, asked again, and completed', async ({ page }) => {
  await openAsBuyer(page, 'cart')
  await fillCart(page, ['bought-left'])
  await startCheckout(page)
  await enterCard(page, CARDS.asksEachTime)
  await payButton(page).click()
  await leaveBank(page)
  await expect(main(page).getByRole('alert')).toContainText('Your bank still wants to know that it is you. Nothing was paid.')
  await payButton(page).click()
  // Once to save the card, and once to pay.
  await answerBank(page)
  await leaveBank(page)
  await expect(main(page).getByRole('alert')).toContainText('Your bank still wants to know that it is you. Nothing was paid.')
  // A person who comes back later can continue too.
  await page.reload()
  await main(page).getByRole('button', { name: 'Go on with the payment' }).click()
  await answerBank(page)
  await expect(page).toHaveURL(/\/thank-you\/$/, { timeout: 30_000 })
})

test('a trial without a card is started by keyboard alone', async ({ page }) => {
  await openAsBuyer(page, 'cart')
  await fillCart(page, ['lobby-board'])
  await page.goto('/cart/')
  await main(page).getByRole('button', { name: 'Check out' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout\/cart\//)
  await expect(main(page)).toContainText('No card is needed.')
  await expect(main(page)).toContainText(/Free for 14 days\. Then \$\d/)
  await main(page).getByRole('button', { name: 'Start free trial' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/thank-you\/$/)
  await page.goto('/billing/')
  const subscription = main(page)
    .getByRole('list', { name: 'Subscriptions' })
    .getByRole('article')
    .filter({ hasText: 'Lobby Board' })
  await expect(subscription).toContainText('Trial')
  await expectSound(page, 'Billing')
  await subscription.getByRole('button', { name: 'Cancel Lobby Board' }).press('Enter')
  const ask = page.getByRole('dialog', { name: 'Cancel Lobby Board?' })
  await expect(ask).toContainText(/Lobby Board works until \w+ \d+, \d{4}, then it stops for everybody in your organization\./)
  await ask.getByRole('button', { name: 'Cancel it' }).press('Enter')
  await expect(messages(page)).toContainText('Lobby Board is cancelled.')
  await expect(subscription).toContainText('Cancelled')
})

test('two tabs show the same cart, and say what the other has changed', async ({ page, context }) => {
  await openAsBuyer(page, 'cart')
  await fillCart(page, ['basketlight', 'bought-busy'])
  await page.goto('/cart/')
  const other = await context.newPage()
  await other.goto('/cart/')
  await other.getByRole('main').getByRole('button', { name: 'Remove Basketlight' }).click()
  await expect(messages(other)).toContainText('Basketlight was removed.')
  await expect(main(page).getByText('This cart was changed meanwhile')).toBeVisible()
  await expect(main(page).getByRole('status').filter({ hasText: 'meanwhile' })).toContainText('Basketlight was removed.')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 product')
  await main(page).getByRole('button', { name: 'I have seen it' }).click()
  await expect(main(page).getByText('This cart was changed meanwhile')).toHaveCount(0)
})

test('an application that a colleague takes out of the cart is not counted on the next page, which asks once', async ({
  page,
}) => {
  await openAsBuyer(page, 'cart')
  const cart = await fillCart(page, ['basketlight'])
  await page.goto('/apps/')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 product')
  // The change is made without notifying the tabs of this browser.
  await api(page, 'DELETE', `/api/v2/products-carts/${cart}/applications/${await idOf(page, 'basketlight')}`)
  let asked = 0
  page.on('request', (request) => void (request.url().endsWith('/products-carts/contents') && asked++))
  await page.goto('/services/')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, empty')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Marketplace' }).click()
  await expect(page).toHaveURL('/')
  await page.waitForLoadState('networkidle')
  expect(asked).toBe(1)
})

test('a checkout holds the cart against everybody else, and says who it is', async ({ page, browser, baseURL }) => {
  const people = await openAsBuyer(page, 'cart')
  await fillCart(page, ['bought-busy'])
  await startCheckout(page)
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await context.newPage()
  await openAs(other, people.viceOwner, '/cart/')
  const banner = other.getByRole('main').getByRole('status').filter({ hasText: CART_TEXTS.locked })
  await expect(banner).toContainText(/is paying for it/)
  await expect(banner).toContainText(/1[0-4]:\d\d/)
  await expect(other.getByRole('main').getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Back to the cart without paying' }).click()
  await expect(page).toHaveURL('/cart/')
  await expect(banner).toHaveCount(0)
  await expect(other.getByRole('main').getByRole('button', { name: /^Remove/ })).toBeVisible()
  await context.close()
})

test('a price that has changed is said, and nothing is charged before it was read', async ({ page }) => {
  await openAsBuyer(page, 'cart')
  const id = await fillCart(page, ['bought-dearer'])
  await startCheckout(page)
  const line = LINES.find(({ slug }) => slug === 'bought-dearer')
  await enterCard(page, CARDS.good)
  await importLines([{ ...line, payment: { ...line?.payment, price: 1_500 } }])
  await payButton(page).click()
  await expect(main(page).getByRole('status').filter({ hasText: 'Nothing was charged' })).toContainText(
    'The price of Bought dearer has changed from $10 to $15.',
  )
  await expect(main(page).getByRole('alert')).toContainText(CART_TEXTS.locked)
  const cart = (await (await api(page, 'GET', `/api/v2/products-carts/${id}`)).json()) as { purchasedAt: string | null }
  expect(cart.purchasedAt).toBeNull()
  await payButton(page).click()
  await expect(page).toHaveURL(/\/thank-you\/$/)
})

test('another window of the account checks out with the tax of another address: this one pays only what it has shown', async ({
  page,
}) => {
  await openAsBuyer(page, 'cart')
  const id = await fillCart(page, ['bought-twice'])
  await startCheckout(page)
  await enterCard(page, CARDS.good)
  // This window has not heard of it yet: its own looks, which name what it knows, find nothing new.
  await page.route(`**/products-carts/${id}`, (route) =>
    route.request().headers()['if-none-match'] ? route.fulfill({ status: 304 }) : route.continue(),
  )
  expect((await api(page, 'PATCH', `/api/v2/products-carts/${id}/checkout`, { country: 'DE' })).status()).toBe(200)
  await expect(payButton(page)).toHaveText('Pay $10.63')
  await payButton(page).click()
  const said = main(page).getByRole('status').filter({ hasText: 'Nothing was charged' })
  await expect(said).toContainText('The tax is 19 % instead of 6.25 %.')
  await expect(said).toContainText('Due now are $11.90 instead of $10.63.')
  await expect(payButton(page)).toHaveText('Pay $11.90')
  const cart = async () => (await (await api(page, 'GET', `/api/v2/products-carts/${id}`)).json()) as Cart
  expect((await cart()).purchasedAt).toBeNull()
  await payButton(page).click()
  await expect(page).toHaveURL(/\/thank-you\/$/)
  expect((await cart()).totals.due.total).toBe(1_190)
})

test('what could not be delivered is reviewed with its cause, and costs nothing', async ({ page }) => {
  await openAsBuyer(page, 'cart')
  await fillCart(page, ['bought-gone', 'bot-rehearsal'])
  await startCheckout(page)
  const line = LINES.find(({ slug }) => slug === 'bought-gone')
  await enterCard(page, CARDS.good)
  // Its monthly plan is no longer offered.
  await importLines([{ ...line, payment: { ...line?.payment, frequency: 'once' } }])
  await payButton(page).click()
  await expect(page).toHaveURL(/\/review-order\/$/)
  await expect(main(page).getByRole('list', { name: 'Not bought' })).toContainText('Was not installed, please contact support')
  await expect(main(page).getByRole('region', { name: 'Bought' })).toContainText('Bot Rehearsal')
  await expectSound(page, 'the order')
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/cart/')
  await expect(main(page).getByRole('list', { name: 'Products' })).toContainText('Bought gone')
})

test('a blocked script of the provider is named as what it is', async ({ page }) => {
  await openAsBuyer(page, 'cart')
  await saveCard(page, CARDS.good)
  await fillCart(page, ['bought-blocked'])
  await page.route('**/elements.js', (route) => route.abort())
  await startCheckout(page)
  await main(page).getByLabel('Another card').check()
  await expect(main(page).getByRole('alert')).toContainText(PAYMENT_TEXTS.blocked)
  await expect(cardFrame(page).getByLabel('Card number')).toHaveCount(0)
  await expect(payButton(page)).toBeDisabled()
})

test('a provider that fails is our failure, and the card is not blamed', async ({ page, baseURL }) => {
  await openAsBuyer(page, 'cart')
  await saveCard(page, CARDS.good)
  await fillCart(page, ['bought-ended'])
  await startCheckout(page)
  await page.route('**/purchase', (route) =>
    route.fulfill({ status: 503, json: { code: 'PAYMENTS_UNAVAILABLE', message: PAYMENT_TEXTS.billingFailed } }),
  )
  await payButton(page).click()
  await expect(main(page).getByRole('alert')).toContainText(PAYMENT_TEXTS.billingFailed)
  await page.unroute('**/purchase')
  // The connection fails, but a later look at the same address succeeds; a blocked route would fail that too.
  await page.route('**/purchase', (route) => (route.request().method() === 'HEAD' ? route.continue() : route.abort()))
  await payButton(page).click()
  await expect(main(page).getByRole('alert')).toContainText(CART_TEXTS.transactionFailed)
  await page.unroute('**/purchase')
  await page.route('**/purchase', (route) => route.abort('blockedbyclient'))
  await payButton(page).click()
  await expect(main(page).getByRole('alert')).toContainText(PAYMENT_TEXTS.blocked)
  await page.unroute('**/purchase')

  // The person is signed out from another device.
  const token = await tokenOf(page)
  const ended = await page.request.delete(`${accountsUrl(baseURL)}/v2/token`, { headers: { authorization: `Bearer ${token}` } })
  expect(ended.ok()).toBe(true)
  await payButton(page).click()
  const ask = page.getByRole('dialog', { name: 'Your session has ended' })
  await ask.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/')
  await expect(messages(page)).toContainText(
    "We couldn't authorize your request as you've been logged out. Log in and try again.",
  )
})

test('an empty cart leads back, and a charge that is not there leads home', async ({ page }) => {
  await openAsBuyer(page, 'cart')
  await page.goto('/cart/')
  await expect(main(page)).toContainText('Your cart is empty')
  await expectSound(page, 'an empty cart')
  await main(page).getByRole('link', { name: 'See all apps' }).click()
  await expect(page).toHaveURL('/apps/')
  await page.goto('/checkout/charge/00000000-0000-4000-8000-000000000000/direct_charge/')
  await expect(page).toHaveURL('/')
  await expect(messages(page)).toContainText(PAYMENT_TEXTS.noSuchCharge)
})

test('people who may not pay for the organization are told so', async ({ page }) => {
  await openAs(page, 'admin@acme.test')
  await page.goto('/apps/fanlight/')
  await expect(main(page)).toContainText('Only those of your organization with a billing permission can buy it.')
  await expect(cartLink(page)).toHaveCount(0)
  expect(await idOf(page, 'fanlight')).toBeTruthy()
  await page.goto('/cart/')
  await expect(main(page).getByRole('alert')).toContainText("Cart couldn't be loaded. Please, contact our support.")
})

test('the first visit of the cart loads at most 170 kB of JavaScript', async ({ page }) => {
  await openAsBuyer(page, 'cart')
  await fillCart(page, ['bought-visited'])
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.set(requestId, 0)))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
  })
  await page.goto('/cart/')
  await expect(main(page).getByRole('button', { name: /^Check out/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0)
  expect(scripts.size).toBeGreaterThan(2)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(170_000)
})
