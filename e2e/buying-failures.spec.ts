// Failures during a purchase, each by its own cause: a lost connection, a failing provider, a licence or a time limit that ends.
import type { BrowserContext, Page } from '@playwright/test'
import { CART_TEXTS, CHARGE_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import {
  api,
  breakProvider,
  cartLink,
  CARDS,
  enterCard,
  fillCart,
  idOf,
  main,
  mendProvider,
  messages,
  payButton,
  startCheckout,
  subscribe,
} from './buying.ts'
import { applicationToken, offer } from './offered-charges.ts'
import { happen, importLines, makeOrganization, type OwnPeople } from './beside.ts'
import { signIn, openAs } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, hydrated, test } from './test.ts'

// A fault of the provider would affect every test that pays meanwhile, so these tests take turns with them.
test.describe.configure({ mode: 'default' })
test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })

const line = (name: string, change: object = {}) => ({
  slug: `frail-${name}`,
  name: `Frail ${name}`,
  company: { name: 'Nightly' },
  category: { slug: 'crm' },
  payment: { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 },
  ...change,
})
const LINES = [
  line('slow'),
  line('away'),
  line('alone'),
  line('timed'),
  line('card'),
  line('chat'),
  line('desk', { product: 'helpdesk' }),
  line('held'),
  line('lines'),
  line('again'),
  line('plan'),
]

test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(LINES)
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/frail-plan/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

/** An organization for this test, so that its licences and its card are not shared. */
let people: OwnPeople
test.beforeEach(async () => {
  people = await makeOrganization('frailty')
})

const openCart = async (page: Page, ...slugs: string[]): Promise<string> => {
  await openAs(page, people.owner)
  return fillCart(page, slugs)
}

/** Takes the browser offline while `work` runs. */
const offline = async (context: BrowserContext, work: () => Promise<void>): Promise<void> => {
  // The parts of the pages that load when they are idle have arrived.
  for (const page of context.pages()) await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  try {
    await work()
  } finally {
    await context.setOffline(false)
  }
}

/** Makes requests to one address fail once; later ones succeed, which a blocked route would prevent. */
const drop = async (page: Page, address: string): Promise<void> => {
  await page.route(address, (route) => (route.request().method() === 'HEAD' ? route.continue() : route.abort()))
}

test('a provider that is slow: the payment is being processed, and ends by itself', async ({ page }) => {
  const id = await openCart(page, 'frail-slow')
  await startCheckout(page)
  await enterCard(page, CARDS.good)
  await breakProvider(page, people, { operation: 'authorize', fault: 'delay', ms: 9_000 })
  try {
    let looks = 0
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith(`/products-carts/${id}`)) looks++
    })
    await payButton(page).click()
    await expect(main(page)).toContainText('Your payment is being processed')
    expect(looks).toBeGreaterThanOrEqual(10)
    await expect(messages(page)).not.toContainText(PAYMENT_TEXTS.purchased)
    // If the thank-you page is opened before the payment, it shows no thanks.
    await page.goto(`/checkout/cart/${id}/thank-you/`)
    await expect(main(page)).toContainText('Your payment is being processed')
    await expectSound(page, 'a payment that is being processed')
    await expect(page).toHaveURL(/\/thank-you\/$/, { timeout: 30_000 })
    await expect(main(page)).toContainText('You’ve bought 1 product.')
  } finally {
    await mendProvider(page, people)
  }
})

test('a provider that is away: nothing is said to have failed, and it is paid once it is back', async ({ page }) => {
  await openCart(page, 'frail-away')
  await startCheckout(page)
  await enterCard(page, CARDS.good)
  await breakProvider(page, people, { operation: 'authorize', fault: 'error_before', times: 1_000 })
  try {
    await payButton(page).click()
    await expect(main(page)).toContainText('Your payment is being processed')
    await expect(main(page).getByRole('alert')).toHaveCount(0)
  } finally {
    await mendProvider(page, people)
  }
  await expect(page).toHaveURL(/\/thank-you\/$/, { timeout: 60_000 })
  await page.goto('/billing/?view=invoices')
  const rows = main(page).getByRole('table', { name: 'Invoices' }).getByRole('row')
  // However often the provider was asked, the cart is paid once.
  await expect(
    rows
      .filter({ hasText: 'Frail away' })
      .or(rows.filter({ hasText: '$10' }))
      .first(),
  ).toBeVisible()
})

