// Helpers for tests of buying. They use the API for steps that are not under test.
import type { FrameLocator, Locator, Page } from '@playwright/test'
import type { Role } from '@marketplace/contracts/core/roles'
import { makeOrganization, type OwnPeople } from './beside.ts'
import { openAs, tokenOf } from './people.ts'
import { expect } from './test.ts'

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
  asksEachTime: '4000002760003184',
}

export const main = (page: Page) => page.getByRole('main')
export const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
/** The page itself, or the marketplace in the frame of a host. */
type Shown = Page | FrameLocator
export const cardFrame = (page: Shown) => page.frameLocator('iframe[title="Card details"]')
export const bank = (page: Shown) => page.frameLocator('iframe[title="Confirm it is you"]')
/**
 * Closes the bank's question by keyboard. Its frame is removed when the key goes down, and then the browser may never say that it has handled
 * the key. So nothing waits for the key, but for what it does.
 */
export const leaveBank = async (page: Page): Promise<void> => {
  await expect(bank(page).getByRole('heading', { name: 'Confirm it is you' })).toBeFocused()
  for (const way of ['down', 'up'] as const) void page.keyboard[way]('Escape').catch(() => {})
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
/**
 * Answers the bank, by a click or by `press`. The bank may ask the next question at once, in another frame, so this waits until the frame
 * that was answered is gone. A click on a frame that still grows may miss the button; then it is pressed again. The press itself may never
 * end, as in `leaveBank`.
 */
export const answerBank = async (
  page: Shown,
  answer: 'Complete' | 'Fail' | 'Decide later' = 'Complete',
  press = (button: Locator): Promise<void> => button.click(),
): Promise<void> => {
  const node = await page.locator('iframe[title="Confirm it is you"]').elementHandle()
  const question = await node?.contentFrame()
  await expect(async () => {
    if (!question || question.isDetached()) return
    const isGone = (timeout: number) => expect.poll(() => question.isDetached(), { timeout }).toBe(true)
    await Promise.race([press(question.getByRole('button', { name: answer })), isGone(30_000)])
    await isGone(5_000)
  }).toPass()
}
export const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart, / })
export const payButton = (page: Page) => main(page).getByRole('button', { name: /^(?:Pay \$|Start free trial)/ })

export const api = async (page: Page, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` }
  return page.request.fetch(path, { method, headers, ...(body && { data: body }) })
}

/**
 * Makes the payment provider of the tests fail for one organization, since others pay at the same time: docs/OPERATING.md, Payments. The fault
 * ends after `times` requests.
 */
export const breakProvider = async (
  page: Page,
  { name }: OwnPeople,
  fault: { operation: string; fault: string; times?: number; ms?: number },
) => {
  const broken = await page.request.post(`${sandboxOf(page)}/faults`, { data: { ...fault, customer: name } })
  expect(broken.ok(), await broken.text()).toBe(true)
}
export const mendProvider = async (page: Page, { name }: OwnPeople): Promise<void> => {
  const mended = await page.request.delete(`${sandboxOf(page)}/faults`, { data: { customer: name } })
  expect(mended.ok(), await mended.text()).toBe(true)
}

const sandboxOf = (page: Page): string => `http://localhost:${Number(new URL(page.url()).port) + 2}/_sandbox`

export const idOf = async (page: Page, slug: string): Promise<string> =>
  ((await (await page.request.get(`/api/v2/applications/${slug}/published`)).json()) as { id: string }).id

/** Is signed in as the owner of an organization of this test alone, with an address in Texas, without a card. */
export const openAsBuyer = async (page: Page, begin: string, roles?: readonly Role[]): Promise<OwnPeople> => {
  const people = await makeOrganization(begin, roles)
  await openAs(page, people.owner)
  const address = { name: people.name, country: 'US', zip: '75201', city: 'Dallas', street: '400 Main Street', vat_id: null }
  const changed = await api(page, 'PUT', '/billing/v3/account/address', address)
  expect(changed.ok(), await changed.text()).toBe(true)
  return people
}

/** Puts applications into the open cart, and returns its id. */
export const fillCart = async (page: Page, slugs: readonly string[], product = 'livechat'): Promise<string> => {
  const carts = `/api/${product === 'helpdesk' ? 'v1' : 'v2'}/products-carts`
  const { id } = (await (await api(page, 'POST', carts)).json()) as { id: string }
  for (const slug of slugs) {
    const added = await api(page, 'PATCH', `${carts}/${id}/applications/${await idOf(page, slug)}`)
    expect(added.ok(), await added.text()).toBe(true)
  }
  return id
}

export const startCheckout = async (page: Page): Promise<void> => {
  await page.goto('/cart/')
  await main(page)
    .getByRole('button', { name: /^Check out/ })
    .click()
  await expect(page).toHaveURL(/\/checkout\/cart\/[\w-]+\/$/)
  await expect(payButton(page)).toBeEnabled()
}

/** Fills in the provider's fields. Waits until they are enabled, which they are not while a card is being saved or charged. */
export const enterCard = async (page: Shown, number: string): Promise<void> => {
  await expect(page.locator('[inert]')).toHaveCount(0)
  const another = page.getByRole('main').getByLabel('Another card')
  if (await another.isVisible()) await another.check()
  const frame = cardFrame(page)
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration').fill('1240')
  await frame.getByLabel('Security code').fill('123')
}

export const CHARGES = '/billing/v3/recurrent_charge/livechat'
type Subscription = { id: string; quantity: number; scheduled: object | null; status: string; state: string; plan_id: string }

export const readSubscription = async (page: Page, id: string) =>
  (await (await api(page, 'GET', `${CHARGES}/${id}`)).json()) as Subscription

/** Creates an active monthly subscription to an application; `name` chooses among several plans. */
export const subscribe = async (page: Page, slug: string, name?: string): Promise<string> => {
  const found = await page.request.get(`/api/v2/applications/${slug}/published`)
  const { id, plans } = (await found.json()) as { id: string; plans: { id: string; name: string; billingCycle: string }[] }
  const monthly = plans.find((plan) => plan.billingCycle === 'pay-monthly' && (name === undefined || plan.name === name))
  const created = await api(page, 'POST', `/api/v2/applications/${id}/create-charge`, { plan_id: monthly?.id })
  expect(created.ok(), await created.text()).toBe(true)
  const charge = (await created.json()) as Subscription
  const path = `${CHARGES}/${charge.id}`
  await api(page, 'PUT', `${path}/accept`)
  const activated = await api(page, 'PUT', `${path}/activate`)
  expect(activated.ok(), await activated.text()).toBe(true)
  await expect.poll(async () => (await readSubscription(page, charge.id)).status).toBe('active')
  return charge.id
}

/** Saves a card for the organization, and answers the bank if it asks. */
export const saveCard = async (page: Page, number: string): Promise<void> => {
  await page.goto('/billing/?view=payment')
  await main(page)
    .getByRole('button', { name: /^(?:Add a|Replace the) card$/ })
    .click()
  const field = cardFrame(page)
  await field.getByLabel('Card number').fill(number)
  await field.getByLabel('Expiration').fill('1240')
  await field.getByLabel('Security code').fill('123')
  await main(page).getByRole('button', { name: 'Save the card' }).click()
  if (number === CARDS.asksEachTime) await answerBank(page)
  await expect(main(page).getByText(number.slice(-4))).toBeVisible()
}
