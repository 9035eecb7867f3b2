import type { Locator, Page } from '@playwright/test'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { answerBank, cardFrame, CARDS, main, messages, payButton } from './buying.ts'
import { importLines, makeOrganization } from './beside.ts'
import { openAs } from './people.ts'
import { expect, hydrated, test } from './test.ts'

// Buying with the keyboard alone, from the page of an application to the page that thanks for the purchase.
test.describe.configure({ mode: 'default' })
// A webhook may continue the purchase before the page does, which is then refused and looks at the cart.
test.use({ expected: { messages: [/status of 409/] } })

test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines([
    {
      slug: 'bought-by-keys',
      name: 'Bought by keys',
      company: { name: 'Nightly' },
      category: { slug: 'crm' },
      payment: { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 },
    },
  ])
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/bought-by-keys/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

/** More than any of these pages has to focus. */
const MOST_TABS = 80

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus())

/** Presses Tab, or Shift+Tab, until the target has the focus, which must be visible. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await expect(target).toBeVisible()
  for (let pressed = 0; !(await isFocused(target)); pressed += 1) {
    expect(pressed, `tabs to ${String(target)}`).toBeLessThan(MOST_TABS)
    await page.keyboard.press(key)
  }
  expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
}
const press = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** Counts the presses of a pointer in the page and in its frames, on each document from now on. */
const watchPointer = async (page: Page): Promise<() => number> => {
  let presses = 0
  await page.exposeFunction('pointerWasUsed', () => void (presses += 1))
  await page.addInitScript(() => {
    const told = () => (window as unknown as { pointerWasUsed?: () => void }).pointerWasUsed?.()
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) window.addEventListener(type, told, { capture: true })
  })
  return () => presses
}

const typeCard = async (page: Page, number: string): Promise<void> => {
  const card = cardFrame(page)
  await tabTo(page, card.getByLabel('Card number'))
  await page.keyboard.type(number)
  await tabTo(page, card.getByLabel('Expiration'))
  await page.keyboard.type('1240')
  await tabTo(page, card.getByLabel('Security code'))
  await page.keyboard.type('123')
}

test('a cart is filled, checked out and paid with the keyboard alone, also at the bank', async ({ page }) => {
  const { owner } = await makeOrganization('keys')
  await openAs(page, owner)
  const presses = await watchPointer(page)
  await page.goto('/apps/bought-by-keys/')
  await hydrated(page)

  // The arrows choose among the plans.
  const monthly = main(page).getByRole('radio', { name: /^Monthly/ })
  await tabTo(page, monthly)
  await page.keyboard.press('ArrowDown')
  await expect(main(page).getByRole('radio', { name: /^Yearly/ })).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(monthly).toBeChecked()
  await press(page, main(page).getByRole('button', { name: 'Add to cart', exact: true }))
  await expect(messages(page)).toContainText('Bought by keys is in your cart.')
  await press(page, main(page).getByRole('link', { name: 'In your cart' }))
  await expect(page).toHaveURL('/cart/')

  // A list of plans takes arrows too.
  const plan = main(page).getByLabel('Plan of Bought by keys')
  await tabTo(page, plan)
  await page.keyboard.press('ArrowDown')
  await expect(main(page).getByRole('list', { name: 'Products' })).toContainText('for $102 each year')
  await tabTo(page, plan)
  await page.keyboard.press('ArrowUp')
  await expect(main(page).getByRole('list', { name: 'Products' })).toContainText('for $10 each month')
  await tabTo(page, main(page).getByLabel('Coupon'))
  await page.keyboard.type('WELCOME10')
  await page.keyboard.press('Enter')
  await expect(main(page)).toContainText('Due now$9')
  await press(page, main(page).getByRole('button', { name: /^Check out/ }))
  await expect(page).toHaveURL(/\/checkout\/cart\/[\w-]+\/$/)

  await expect(payButton(page)).toBeEnabled()
  // Letters choose in a list. Oregon has no sales tax.
  const country = main(page).getByLabel('Country')
  await tabTo(page, country)
  await page.keyboard.type('United States')
  await expect(country).toHaveValue('US')
  await tabTo(page, main(page).getByLabel('Zip'))
  await page.keyboard.type('97201')
  await press(page, main(page).getByRole('button', { name: 'Update the tax' }))
  await expect(payButton(page)).toHaveText('Pay $9')
  await typeCard(page, CARDS.asksEachTime)
  await press(page, payButton(page))
  for (const _ of ['to save the card', 'to pay']) await answerBank(page, 'Complete', (button) => press(page, button))
  await expect(page).toHaveURL(/\/thank-you\/$/, { timeout: 30_000 })
  await expect(messages(page)).toContainText(PAYMENT_TEXTS.purchased)
  await press(page, main(page).getByRole('link', { name: 'Invoices' }))
  await expect(main(page).getByRole('table', { name: 'Invoices' })).toContainText('$9')
  expect(presses()).toBe(0)
  // The watch sees a pointer where there is one.
  await page.mouse.click(5, 5)
  await expect.poll(presses).toBeGreaterThan(0)
})