test('a slow payment of what is bought alone meanwhile: the order is reviewed with its cause, and the card is not blamed', async ({
  page,
}) => {
  const id = await openCart(page, 'frail-alone')
  await startCheckout(page)
  await enterCard(page, CARDS.good)
  await breakProvider(page, people, { operation: 'authorize', fault: 'delay', times: 1, ms: 9_000 })
  try {
    await payButton(page).click()
    const stateNow = async () =>
      ((await (await api(page, 'GET', `/api/v2/products-carts/${id}`)).json()) as { state: string }).state
    await expect.poll(stateNow).toBe('processing')
    await subscribe(page, 'frail-alone')
    await expect(main(page)).toContainText('Your payment is being processed')
    await expect(page).toHaveURL(`/checkout/cart/${id}/review-order/`, { timeout: 30_000 })
    await expect(main(page)).toContainText('Your order was not bought.')
    await expect(main(page).getByRole('list', { name: 'Not bought' })).toContainText('Was not installed, please contact support')
    await expect(main(page)).not.toContainText(PAYMENT_TEXTS.cardRefused)
    await expectSound(page, 'an order that was not bought')
  } finally {
    await mendProvider(page, people)
  }
})

test('a provider that does not save a card: our failure, and not the card’s', async ({ page }) => {
  await openCart(page, 'frail-card')
  await startCheckout(page)
  await enterCard(page, CARDS.good)
  await breakProvider(page, people, { operation: 'setup', fault: 'error_before', times: 1_000 })
  try {
    await payButton(page).click()
    await expect(main(page).getByRole('alert')).toContainText(PAYMENT_TEXTS.billingFailed)
  } finally {
    await mendProvider(page, people)
  }
  await payButton(page).click()
  await expect(page).toHaveURL(/\/thank-you\/$/)
})

test('a checkout whose time has run out holds nothing, and can be gone on with', async ({ page, browser, baseURL }) => {
  const id = await openCart(page, 'frail-timed')
  await startCheckout(page)
  await enterCard(page, CARDS.good)
  await expect(main(page)).toContainText(/Held for you for another 14:\d\d/)
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await context.newPage()
  await other.goto('/sign-in/')
  await hydrated(other)
  await signIn(other, people.viceOwner)
  await other.goto('/cart/')
  const remove = other.getByRole('main').getByRole('button', { name: 'Remove Frail timed' })
  await expect(other.getByRole('main').getByRole('status').filter({ hasText: CART_TEXTS.locked })).toBeVisible()
  await happen('lock-ends', id, '5')
  await expect(main(page)).toContainText(/Held for you for another 0?0:0\d/)
  await expect(main(page)).toContainText('The time for this checkout has run out. Nothing was paid, and you can still go on.')
  await expect(remove).toBeVisible()
  await context.close()
  await payButton(page).click()
  await expect(page).toHaveURL(/\/thank-you\/$/)
})

test('a checkout whose time runs out just before the press is gone on with by that press', async ({ page }) => {
  const id = await openCart(page, 'frail-timed')
  await startCheckout(page)
  await enterCard(page, CARDS.good)
  // The page has not heard of the end yet.
  await page.route(`**/products-carts/${id}`, (route) => route.fulfill({ status: 304 }))
  await happen('lock-ends', id, '-1')
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/purchase') && response.request().method() === 'PATCH') answers.push(response.status())
  })
  await payButton(page).click()
  await expect(page).toHaveURL(/\/thank-you\/$/)
  expect(answers).toEqual([409, 200])
})

