// Events are sent where people act, with declared names and without personal data: docs/product/analytics.md.
import type { Page } from '@playwright/test'
import { EVENTS, type EventName } from '@marketplace/contracts/analytics/events'
import { catalogueLine } from '@marketplace/testkit/line'
import { api, CARDS, enterCard, idOf, main, messages, payButton } from './buying.ts'
import { applicationToken, offer, sampleApps } from './offered-charges.ts'
import { importLines, makeOrganization } from './beside.ts'
import { accountMenu, signIn, signUp, tokenOf, uninstall, openAs } from './people.ts'
import { expect, hydrated, test } from './test.ts'

// A refusal is an answer with an error status, which the browser logs in its console.
test.use({ expected: { messages: [/Failed to load resource/] } })

// A short limit, so that a wrong name fails soon.
test.use({ actionTimeout: 20_000 })

type Sent = { event: string; application?: string; detail?: string }

const LINES = [
  catalogueLine('counted-for-nothing', { name: 'Tallybird' }),
  catalogueLine('counted-and-closed', { name: 'Shuttered tally', underMaintenance: false }),
  catalogueLine('counted-for-money', {
    name: 'Abacus by the month',
    payment: { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 },
  }),
]
test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(LINES)
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/counted-for-money/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

/** Records everything that the pages of a test send to analytics. */
const listen = (page: Page) => {
  const sent: Sent[] = []
  const bodies: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v2/events')) return
    bodies.push(request.postData() ?? '')
    sent.push(...(request.postDataJSON() as { events: Sent[] }).events)
  })
  const of = (...names: EventName[]): Sent[] => sent.filter(({ event }) => (names as string[]).includes(event))
  return {
    /** Waits until exactly these events have been sent, in this order, with no other event of the same names. */
    counted: async (...expected: Sent[]): Promise<void> => {
      const names = [...new Set(expected.map(({ event }) => event))] as EventName[]
      await expect(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
        expect(of(...names)).toEqual(expected)
      }).toPass({ timeout: 20_000 })
    },
    /** Checks that only declared names and ids have left the page, and none of these texts. */
    saysNothingOf: (...texts: string[]): void => {
      for (const event of sent) {
        const declared = EVENTS[event.event as EventName]
        expect(Object.keys(event).filter((key) => !['event', 'application', 'detail'].includes(key))).toEqual([])
        if (event.detail !== undefined) expect(declared.detail?.values).toContain(event.detail)
      }
      // An id may have any digits by chance, also those of a card.
      const ids = sent.flatMap(({ application }) => application ?? [])
      const all = ids.reduce((text, id) => text.replaceAll(id, ''), bodies.join('\n'))
      expect(all).not.toContain('@')
      for (const text of texts) expect(all).not.toContain(text)
    },
  }
}

let token: string | null = null
let installed: string[] = []
test.afterEach(async ({ request }) => {
  for (const slug of installed) await uninstall(request, token, slug)
  installed = []
})

