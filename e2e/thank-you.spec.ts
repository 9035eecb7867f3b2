// The targets of the buttons on the pages after a purchase, and the end of an application's charge that the bank refuses.
import type { Locator, Page } from '@playwright/test'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { api, CARDS, enterCard, fillCart, main, payButton, readSubscription, saveCard, subscribe } from './buying.ts'
import { applicationToken, offer, sampleApps } from './offered-charges.ts'
import { happen, importLines, makeOrganization } from './beside.ts'
import { expectSound } from './sound.ts'
import { openAs } from './people.ts'
import { expect, test } from './test.ts'

test.describe.configure({ mode: 'default' })
test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })

const SETTINGS = { placement: 'settings', url: 'https://window.example/settings' }
const WINDOW = { placement: 'fullscreen', url: 'https://window.example/app' }
const line = (name: string, change: object = {}) => ({
  slug: `thanked-${name}`,
  name: `Thanked ${name}`,
  company: { name: 'Nightly' },
  category: { slug: 'crm' },
  payment: { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 },
  ...change,
})
const LINES = [
  line('whole', { widgets: [WINDOW, SETTINGS], customProps: { agentAppReport: 'true' } }),
  line('plain'),
  line('desk', { product: 'helpdesk', widgets: [SETTINGS] }),
  line('gone'),
  line('trial', { payment: { price: 1_000, frequency: 'monthly', trialDays: 14, creditCardRequired: false } }),
]

/** Imports the lines, and waits until pages show the last of them. */
test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(LINES)
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/thanked-trial/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

const hostOf = (baseURL: string | undefined): string => `http://localhost:${Number(new URL(baseURL ?? '').port) + 4}`
const linksOf = (of: Locator) =>
  of
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((each) => [each.textContent?.replace('(opens in a new tab)', ''), (each as HTMLAnchorElement).href]),
    )
const ways = (baseURL: string | undefined) => ({
  whole: [
    ['Open app', `${baseURL}/apps/thanked-whole/open/`],
    ['Go to Reports', `${hostOf(baseURL)}/reports`],
    ['Open settings of Thanked whole', `${baseURL}/apps/thanked-whole/settings/`],
    ['Go to Chats of Live Chat', `${hostOf(baseURL)}/chats`],
  ],
  plain: [['Go to Chats of Live Chat', `${hostOf(baseURL)}/chats`]],
  // "Go to Chats" is missing, because chats belong to Live Chat, and this application belongs to the Help Desk only.
  desk: [['Open settings of Thanked desk', `${baseURL}/apps/thanked-desk/settings/`]],
})

/** For each link on this site: opens the page again, presses the link, and checks where it leads. */
const expectToLead = async (page: Page, names: Readonly<Record<string, string | RegExp>>) => {
  const address = page.url()
  for (const [name, to] of Object.entries(names)) {
    await page.goto(address)
    await main(page).getByRole('link', { name }).first().click()
    await expect(page, name).toHaveURL(to)
  }
}

const openAsBuyer = async (page: Page, baseURL: string | undefined, name: string, card = CARDS.good) => {
  const people = await makeOrganization(name)
  await openAs(page, people.owner)
  await saveCard(page, card)
}

/** Checks the cart out and pays it; runs `meanwhile` in between. Returns its id. */
const buyCart = async (page: Page, slugs: readonly string[], meanwhile = async () => {}): Promise<string> => {
  const id = await fillCart(page, slugs)
  const path = `/api/v2/products-carts/${id}`
  const locked = await api(page, 'PATCH', `${path}/checkout`, {})
  expect(locked.ok(), await locked.text()).toBe(true)
  await meanwhile()
  await api(page, 'PATCH', `${path}/purchase`)
  return id
}

test('one application: its window, its settings, the reports and chats of the host, my apps and billing', async ({
  page,
  baseURL,
}) => {
  await openAsBuyer(page, baseURL, 'thanked-one')
  await subscribe(page, 'thanked-whole')
  await page.goto('/checkout/thanked-whole/thank-you/')
  await expect(main(page)).toContainText(PAYMENT_TEXTS.purchased)
  const { whole } = ways(baseURL)
  await expect(main(page).getByRole('link', { name: /^Go to Chats/ })).toBeVisible()
  expect(await linksOf(main(page))).toEqual([
    ['Marketplace', `${baseURL}/`],
    ...whole,
    ['My apps', `${baseURL}/my-apps/`],
    ['Billing', `${baseURL}/billing/`],
  ])
  await expectToLead(page, {
    'Open app': '/apps/thanked-whole/open/',
    'Open settings of Thanked whole': '/apps/thanked-whole/settings/',
    'My apps': '/my-apps/',
    Billing: '/billing/',
  })
})

test('a cart: each product leads to its own places, and the page to the invoices', async ({ page, baseURL }) => {
  await openAsBuyer(page, baseURL, 'thanked-cart')
  const id = await buyCart(page, ['thanked-whole', 'thanked-plain', 'thanked-desk'])
  const path = `/api/v2/products-carts/${id}`
  await expect(async () => expect((await (await api(page, 'GET', path)).json()).purchasedAt).not.toBeNull()).toPass()
  await page.goto(`/checkout/cart/${id}/thank-you/`)
  const products = main(page).getByRole('list', { name: 'Products' }).getByRole('listitem')
  await expect(products).toHaveCount(3)
  for (const [name, links] of Object.entries(ways(baseURL))) {
    const product = products.filter({ hasText: `Thanked ${name}` })
    await expect(product.getByRole('link')).toHaveCount(links.length)
    expect(await linksOf(product)).toEqual(links)
  }
  await expectToLead(page, { 'My apps': '/my-apps/', Invoices: '/billing/?view=invoices' })
})