test('a product whose licence has ended: said in the cart, and noted where it ended after the checkout', async ({ page }) => {
  const id = await openCart(page, 'frail-chat', 'frail-desk')
  const inactive = 'Your Help Desk license is inactive. Go to Help Desk app and activate it.'
  await happen('license', people.name, 'helpdesk', 'false')
  try {
    await page.goto('/cart/')
    const item = main(page).getByRole('article').filter({ hasText: 'Frail desk' })
    await expect(item.getByText(inactive)).toBeVisible()
    // Items that cannot be bought are not in the total, and the cart says so.
    const summary = main(page).getByRole('complementary', { name: 'Summary' })
    await expect(summary).toContainText('Not in these sums, since it cannot be bought at the moment: Frail desk.')
    const checkout = main(page).getByRole('button', { name: /^Check out/ })
    const without = (await checkout.textContent()) ?? ''
    await happen('license', people.name, 'helpdesk', 'true')
    await expect(item.getByText(inactive)).toHaveCount(0)
    await expect(main(page).getByRole('status').filter({ hasText: 'meanwhile' })).toContainText('Frail desk can be bought again.')
    await expect(checkout).not.toHaveText(without)
    await expect(summary).not.toContainText('Not in these sums')
    await startCheckout(page)
    await enterCard(page, CARDS.good)
    await happen('license', people.name, 'helpdesk', 'false')
    await payButton(page).click()
    await expect(page).toHaveURL(`/checkout/cart/${id}/thank-you/`)
    await expect(main(page)).toContainText('You’ve bought 1 product.')
    const desk = main(page).getByRole('listitem').filter({ hasText: 'Frail desk' })
    await expect(desk).toContainText('Was not installed, please activate Help Desk first')
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Frail chat' })).not.toContainText('Was not installed')
    await expectSound(page, 'a thank-you page with a note')
  } finally {
    await happen('license', people.name, 'helpdesk', 'true')
  }
})

