import type { Page } from '@playwright/test'
import { hostPort } from './ports.ts'
import { answerBank, bank, CARDS, enterCard, fillCart, idOf, openAsBuyer } from './buying.ts'
import { applicationToken, offer, sampleApps } from './offered-charges.ts'
import { importLines } from './beside.ts'
import { heard, hostPage, lastHeard, marketplace, openHost, say, serveDocuments } from './serve-host.ts'
import { expect, test } from './test.ts'

// Buying in a host product's frame, from the cart to the messages that the host gets.
test.describe.configure({ mode: 'default' })
test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })

const SLUGS = ['framed-one', 'framed-two', 'framed-three']
/** The framed variants except the agent app's, which most of these tests use, with the purchase in each. */
const OTHER_FRAMES = [
  { prefix: '/embed/helpdesk', product: 'helpdesk', slug: 'framed-in-desk', carted: 'carted-in-desk' },
  { prefix: '/embed/text', product: 'livechat', slug: 'framed-in-text', carted: 'carted-in-text' },
] as const
test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(
    [
      ...SLUGS.map((slug) => ({ slug, product: 'livechat' })),
      ...OTHER_FRAMES.flatMap(({ slug, carted, product }) => [
        { slug, product },
        { slug: carted, product },
      ]),
    ].map(({ slug, product }) => ({
      slug,
      product,
      name: `Bought ${slug}`,
      company: { name: 'Nightly' },
      category: { slug: 'crm' },
      payment: { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 },
    })),
  )
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/${OTHER_FRAMES[1].carted}/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

/** A host that frames the page while `work` runs. */
const inHost = async (
  page: Page,
  baseURL: string | undefined,
  path: string,
  work: () => Promise<void>,
  prefix = '/embed/agent-app',
): Promise<void> => {
  const host = await serveDocuments(hostPort(baseURL), (at) => (at === '/' ? hostPage(baseURL + prefix + path) : undefined))
  try {
    await openHost(page, `http://localhost:${host.port}/`)
    await work()
  } finally {
    await host.close()
  }
}
const main = (page: Page) => marketplace(page).getByRole('main')
const pay = (page: Page) => main(page).getByRole('button', { name: /^Pay \$/ })
const heading = (page: Page) => marketplace(page).getByRole('heading', { level: 1 })
/** The host reloads its frame. */
const reloadFrame = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('iframe')
    if (frame) frame.src = String(frame.src)
  })