test('an order that came in part: what was bought leads to its places, the rest to the cart or another card', async ({
  page,
  baseURL,
}) => {
  await openAsBuyer(page, baseURL, 'thanked-part')
  const gone = LINES.find(({ slug }) => slug === 'thanked-gone')
  const id = await buyCart(page, ['thanked-whole', 'thanked-gone'], () =>
    importLines([{ ...gone, payment: { ...gone?.payment, frequency: 'once' } }]),
  )
  await importLines([{ ...gone }])
  await page.goto(`/checkout/cart/${id}/review-order/`)
  await expect(main(page)).toContainText('A part of your order was not bought.')
  const bought = main(page).getByRole('region', { name: 'Bought' })
  await expect(bought.getByRole('link')).toHaveCount(4)
  expect(await linksOf(bought)).toEqual(ways(baseURL).whole)
  await expectToLead(page, { 'Open app': '/apps/thanked-whole/open/', 'Change the card': '/billing/?view=payment' })
})

test('an order that the bank refused says so of each product, and can be tried again', async ({ page, baseURL }) => {
  await openAsBuyer(page, baseURL, 'thanked-none', CARDS.failsLater)
  const id = await buyCart(page, ['thanked-plain', 'thanked-whole'])
  await page.goto(`/checkout/cart/${id}/review-order/`)
  await expect(main(page)).toContainText('Your order was not bought.')
  const failed = main(page).getByRole('list', { name: 'Not bought' }).getByRole('listitem')
  await expect(failed).toHaveCount(2)
  for (const each of await failed.all()) await expect(each).toContainText(PAYMENT_TEXTS.failed)
  await expect(main(page).getByRole('region', { name: 'Bought' })).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/cart/')
  await expect(main(page).getByRole('article')).toHaveCount(2)
})

test('a charge with a trial: it has begun, and leads back to who asked for it', async ({ page, baseURL }) => {
  await openAsBuyer(page, baseURL, 'thanked-charge')
  const token = await applicationToken(page, baseURL)
  const back = `${sampleApps(baseURL)}/back`
  const trial = await offer(page, token, 'recurrent_charge', {
    name: 'Reports each month',
    price: 500,
    trial_days: 14,
    return_url: back,
  })
  await page.goto(trial.confirmation_url)
  await payButton(page).click()
  await expect(page).toHaveURL(`${back}?id=${trial.id}&type=recurrent_charge`)
  const activated = await page.request.put(`/billing/v3/recurrent_charge/livechat/${trial.id}/activate`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(activated.ok(), await activated.text()).toBe(true)
  await page.goto(`/checkout/charge/${trial.id}/recurrent_charge/thank-you/`)
  await expect(main(page)).toContainText('The trial of Reports each month has begun.')
  await expect(main(page)).not.toContainText('is paid for')
  const returns = main(page).getByRole('link', { name: /^Go back to localhost/ })
  await expect(returns).toHaveAttribute('href', `${back}?id=${trial.id}&type=recurrent_charge`)
  await expectToLead(page, { Billing: '/billing/' })
})

test('a charge whose trial has ended without a card: its payment is open', async ({ page, baseURL }) => {
  test.setTimeout(240_000)
  await openAs(page, (await makeOrganization('thanked-open')).owner)
  const id = await subscribe(page, 'thanked-trial')
  const address = `/checkout/charge/${id}/recurrent_charge/thank-you/`
  await page.goto(address)
  await expect(main(page)).toContainText(/The trial of Thanked trial, .+ has begun\./)
  await expect(main(page).getByRole('link', { name: /^Go to Chats/ })).toHaveAttribute('href', `${hostOf(baseURL)}/chats`)
  await happen('trial-ends', id)
  await expect.poll(async () => (await readSubscription(page, id)).state, { timeout: 150_000, intervals: [2_000] }).toBe('frozen')
  await page.goto(address)
  await expect(main(page)).toContainText(/Thanked trial, .+ is agreed to, and paused: its last payment is open\./)
  await expect(main(page)).not.toContainText('has begun')
})

for (const [type, says] of [
  ['direct_charge', PAYMENT_TEXTS.failed],
  ['recurrent_charge', PAYMENT_TEXTS.ended],
] as const)
  test(`a ${type} whose payment the bank refuses is over, and leads to the start page`, async ({ page, baseURL }) => {
    await openAs(page, (await makeOrganization('thanked-no')).owner)
    const token = await applicationToken(page, baseURL)
    const charge = await offer(page, token, type, { name: 'Ten more', price: 1_000, return_url: null })
    await page.goto(charge.confirmation_url)
    // The bank agrees to save this card, and refuses to pay with it.
    await enterCard(page, CARDS.failsLater)
    await payButton(page).click()
    const alert = main(page).getByRole('alert')
    await expect(alert).toContainText(says)
    await expect(alert).toContainText('Nothing was charged for Ten more. It has to be asked for anew.')
    await expectSound(page, `a ${type} that has failed`)
    await page.reload()
    await expect(alert).toContainText(says)
    await expect(payButton(page)).toHaveCount(0)
    await main(page).getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL('/')
  })
