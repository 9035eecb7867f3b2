// Purchases inside a third-party application on the marketplace's page: transactions of the published SDK, unmodified, paid in the
// marketplace's dialog.
import type { Page } from '@playwright/test'
import { CHARGE_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { catalogueLine } from '@marketplace/testkit/line'
import { api, CARDS, enterCard, idOf, messages, payButton } from './buying.ts'
import { importLines } from './beside.ts'
import { accountMenu, signUp, tokenOf, uninstall } from './people.ts'
import { expectSound } from './sound.ts'
import { heard as hostHeard, lastHeard, marketplace, openHost } from './serve-host.ts'
import { expect, hydrated, test } from './test.ts'

// These tests cause refused cards and look for charges that do not exist.
test.use({ expected: { messages: [/status of 4(?:02|04|05|09|22)|ERR_FAILED/] } })

const SLUG = 'pays-in-our-frame'
const NAME = 'Pays in our frame'
/** Its page sells in the name of a client that is another application's. */
const FOREIGN = 'sells-for-somebody-else'

test.beforeAll(async ({ baseURL }) => {
  const url = `http://127.0.0.1:${Number(new URL(baseURL ?? '').port) + 3}/northwind-pipeline/app`
  await importLines([
    catalogueLine(SLUG, {
      name: NAME,
      widgets: [{ placement: 'fullscreen', url }],
      // This developer owns the client whose token the page requests, and that creates the charges.
      company: { name: 'Northwind' },
      authorization: { clientId: 'demo-js-client', clientType: 'javascript_app', scopes: [] },
    }),
    catalogueLine(FOREIGN, { name: NAME, widgets: [{ placement: 'fullscreen', url }] }),
  ])
})

let token: string | null = null
test.afterEach(async ({ request }) => {
  for (const slug of token ? [SLUG, FOREIGN] : []) await uninstall(request, token, slug)
  token = null
})

/** Opens the application as the owner of an organization that was created for this test. */
const openAsNewOwner = async (page: Page, baseURL: string | undefined, slug = SLUG): Promise<void> => {
  const email = `pia-${Date.now()}-${Math.floor(performance.now())}@frames.test`
  await signUp(page, baseURL, { name: 'Pia Pays', email, organization: 'Frames', password: 'a lovely long password' })
  await page.goto('/sign-in/')
  await hydrated(page)
  // The accounts server knows the person, so its window closes by itself.
  await Promise.all([page.waitForEvent('popup'), page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()])
  await expect(accountMenu(page)).toBeVisible()
  token = await tokenOf(page)
  const installed = await api(page, 'PUT', `/api/v2/applications/${await idOf(page, slug)}/install`)
  expect(installed.ok(), await installed.text()).toBe(true)
  await page.goto(`/apps/${slug}/open/`)
}

const application = (page: Page) => page.frameLocator(`iframe[title="${NAME}"]`)
const heard = (page: Page) => application(page).getByRole('status', { name: 'What happened' })
const dialog = (page: Page) => page.getByRole('dialog', { name: `Pay ${NAME}` })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: `${NAME} asks for a payment.` })
/** Checks that the application has the focus, so that its user continues there. */
const expectBack = (page: Page): Promise<void> => expect(page.locator(`iframe[title="${NAME}"]`)).toBeFocused()
const press = (page: Page, name: string) => application(page).getByRole('button', { name, exact: true }).click()

/** The last id that the application has shown after this word. */
const lastId = async (page: Page, word: string): Promise<string | undefined> =>
  (await heard(page).getByRole('listitem').allInnerTexts())
    .findLast((line) => line.startsWith(`${word} `))
    ?.slice(word.length + 1)

const KINDS = [
  { type: 'direct_charge', buy: 'Buy two packs', name: 'Ten extra reports', price: '$20', paid: 'success', unpaid: 'failed' },
  { type: 'recurrent_charge', buy: 'Subscribe', name: 'Unlimited reports', price: '$9', paid: 'active', unpaid: 'declined' },
] as const

