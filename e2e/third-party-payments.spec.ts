// What an application sells inside our own screen: transactions of the published SDK, unmodified, paid for in our dialog.
import type { Page } from '@playwright/test'
import { CHARGE_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { catalogueLine } from '@marketplace/testkit/line'
import { api, CARDS, enterCard, idOf, messages, payButton } from './buying.ts'
import { accountMenu, importLines, signUp, tokenOf, uninstall } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, hydrated, test } from './test.ts'

// Cards are refused here, and charges that do not exist are looked for.
test.use({ expected: { messages: [/status of 4(?:02|04|05|09|22)|ERR_FAILED/] } })

const SLUG = 'pays-in-our-frame'
const NAME = 'Pays in our frame'

test.beforeAll(async ({ baseURL }) => {
  const url = `http://127.0.0.1:${Number(new URL(baseURL ?? '').port) + 3}/northwind-pipeline/app`
  await importLines(baseURL, [
    catalogueLine(SLUG, {
      name: NAME,
      widgets: [{ placement: 'fullscreen', url }],
      // The client whose token its page asks for, and in whose name it creates charges. It belongs to this developer.
      company: { name: 'Northwind' },
      authorization: { clientId: 'demo-js-client', clientType: 'javascript_app', scopes: [] },
    }),
  ])
})

let token: string | null = null
test.afterEach(async ({ request }) => {
  if (token) await uninstall(request, token, SLUG)
  token = null
})

/** Opens the application as the owner of an organization that was made for this test. */
const openAsNewOwner = async (page: Page, baseURL: string | undefined): Promise<void> => {
  const email = `pia-${Date.now()}-${Math.floor(performance.now())}@frames.test`
  await signUp(page, baseURL, { name: 'Pia Pays', email, organization: 'Frames', password: 'a lovely long password' })
  await page.goto('/sign-in/')
  await hydrated(page)
  // The accounts server knows who it is: its window closes by itself.
  await Promise.all([page.waitForEvent('popup'), page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()])
  await expect(accountMenu(page)).toBeVisible()
  token = await tokenOf(page)
  const installed = await api(page, 'PUT', `/api/v2/applications/${await idOf(page, SLUG)}/install`)
  expect(installed.ok(), await installed.text()).toBe(true)
  await page.goto(`/apps/${SLUG}/open/`)
}

const application = (page: Page) => page.frameLocator(`iframe[title="${NAME}"]`)
const heard = (page: Page) => application(page).getByRole('status', { name: 'What happened' })
const dialog = (page: Page) => page.getByRole('dialog', { name: `Pay ${NAME}` })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: `${NAME} asks for a payment.` })
/** The application has the focus: its person goes on where they were. */
const expectBack = (page: Page): Promise<void> => expect(page.locator(`iframe[title="${NAME}"]`)).toBeFocused()
const press = (page: Page, name: string) => application(page).getByRole('button', { name, exact: true }).click()

/** The id that comes last in what the application has shown with this word before it. */
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
    /** Has the application offer a charge again, opens what says so, and answers the charge's id. */
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

    // It asks its customer for a token of its own, once.
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

    // Who closes the dialog has declined. Before that they may have picked another cycle, for which the application offers another charge.
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
    // The charge of the cycle that was not picked does not wait for anybody any more.
    await expect.poll(() => statusOf(monthly)).toBe('declined')

    // Its bank refuses the card at once: that is said in the dialog, and the application waits on.
    const offeredLast = await offered()
    const alert = dialog(page).getByRole('alert')
    await enterCard(page, CARDS.declined)
    await payButton(page).click()
    await expect(alert).not.toBeEmpty()
    expect(await lastId(page, 'accepted')).toBeUndefined()

    // Billing cannot be reached: the same, and it can be tried again.
    await enterCard(page, CARDS.good)
    await page.route(`**/billing/v3/${type}/livechat/*/accept`, (route) => route.abort(), { times: 1 })
    await payButton(page).click()
    await expect(alert).toContainText(CHARGE_TEXTS[type].notAccepted)
    expect(await lastId(page, 'accepted')).toBeUndefined()
    await expect(dialog(page)).toBeVisible()

    // It has ended elsewhere meanwhile: the transaction has failed.
    expect((await api(page, 'PUT', `/billing/v3/${type}/livechat/${offeredLast}/decline`)).ok()).toBe(true)
    await payButton(page).click()
    await expect(heard(page)).toContainText('failed: ')
    await expect(dialog(page)).toHaveCount(0)
    await press(page, 'Sell nothing')
    await notice(page).getByRole('button', { name: 'Show payment' }).click()
    await expect(heard(page)).toContainText(`failed: ${PAYMENT_TEXTS.noSuchCharge}`)
    await expect(messages(page)).toContainText(PAYMENT_TEXTS.noSuchCharge)

    // The bank takes the card, and refuses the money once the application asks for it.
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

test('once its dialog was closed, an application asks by a notice only, and the newest counts', async ({ page, baseURL }) => {
  await openAsNewOwner(page, baseURL)
  await expect(heard(page)).toContainText('connected')
  const [popup] = await Promise.all([page.waitForEvent('popup'), press(page, 'Subscribe')])
  await popup.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(dialog(page)).toContainText('Unlimited reports')
  await page.keyboard.press('Escape')
  await expect(heard(page)).toContainText('declined ')

  // Again and again, for another charge each time: no dialog, one notice, and the application keeps the focus.
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
  await notice(page).getByRole('button', { name: 'Show payment' }).click()
  await expect(dialog(page)).toContainText('Ten extra reports')
  await page.keyboard.press('Escape')
  await expect(heard(page)).toContainText(`declined ${packs}`)
  await expect(notice(page)).toHaveCount(0)
  await expectBack(page)

  // It may be declined unseen, by keyboard too.
  await press(page, 'Buy two packs')
  await notice(page).getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(notice(page)).toHaveCount(0)
  await expectBack(page)
  const last = await lastId(page, 'offered')
  await expect(heard(page)).toContainText(`declined ${last}`)

  // Nor does it help the application to lead to another page and back.
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My apps')
  await page.goBack()
  await expect(heard(page)).toContainText('connected')
  await press(page, 'Buy two packs')
  await expect(notice(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})