test('a cart is paid in a frame, with what the bank wants to know, and the host hears of it', async ({ page, baseURL }) => {
  await openAsBuyer(page, 'framed')
  await fillCart(page, ['framed-one'])
  const id = await idOf(page, 'framed-one')
  await inHost(page, baseURL, '/cart/', async () => {
    await main(page)
      .getByRole('button', { name: /^Check out/ })
      .click()
    await expect(heading(page)).toHaveText('Checkout')
    await expect
      .poll(() => lastHeard(page, 'navigate'))
      .toMatchObject({ pathname: expect.stringContaining('/apps/marketplace/checkout/cart/') })
    await expect(pay(page)).toBeEnabled()
    await enterCard(marketplace(page), CARDS.asksEachTime)
    await pay(page).click()
    // The bank asks once to save the card, and once to pay.
    await answerBank(marketplace(page))
    await expect(bank(marketplace(page)).getByRole('button', { name: 'Complete' })).toBeVisible()
    // The host reloads its frame during the purchase.
    await page.frame({ url: /\/embed\/agent-app\/checkout\// })?.evaluate(() => window.location.reload())
    await main(page).getByRole('button', { name: 'Go on with the payment' }).click()
    await answerBank(marketplace(page))
    await expect(heading(page)).toHaveText('Thank you', { timeout: 30_000 })
    await expect
      .poll(() => lastHeard(page, 'cart_purchased'))
      .toMatchObject({ slug: 'framed-one', products: [{ id, slug: 'framed-one' }] })
    const about = { id, slug: 'framed-one', name: 'Bought framed-one', product: 'livechat' }
    expect(await lastHeard(page, 'app_purchased')).toEqual(about)
    expect(await lastHeard(page, 'app_installed')).toEqual(about)
    for (const type of ['cart_purchased', 'app_purchased', 'app_installed']) expect(await heard(page, type)).toHaveLength(1)
    expect(JSON.stringify(await heard(page))).not.toMatch(/access_token|clientSecret|lastFour/)
  })
})

test('a purchase whose answer is lost with the frame is found again', async ({ page, baseURL }) => {
  await openAsBuyer(page, 'framed')
  const cart = await fillCart(page, ['framed-two'])
  await inHost(page, baseURL, `/checkout/cart/${cart}/`, async () => {
    await expect(pay(page)).toBeEnabled()
    await enterCard(marketplace(page), CARDS.good)
    let lost = false
    await page.route('**/purchase', async (route) => {
      await route.fetch()
      lost = true
      await reloadFrame(page)
    })
    await pay(page).click()
    await expect.poll(() => lost).toBe(true)
    await expect(heading(page)).toHaveText('Thank you', { timeout: 30_000 })
    await expect.poll(() => lastHeard(page, 'cart_purchased')).toMatchObject({ id: cart, slug: 'framed-two' })
  })
  const { captures } = (await (
    await page.request.get(`http://localhost:${Number(new URL(baseURL ?? '').port) + 2}/_sandbox/ledger`)
  ).json()) as {
    captures: { metadata: Record<string, string> }[]
  }
  expect(captures.filter(({ metadata }) => Object.values(metadata).includes(cart)).length).toBeLessThanOrEqual(1)
})

test('one application is bought in a frame', async ({ page, baseURL }) => {
  await openAsBuyer(page, 'framed')
  await inHost(page, baseURL, '/checkout/framed-three/', async () => {
    await expect(pay(page)).toBeVisible()
    await enterCard(marketplace(page), CARDS.good)
    await pay(page).click()
    await expect(heading(page)).toHaveText('Thank you', { timeout: 30_000 })
    await expect
      .poll(() => lastHeard(page, 'app_purchased'))
      .toMatchObject({ slug: 'framed-three', chargeType: 'recurrent_charge', chargeId: expect.any(String) })
    // Whoever comes back to the page has not bought it again.
    await reloadFrame(page)
    await expect(heading(page)).toHaveText('Checkout')
    await page.waitForLoadState('networkidle')
    expect(await heard(page, 'app_purchased')).toHaveLength(1)
  })
})

for (const { prefix, slug, carted, product } of OTHER_FRAMES)
  test(`in the frame of ${prefix} an application is bought from its page, and another with a cart`, async ({ page, baseURL }) => {
    await openAsBuyer(page, 'framed')
    await inHost(
      page,
      baseURL,
      `/apps/${slug}/`,
      async () => {
        await main(page).getByRole('link', { name: 'Buy now' }).first().click()
        await expect(pay(page)).toBeVisible()
        await enterCard(marketplace(page), CARDS.good)
        await pay(page).click()
        await expect(heading(page)).toHaveText('Thank you', { timeout: 30_000 })
        await expect.poll(() => lastHeard(page, 'app_purchased')).toMatchObject({ slug, product, chargeType: 'recurrent_charge' })
        await say(page, 'navigate', { pathname: `/apps/${carted}/` })
        await expect(heading(page)).toHaveText(`Bought ${carted}`)
        await main(page).getByRole('button', { name: 'Add to cart' }).click()
        await expect
          .poll(() => lastHeard(page, 'marketplace_cart_update'))
          .toMatchObject({ cart: { products: [{ slug: carted }] } })
        await say(page, 'navigate', { pathname: '/cart/' })
        await main(page)
          .getByRole('button', { name: /^Check out/ })
          .click()
        await expect(pay(page)).toBeEnabled()
        await pay(page).click()
        await expect(heading(page)).toHaveText('Thank you', { timeout: 30_000 })
        await expect.poll(() => lastHeard(page, 'cart_purchased')).toMatchObject({ products: [{ slug: carted }] })
      },
      prefix,
    )
  })

test('what an application asks for: the host hears whether it was accepted or declined', async ({ page, baseURL }) => {
  await openAsBuyer(page, 'framed')
  const token = await applicationToken(page, baseURL)
  const paid = await offer(page, token, 'direct_charge', { name: 'Framed reports', price: 1_000, quantity: 1 })
  const refused = await offer(page, token, 'recurrent_charge', { name: 'Too dear in a frame', price: 90_000 })
  const back = `${sampleApps(baseURL)}/back`
  const returning = await offer(page, token, 'recurrent_charge', { name: 'Asked from a frame', price: 500, return_url: back })
  await inHost(page, baseURL, `/checkout/charge/${paid.id}/direct_charge/`, async () => {
    await expect(pay(page)).toBeVisible()
    await enterCard(marketplace(page), CARDS.good)
    await pay(page).click()
    await expect
      .poll(() => lastHeard(page, 'transaction_accepted'), { timeout: 30_000 })
      .toEqual({ chargeId: paid.id, chargeType: 'direct_charge' })
    await say(page, 'navigate', { pathname: `/checkout/charge/${refused.id}/recurrent_charge/` })
    await main(page).getByRole('button', { name: 'Decline' }).click()
    await expect
      .poll(() => lastHeard(page, 'transaction_declined'))
      .toEqual({ chargeId: refused.id, chargeType: 'recurrent_charge' })
    // A charge with a return address opens it in a new tab: the frame stays with the host.
    await say(page, 'navigate', { pathname: `/checkout/charge/${returning.id}/recurrent_charge/` })
    await expect(pay(page)).toBeEnabled()
    const [tab] = await Promise.all([page.waitForEvent('popup'), pay(page).click()])
    expect(tab.url()).toContain('/back')
    await expect
      .poll(() => lastHeard(page, 'transaction_accepted'))
      .toEqual({ chargeId: returning.id, chargeType: 'recurrent_charge' })
    await expect(main(page)).toContainText('Asked from a frame')
    // An accepted charge becomes a purchase when the application activates it.
    expect((await heard(page, 'app_purchased')).map(({ data }) => data['chargeId'])).toEqual([paid.id])
  })
  await inHost(page, baseURL, `/checkout/charge/${paid.id}/direct_charge/`, async () => {
    await expect(heading(page)).toHaveText('Thank you')
    await expect.poll(() => heard(page, 'transaction_accepted')).toHaveLength(1)
    // This charge was paid before, so it is not reported as a new purchase.
    expect(await heard(page, 'app_purchased')).toEqual([])
  })
})