test('what the SDK refuses to offer is said with its reason, and no dialog opens', async ({ page, baseURL }) => {
  await openAsNewOwner(page, baseURL)
  await press(page, 'Sell without a charge')
  await expect(heard(page)).toContainText('nothing was offered')
  await expect(messages(page)).toContainText(`${NAME}: You have to provide charge details`)
  await expect(dialog(page)).toHaveCount(0)
})

for (const { type, buy, name, price, paid, unpaid } of KINDS)
  test(`a ${type} is declined, refused by the bank, ended meanwhile, and paid; the application hears each`, async ({
    page,
    baseURL,
  }) => {
    await openAsNewOwner(page, baseURL)
    await expect(heard(page)).toContainText('connected')
    const statusOf = async (id: string | undefined) =>
      ((await (await api(page, 'GET', `/billing/v3/${type}/livechat/${id}`)).json()) as { status: string }).status
    /** Makes the application offer a charge again, opens it, and returns the charge's id. */
    const offered = async (): Promise<string> => {
      const before = await lastId(page, 'offered')
      await press(page, buy)
      await expect.poll(() => lastId(page, 'offered')).not.toBe(before)
      await expect(notice(page)).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
      await notice(page).getByRole('button', { name: 'Show payment' }).click()
      await expect(dialog(page)).toContainText(name)
      return (await lastId(page, 'offered')) ?? ''
    }

    // The application asks the person once for its own token.
    const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, buy)])
    await popup.getByRole('button', { name: 'Agree and continue' }).click()
    await expect(dialog(page)).toContainText(name)
    await expect(dialog(page)).toContainText(`${NAME} asks for it`)
    await expect(dialog(page)).toContainText(price)
    if (type === 'recurrent_charge') await expectSound(page, 'the dialog of a payment')
    const first = await lastId(page, 'offered')
    await dialog(page).getByRole('button', { name: 'Decline' }).click()
    await expect(heard(page)).toContainText(`declined ${first}`)
    await expect(dialog(page)).toHaveCount(0)
    await expectBack(page)
    expect(await statusOf(first)).toBe('declined')

    // Closing the dialog declines the charge. If the person has picked another cycle before, the application has offered another charge
    // for it.
    const monthly = await offered()
    let closed = monthly
    if (type === 'recurrent_charge') {
      await dialog(page).getByRole('radio', { name: 'Billed annually' }).check()
      await expect(heard(page)).toContainText(`cycle 12 for ${closed}`)
      await expect(dialog(page)).toContainText('$91.80')
      closed = (await lastId(page, 'offered')) ?? ''
    }
    await page.keyboard.press('Escape')
    await expect(heard(page)).toContainText(`declined ${closed}`)
    // The charge of the other cycle was declined too.
    await expect.poll(() => statusOf(monthly)).toBe('declined')

    // The bank refuses the card at once: the dialog says so, and the application still waits.
    const offeredLast = await offered()
    const alert = dialog(page).getByRole('alert')
    await enterCard(page, CARDS.declined)
    await payButton(page).click()
    await expect(alert).not.toBeEmpty()
    expect(await lastId(page, 'accepted')).toBeUndefined()

    // The billing API cannot be reached: the dialog says so, and the person can try again.
    await enterCard(page, CARDS.good)
    await page.route(`**/billing/v3/${type}/livechat/*/accept`, (route) => route.abort(), { times: 1 })
    await payButton(page).click()
    await expect(alert).toContainText(CHARGE_TEXTS[type].notAccepted)
    expect(await lastId(page, 'accepted')).toBeUndefined()
    await expect(dialog(page)).toBeVisible()

    // The charge has ended elsewhere meanwhile, so the transaction has failed.
    expect((await api(page, 'PUT', `/billing/v3/${type}/livechat/${offeredLast}/decline`)).ok()).toBe(true)
    await payButton(page).click()
    await expect(heard(page)).toContainText('failed: ')
    await expect(dialog(page)).toHaveCount(0)
    await press(page, 'Sell nothing')
    await notice(page).getByRole('button', { name: 'Show payment' }).click()
    await expect(heard(page)).toContainText(`failed: ${PAYMENT_TEXTS.noSuchCharge}`)
    await expect(messages(page)).toContainText(PAYMENT_TEXTS.noSuchCharge)

    // The bank accepts the card, but refuses the payment when the application activates the charge.
    const refused = await offered()
    await enterCard(page, CARDS.failsLater)
    await payButton(page).click()
    await expect(heard(page)).toContainText(`accepted ${refused}`)
    await expect(heard(page)).toContainText('not activated: ')
    expect(await statusOf(refused)).toBe(unpaid)

    const bought = await offered()
    await enterCard(page, CARDS.good)
    await payButton(page).click()
    await expect(heard(page)).toContainText(`accepted ${bought}`)
    await expect(heard(page)).toContainText(/activated (?:success|active|accepted|processed)/)
    await expect.poll(() => statusOf(bought)).toBe(paid)
    await expect(dialog(page)).toHaveCount(0)
    await expectBack(page)
  })