test('a search that is opened, answered and followed', async ({ page }) => {
  const events = listen(page)
  await page.goto('/apps/')
  await hydrated(page)
  const field = page.getByLabel('Search apps and partners').filter({ visible: true })
  await field.fill('Tallybird')
  await page.getByRole('listbox').getByRole('option', { name: 'Tallybird' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tallybird')
  await events.counted({ event: 'search_opened' }, { event: 'search_hit_opened', detail: 'first' })
  events.saysNothingOf('Tallybird', 'tallybird')
})

test('signing in, installing, a refusal, and uninstalling without a reason and with one', async ({ page }) => {
  const events = listen(page)
  await page.goto('/apps/counted-for-nothing/')
  await hydrated(page)
  await signIn(page, 'owner@globex.test')
  token = await tokenOf(page)
  installed = ['counted-for-nothing', 'counted-and-closed']
  const [free, closed] = [await idOf(page, 'counted-for-nothing'), await idOf(page, 'counted-and-closed')]
  await events.counted({ event: 'signed_in' })

  const install = async (name: string) => {
    await main(page).getByRole('button', { name: 'Install', exact: true }).locator('visible=true').first().click()
    await page
      .getByRole('dialog', { name: `Install ${name}` })
      .getByRole('button', { name: `Install ${name}` })
      .click()
  }
  const remove = async (why: string) => {
    await main(page).getByRole('button', { name: 'Uninstall' }).locator('visible=true').first().click()
    const ask = page.getByRole('dialog', { name: /^Uninstall/ })
    if (why) await ask.getByLabel('Why?').fill(why)
    await ask.getByRole('button', { name: 'Uninstall', exact: true }).click()
    await expect(messages(page)).toContainText('Application uninstalled successfully.')
    await page
      .getByRole('dialog', { name: /is uninstalled$/ })
      .getByRole('button', { name: 'Done' })
      .click()
  }
  await install('Tallybird')
  await expect(messages(page)).toContainText('Application installed successfully!')
  await events.counted({ event: 'install', application: free })
  await remove('')
  await install('Tallybird')
  await events.counted({ event: 'install', application: free }, { event: 'install', application: free })
  await remove('Too many birds')
  await events.counted(
    { event: 'uninstall', application: free, detail: 'no-reason' },
    { event: 'uninstall', application: free, detail: 'reason' },
  )

  await page.goto('/apps/counted-and-closed/')
  await hydrated(page)
  await expect(accountMenu(page)).toBeVisible()
  await importLines([catalogueLine('counted-and-closed', { name: 'Shuttered tally', underMaintenance: true })])
  await install('Shuttered tally')
  await expect(messages(page)).toContainText("Application couldn't be installed")
  await events.counted({ event: 'install_refused', application: closed, detail: 'rule' })
  events.saysNothingOf('Too many birds', 'owner')
})

test('asking who may install, and waiting for what is coming soon', async ({ page }) => {
  const events = listen(page)
  await page.goto('/apps/counted-for-nothing/')
  await hydrated(page)
  await signIn(page, (await makeOrganization('asking', ['owner', 'normal'])).agent)
  await main(page).getByRole('button', { name: 'Request access' }).locator('visible=true').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request access' }).click()
  await expect(messages(page)).toContainText('Request sent!')
  await events.counted({ event: 'access_requested', application: await idOf(page, 'counted-for-nothing') })
  await page.goto('/apps/coming-soon/')
  await hydrated(page)
  const card = page.getByRole('article').first()
  await card.getByText('Tell me when it is there').click()
  await card.getByLabel('E-mail').fill('wren@counted.test')
  await card.getByRole('button', { name: 'Tell me' }).click()
  await expect(card.getByText('We will write to wren@counted.test once.')).toBeVisible()
  await events.counted({ event: 'announcement_awaited', application: expect.any(String) as unknown as string })
  events.saysNothingOf('wren')
})

test('a cart, a checkout, a payment that fails and one that succeeds', async ({ page, baseURL }) => {
  const events = listen(page)
  const email = `tilda-${Date.now()}@counted.test`
  await signUp(page, baseURL, { name: 'Tilda Tally', email, organization: 'Tallies', password: 'a lovely long password' })
  await page.goto('/apps/counted-for-money/')
  await hydrated(page)
  // The accounts server knows the person, so its window closes by itself.
  const signInLink = page.getByRole('banner').getByRole('link', { name: 'Sign in' })
  await Promise.all([page.waitForEvent('popup'), signInLink.click()])
  await expect(accountMenu(page)).toBeVisible()
  token = await tokenOf(page)
  installed = ['counted-for-money']
  const application = await idOf(page, 'counted-for-money')
  await main(page).getByRole('button', { name: 'Add to cart' }).locator('visible=true').first().click()
  await events.counted({ event: 'add_to_cart', application })
  const { id: cart } = (await (await api(page, 'GET', '/api/v2/products-carts/recent')).json()) as { id: string }
  await api(page, 'DELETE', `/api/v2/products-carts/${cart}/applications/${application}`)
  await page.reload()
  await hydrated(page)
  // The checkout is another document, so the events on the way there are read before it opens.
  await expect.poll(() => page.evaluate(() => Array.isArray((window as { dataLayer?: unknown }).dataLayer))).toBe(true)
  await page.route('**/checkout/**', (route) => route.fulfill({ status: 204 }))
  const buy = main(page).getByRole('link', { name: 'Buy now' }).locator('visible=true').first()
  await buy.click({ noWaitAfter: true })
  await events.counted({ event: 'buy_clicked', application })
  await page.unroute('**/checkout/**')
  await page.goto('/checkout/counted-for-money/')
  await expect(payButton(page)).toBeEnabled()
  await events.counted({ event: 'checkout_started', detail: 'recurrent_charge' })
  await enterCard(page, CARDS.failsLater)
  await payButton(page).click()
  await expect(main(page).getByRole('alert')).not.toBeEmpty()
  await events.counted({ event: 'purchase_failed', detail: 'recurrent_charge' })
  await enterCard(page, CARDS.good)
  await payButton(page).click()
  await expect(page).toHaveURL('/checkout/counted-for-money/thank-you/', { timeout: 30_000 })
  await events.counted(
    { event: 'app_purchased', detail: 'recurrent_charge' },
    { event: 'app_purchased', detail: 'recurrent_charge', application },
  )
  events.saysNothingOf('Tilda', 'Tallies', '4242', '1000', '$')
})

test('a charge that its application has had paid is counted once, when its buyer is back', async ({ page, context, baseURL }) => {
  const { owner } = await makeOrganization('agreed')
  await openAs(page, owner)
  const client = await applicationToken(page, baseURL)
  const back = `${sampleApps(baseURL)}/back`
  const [paid, refused] = [
    await offer(page, client, 'recurrent_charge', { name: 'Agreed and paid', price: 500, return_url: back }),
    await offer(page, client, 'direct_charge', { name: 'Agreed and refused', price: 700, return_url: back }),
  ]
  const headers = { authorization: `Bearer ${client}` }
  const pathOf = (type: string, id: string) => `/billing/v3/${type}/livechat/${id}`
  const agree = async (address: string, card: string, isAnother: boolean) => {
    await page.goto(address)
    await expect(main(page).getByLabel('Another card')).toBeVisible({ visible: isAnother })
    await enterCard(page, card)
    await payButton(page).click()
    await page.waitForURL((url) => url.href.startsWith(back))
  }
  const statusOf = async (path: string) =>
    ((await (await page.request.get(path, { headers })).json()) as { status: string }).status
  await agree(paid.confirmation_url, CARDS.good, false)
  const path = pathOf('recurrent_charge', paid.id)
  expect((await page.request.put(`${path}/activate`, { headers })).status()).toBe(200)
  await expect.poll(() => statusOf(path)).toBe('active')
  const { application } = (await (await page.request.get(path, { headers })).json()) as { application: { id: string } | null }

  const events = listen(page)
  await page.goto('/apps/')
  await events.counted(
    { event: 'app_purchased', detail: 'recurrent_charge' },
    ...(application ? [{ event: 'app_purchased', detail: 'recurrent_charge', application: application.id }] : []),
  )
  const other = await context.newPage()
  const elsewhere = listen(other)
  await other.goto('/apps/')
  await elsewhere.counted({ event: 'pageview', detail: 'listing' })

  await agree(refused.confirmation_url, CARDS.failsLater, true)
  await page.request.put(`${pathOf('direct_charge', refused.id)}/activate`, { headers })
  await expect.poll(() => statusOf(pathOf('direct_charge', refused.id))).toBe('failed')
  // The application is open in the buyer's tab, so the marketplace is checked in another one.
  await other.reload()
  await elsewhere.counted({ event: 'purchase_failed', detail: 'direct_charge' })
  expect(await other.evaluate(() => localStorage.getItem('marketplace-agreed'))).toBeNull()
  await page.goto('/apps/')
  await hydrated(page)
  await events.counted(
    { event: 'app_purchased', detail: 'recurrent_charge' },
    ...(application ? [{ event: 'app_purchased', detail: 'recurrent_charge', application: application.id }] : []),
  )
  events.saysNothingOf('Agreed', paid.id)
})

test('a rating, a message, a review and a waiting list, without a word of what was written', async ({ page }) => {
  const events = listen(page)
  await openAs(page, 'viceowner@acme.test')
  token = await tokenOf(page)
  installed = ['counted-for-nothing']
  const application = await idOf(page, 'counted-for-nothing')
  await api(page, 'PUT', `/api/v2/applications/${application}/install`)
  await page.goto('/apps/counted-for-nothing/')
  await hydrated(page)
  await page.getByRole('region', { name: 'Reviews' }).getByRole('button', { name: 'Rate this app' }).click()
  const rating = page.getByRole('dialog', { name: /^Rate / })
  await rating.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await rating.getByLabel('Your name').fill('Victoria')
  await rating.getByLabel('Your review').fill('It counts the birds outside.')
  await rating.getByRole('button', { name: 'Send rating' }).click()
  await expect(messages(page)).toContainText('Thank you for rating this app.')
  await events.counted({ event: 'rating_sent', application, detail: '4' })
  await api(page, 'DELETE', `/api/v2/feedback/rate/application/${application}`)

  await page.goto('/partners/prairie-switchboard/')
  await hydrated(page)
  const message = page.getByRole('form', { name: /^Message to/ })
  await message.getByLabel('Name', { exact: true }).fill('Victoria')
  await message.getByLabel('E-mail').fill('victoria@counted.test')
  await message.getByLabel('Message').fill('Do you count birds?')
  await message.getByRole('button', { name: 'Send message' }).click()
  await expect(messages(page)).toContainText('Message sent successfully!')
  await events.counted({ event: 'expert_visited' }, { event: 'expert_message_sent' })
  const review = page.getByRole('form', { name: /^Review of/ })
  await review.getByLabel('Your review').fill('They count birds.')
  await review.getByLabel('Your name').fill('Victoria')
  await review.getByLabel('Your e-mail').fill(`victoria-${Date.now()}@counted.test`)
  await review.getByRole('button', { name: 'Send review' }).click()
  await expect(messages(page)).toContainText('Review sent to be verified!')
  await events.counted({ event: 'expert_review_sent' })
  await page.goto('/partners/')
  await hydrated(page)
  const prospects = page.getByRole('region', { name: 'Not in the program yet' })
  await prospects.getByText('Join the waiting list of Quipu Consultores').click()
  const list = page.getByRole('form', { name: /^Waiting list of/ })
  await list.getByLabel('E-mail').fill('victoria@counted.test')
  await list.getByRole('button', { name: 'Join' }).click()
  await expect(messages(page)).toContainText('You are on the waiting list.')
  await events.counted({ event: 'waiting_list_joined' })
  events.saysNothingOf('Victoria', 'victoria', 'birds')
})