test('a line that drops: each change of a cart says what it was', async ({ page, context }) => {
  await openCart(page, 'frail-lines')
  await page.goto('/cart/')
  await main(page).getByLabel('Plan of Frail lines').scrollIntoViewIfNeeded()
  await offline(context, async () => {
    await main(page).getByRole('button', { name: 'Remove Frail lines' }).click()
    await expect(messages(page)).toContainText(CART_TEXTS.removeFailed)
    await main(page).getByLabel('Plan of Frail lines').selectOption({ index: 1 })
    await expect(messages(page)).toContainText(CART_TEXTS.updateFailed)
  })
  await expect(main(page).getByRole('article').filter({ hasText: 'Frail lines' })).toBeVisible()
  await expect(main(page).getByLabel('Plan of Frail lines')).toHaveValue(/./)

  await page.goto('/apps/frail-again/')
  await hydrated(page)
  // The page knows who is signed in, and no script is still loading.
  await expect(cartLink(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await offline(context, async () => {
    await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click()
    await expect(messages(page)).toContainText(CART_TEXTS.addFailed)
  })
  await expect(main(page).getByRole('button', { name: 'Add to cart', exact: true })).toBeVisible()
})

test('a cart that cannot be loaded or created says which', async ({ page }) => {
  await openAs(page, people.owner)
  // Only a licence without an open cart needs a new one.
  const { id } = (await (await api(page, 'POST', '/api/v2/products-carts')).json()) as { id: string }
  expect((await api(page, 'DELETE', `/api/v2/products-carts/${id}`)).ok()).toBe(true)
  await drop(page, '**/products-carts')
  await page.goto('/cart/')
  await expect(main(page).getByRole('alert')).toContainText(CART_TEXTS.createFailed)
  await page.unroute('**/products-carts')
  await fillCart(page, ['frail-lines'])
  await drop(page, '**/products-carts/open')
  await page.reload()
  await expect(main(page).getByRole('alert')).toContainText(CART_TEXTS.loadFailed)
  await page.unroute('**/products-carts/open')
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(main(page).getByRole('list', { name: 'Products' })).toContainText('Frail lines')
})

test('what was not bought cannot be put back while the line is down', async ({ page, context }) => {
  await openCart(page, 'frail-held', 'frail-again')
  await startCheckout(page)
  await enterCard(page, CARDS.good)
  const held = LINES.find(({ slug }) => slug === 'frail-held')
  // Its monthly plan is no longer offered.
  await importLines([{ ...held, payment: { ...held?.payment, frequency: 'once' } }])
  await payButton(page).click()
  await expect(page).toHaveURL(/\/review-order\/$/)
  await offline(context, async () => {
    await main(page).getByRole('button', { name: 'Try again' }).click()
    await expect(messages(page)).toContainText(CART_TEXTS.addSeveralFailed)
  })
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/cart/')
  await expect(main(page).getByRole('list', { name: 'Products' })).toContainText('Frail held')
})

test('somebody else checks out between a look and a click: the cart is blocked, and nothing is removed', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await openCart(page, 'frail-lines')
  await page.goto('/cart/')
  const remove = main(page).getByRole('button', { name: 'Remove Frail lines' })
  await expect(remove).toBeVisible()
  // This tab is not notified in time.
  await page.route(`**/products-carts/${id}`, () => {})
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await context.newPage()
  await other.goto('/sign-in/')
  await hydrated(other)
  await signIn(other, people.viceOwner)
  expect((await api(other, 'PATCH', `/api/v2/products-carts/${id}/checkout`, {})).status()).toBe(200)
  await remove.click()
  await expect(messages(page)).toContainText(CART_TEXTS.locked)
  await page.unroute(`**/products-carts/${id}`)
  await expect(main(page).getByRole('status').filter({ hasText: CART_TEXTS.locked })).toContainText(/is paying for it/)
  await expect(main(page).getByRole('article').filter({ hasText: 'Frail lines' })).toBeVisible()
  await api(other, 'DELETE', `/api/v2/products-carts/${id}/checkout`)
  await context.close()
})

test('a line that drops while a charge is made, paid, declined or cancelled', async ({ page, context, baseURL }) => {
  await openAs(page, people.owner)
  await drop(page, '**/create-charge')
  await page.goto('/checkout/frail-plan/')
  await expect(main(page).getByRole('alert')).toContainText(CHARGE_TEXTS.recurrent_charge.notCreated)
  await page.unroute('**/create-charge')
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeEnabled()
  await enterCard(page, CARDS.good)
  await offline(context, async () => {
    await payButton(page).click()
    await expect(main(page).getByRole('alert')).toContainText(CHARGE_TEXTS.recurrent_charge.notActivated)
  })
  await payButton(page).click()
  await expect(page).toHaveURL('/checkout/frail-plan/thank-you/', { timeout: 30_000 })

  await page.goto('/billing/')
  const subscription = main(page).getByRole('article').filter({ hasText: 'Frail plan' })
  await subscription.getByRole('button', { name: 'Cancel Frail plan' }).click()
  await offline(context, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).click()
    await expect(messages(page)).toContainText(CHARGE_TEXTS.recurrent_charge.notCancelled)
  })
  await expect(subscription).not.toContainText('Cancelled')

  const token = await applicationToken(page, baseURL)
  const back = `http://localhost:${Number(new URL(baseURL ?? '').port) + 3}/back`
  const monthly = await offer(page, token, 'recurrent_charge', { name: 'Frail reports', price: 500, return_url: back })
  await page.goto(monthly.confirmation_url)
  await expect(payButton(page)).toBeEnabled()
  await offline(context, async () => {
    await payButton(page).click()
    await expect(main(page).getByRole('alert')).toContainText(CHARGE_TEXTS.recurrent_charge.notAccepted)
    await main(page).getByRole('button', { name: 'Decline' }).click()
    await expect(messages(page)).toContainText(CHARGE_TEXTS.recurrent_charge.notDeclined)
  })
  await main(page).getByRole('button', { name: 'Decline' }).click()
  await expect(page).toHaveURL(`${back}?id=${monthly.id}&type=recurrent_charge`)
  await page.goto(`/checkout/charge/00000000-0000-4000-8000-000000000000/recurrent_charge/`)
  await expect(page).toHaveURL('/')
  await expect(messages(page)).toContainText(PAYMENT_TEXTS.noSuchCharge)
  expect(await idOf(page, 'frail-plan')).toBeTruthy()
})