test('a charge of somebody else, and one that never comes, are payments that have failed', async ({ page, baseURL }) => {
  await openAsNewOwner(page, baseURL, FOREIGN)
  await expect(heard(page)).toContainText('connected')
  const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, 'Subscribe')])
  await popup.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(heard(page)).toContainText(`failed: ${PAYMENT_TEXTS.noSuchCharge}`)
  await expect(dialog(page)).toHaveCount(0)

  await press(page, 'Announce and offer nothing')
  await expect(heard(page)).toContainText('failed: The charge was not offered in time.', { timeout: 30_000 })
  await expect(notice(page)).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
})

test('once its dialog was closed, an application asks by a notice only, and the newest counts', async ({ page, baseURL }) => {
  await openAsNewOwner(page, baseURL)
  await expect(heard(page)).toContainText('connected')
  const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, 'Subscribe')])
  await popup.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(dialog(page)).toContainText('Unlimited reports')
  await page.keyboard.press('Escape')
  await expect(heard(page)).toContainText('declined ')

  // Repeated requests for other charges: no dialog, one notice, and the application keeps the focus.
  for (const buy of ['Subscribe', 'Subscribe', 'Buy two packs']) {
    const before = await lastId(page, 'offered')
    await press(page, buy)
    await expect.poll(() => lastId(page, 'offered')).not.toBe(before)
    await expect(notice(page)).toHaveCount(1)
    await expect(dialog(page)).toHaveCount(0)
  }
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
  const packs = await lastId(page, 'offered')
  for (const width of [1376, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(notice(page).getByRole('button', { name: 'Show payment' })).toBeInViewport()
  }
  await expectSound(page, 'the notice of a payment')
  // A press that was meant for the application may come a moment after the offer, so the dialog hears none at first.
  await page.evaluate(() => {
    const timed = window as unknown as { deafFor?: number }
    let offeredAt: number | undefined
    new MutationObserver((_, observer) => {
      const decline = [...document.querySelectorAll('dialog button')].find(({ textContent }) => textContent === 'Decline')
      if (!decline) return
      offeredAt ??= performance.now()
      if (decline.closest('[inert]')) return
      timed.deafFor = performance.now() - offeredAt
      observer.disconnect()
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  await notice(page).getByRole('button', { name: 'Show payment' }).click()
  await expect(dialog(page)).toContainText('Ten extra reports')
  const deafFor = () => page.evaluate(() => (window as unknown as { deafFor?: number }).deafFor)
  await expect.poll(deafFor).toBeGreaterThan(500)
  await page.keyboard.press('Escape')
  await expect(heard(page)).toContainText(`declined ${packs}`)
  await expect(notice(page)).toHaveCount(0)
  await expectBack(page)

  // It can be declined without opening it, by keyboard too.
  await press(page, 'Buy two packs')
  await notice(page).getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(notice(page)).toHaveCount(0)
  await expectBack(page)
  const last = await lastId(page, 'offered')
  await expect(heard(page)).toContainText(`declined ${last}`)

  // Leading to another page and back does not help the application either.
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My apps')
  await page.goBack()
  await expect(heard(page)).toContainText('connected')
  await press(page, 'Buy two packs')
  await expect(notice(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('in a host the host hears how each payment has ended, and what is paid is counted', async ({ page, baseURL }) => {
  await openAsNewOwner(page, baseURL)
  await expect(heard(page)).toContainText('connected')
  const counted: { event: string }[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v2/events')) return
    counted.push(...(request.postDataJSON() as { events: { event: string }[] }).events)
  })
  const purchases = () => counted.filter(({ event }) => ['app_purchased', 'purchase_failed'].includes(event))
  const application = await idOf(page, SLUG)
  // The sample host, changed to record the messages that it receives.
  await page.addInitScript(() => {
    if (window.parent !== window) return
    const all: object[] = []
    Object.assign(window, { heard: all })
    addEventListener('message', ({ source, origin, data }: MessageEvent<object>) => {
      if (source === window.frames[0]) all.push({ origin, ...data })
    })
  })
  await openHost(page, `http://localhost:${Number(new URL(baseURL ?? '').port) + 4}/apps/marketplace/apps/${SLUG}/open`)
  const frame = marketplace(page)
  const sold = frame.frameLocator(`iframe[title="${NAME}"]`)
  const news = sold.getByRole('status', { name: 'What happened' })
  const asked = frame.getByRole('dialog', { name: `Pay ${NAME}` })
  await expect(news).toContainText('connected')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    sold.getByRole('button', { name: 'Buy two packs', exact: true }).click(),
  ])
  await popup.getByRole('button', { name: 'Agree and continue' }).click()
  const offered = async () => (await news.getByRole('listitem').allInnerTexts()).findLast((line) => line.startsWith('offered '))
  const chargeId = async () => ({ chargeId: (await offered())?.slice('offered '.length), chargeType: 'direct_charge' })
  await asked.getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => lastHeard(page, 'transaction_declined')).toEqual(await chargeId())

  const again = async () => {
    const before = await offered()
    await sold.getByRole('button', { name: 'Buy two packs', exact: true }).click()
    await expect.poll(offered).not.toBe(before)
    await frame.getByRole('button', { name: 'Show payment' }).click()
    await expect(asked).toContainText('Ten extra reports')
    return chargeId()
  }
  const pay = asked.getByRole('button', { name: /^Pay \$/ })

  // Billing refuses it: it has ended elsewhere.
  const ended = await again()
  const headers = { authorization: `Bearer ${token}` }
  const declined = await page.request.put(`${baseURL}/billing/v3/direct_charge/livechat/${ended.chargeId}/decline`, { headers })
  expect(declined.ok()).toBe(true)
  await enterCard(frame, CARDS.good)
  await pay.click()
  await expect.poll(() => lastHeard(page, 'transaction_failed')).toEqual({ ...ended, error: expect.any(String) })

  // The person accepts and pays: it is reported as a purchase once the payment has succeeded, and not before.
  const bought = await again()
  await enterCard(frame, CARDS.good)
  await pay.click()
  await expect.poll(() => lastHeard(page, 'transaction_accepted')).toEqual(bought)
  await expect
    .poll(() => lastHeard(page, 'app_purchased'))
    .toEqual({ id: application, slug: SLUG, name: NAME, product: 'livechat', ...bought })
  for (const type of ['transaction_accepted', 'transaction_declined', 'transaction_failed', 'app_purchased'])
    expect(await hostHeard(page, type)).toHaveLength(1)
  await expect(async () => {
    await page.frame({ url: /\/embed\/agent-app\// })?.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    expect(purchases()).toEqual([
      { event: 'purchase_failed', detail: 'direct_charge' },
      { event: 'app_purchased', detail: 'direct_charge' },
      { event: 'app_purchased', detail: 'direct_charge', application },
    ])
  }).toPass()
})
