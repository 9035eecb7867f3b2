// Applications in the sample host that ask for a payment.
import type { Page } from '@playwright/test'
import { CARDS, enterCard } from './buying.ts'
import { importLines } from './beside.ts'
import { hostOf, placedLine, portOf, openWithInstalled } from './placed.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const SLUGS = ['sells-inside', 'sells-by-cycle']

test.beforeAll(async ({ baseURL, playwright }) => {
  const url = `http://127.0.0.1:${portOf(baseURL) + 3}/northwind-pipeline/app`
  await importLines(SLUGS.map((slug) => placedLine(slug, { widgets: [{ placement: 'fullscreen', url }] })))
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/${SLUGS.at(-1)}/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

/** Lets an application have a token. The window asks only the first time; after that it closes by itself. */
const agreeIfAsked = async (popup: Page): Promise<void> => {
  await popup
    .getByRole('button', { name: 'Agree and continue' })
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error
    })
}

test.describe('while the server is busy', () => {
  test.use({ expected: { messages: [/status of 503/] } })
  test('a buyer picks another billing cycle in the host, and the application offers another charge', async ({
    page,
    baseURL,
  }) => {
    const token = await openWithInstalled(page, baseURL, ['sells-by-cycle'])
    await page.goto(`${hostOf(baseURL)}/apps/sells-by-cycle`)
    const application = page.frameLocator('iframe[title="sells by cycle"]')
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      application.getByRole('button', { name: 'Subscribe' }).click(),
    ])
    await agreeIfAsked(popup)
    const dialog = page.getByRole('dialog', { name: 'Payment to sells by cycle' })
    const checkout = dialog.frameLocator('iframe')
    await expect(checkout.getByRole('button', { name: /^Pay \$/ })).toHaveText(/^Pay \$9(?:\.\d\d)?$/)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport()
    await expectSound(page, 'a payment whose cycle can be picked')
    await dialog.getByLabel('How often').selectOption('Billed annually')
    await expect(application.getByText(/^cycle 12 for /)).toBeVisible()
    await expect(checkout.getByRole('button', { name: /^Pay \$/ })).toHaveText(/^Pay \$9\d\.\d\d$/)
    await expect(dialog.getByLabel('How often')).toHaveValue('12')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(application.getByText('failed: The payment was closed before it was made.')).toBeVisible()
    await expect(page.locator('iframe[title="sells by cycle"]')).toBeFocused()

    // When a charge is declined or paid, the charge of the other cycle, which the buyer did not choose, ends too.
    const offered = async () =>
      (await application.getByText(/^offered /).allInnerTexts()).map((line) => line.slice('offered '.length))
    const statusOf = async (id = '') => {
      const address = `${new URL(baseURL ?? '').origin}/billing/v3/recurrent_charge/livechat/${id}`
      const answer = await page.request.get(address, { headers: { authorization: `Bearer ${token}` } })
      return ((await answer.json()) as { status: string }).status
    }
    for (const answer of ['Decline', 'Pay']) {
      // The server does not answer the first try to end the other charge.
      let isFirstTry = true
      await page.route('**/recurrent_charge/*/*/decline', async (route) => {
        const id = new URL(route.request().url()).pathname.split('/').at(-2)
        if (!isFirstTry || id !== (await offered()).at(-2)) return route.fallback()
        isFirstTry = false
        await route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'The server is busy.' } })
      })
      const before = (await offered()).length
      await application.getByRole('button', { name: 'Subscribe' }).click()
      await page.getByRole('button', { name: 'Show payment' }).press('Enter')
      await expect(checkout.getByRole('button', { name: /^Pay \$/ })).toHaveText(/^Pay \$9(?:\.\d\d)?$/)
      await dialog.getByLabel('How often').selectOption('Billed annually')
      await expect(checkout.getByRole('button', { name: /^Pay \$/ })).toHaveText(/^Pay \$9\d\.\d\d$/)
      const [monthly, yearly] = (await offered()).slice(before)
      expect(await statusOf(monthly)).toBe('pending')
      // Other tests may have left another card with the organization.
      if (answer === 'Pay') await enterCard(checkout, CARDS.good)
      await checkout
        .getByRole('button', { name: new RegExp(`^${answer}`) })
        .first()
        .click()
      if (answer === 'Decline') {
        await expect(application.getByText(`declined ${yearly}`)).toBeVisible()
        await expect(page.locator('iframe[title="sells by cycle"]')).toBeFocused()
        expect(await statusOf(yearly)).toBe('declined')
      } else await expect(application.getByText(`accepted ${yearly}`)).toBeVisible({ timeout: 30_000 })
      await expect.poll(() => statusOf(monthly)).toBe('declined')
      expect(isFirstTry).toBe(false)
    }
  })
})

test('an application that sells ends in the checkout of the marketplace, and is told how it went', async ({ page, baseURL }) => {
  await openWithInstalled(page, baseURL, ['sells-inside'], { pays: true })
  await page.goto(`${hostOf(baseURL)}/apps/sells-inside`)
  const application = page.frameLocator('iframe[title="sells inside"]')
  const buy = application.getByRole('button', { name: 'Buy two packs' })
  // The application asks the person once for its own token.
  const [popup] = await Promise.all([page.waitForEvent('popup'), buy.click()])
  await agreeIfAsked(popup)
  const dialog = page.getByRole('dialog', { name: 'Payment to sells inside' })
  const checkout = dialog.frameLocator('iframe')
  await expect(checkout.getByText('Ten extra reports').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(application.getByText('failed: The payment was closed before it was made.')).toBeVisible()

  // After the person has closed the dialog, a notice asks them.
  const notice = page.getByRole('status').filter({ hasText: 'sells inside asks for a payment.' })
  const asks = async () => {
    await buy.click()
    await expect(notice).toBeVisible()
    await expect(dialog).toHaveCount(0)
  }
  // The notice is above the application, and covers nothing of it.
  await asks()
  const [bar, frame] = await Promise.all([notice.boundingBox(), page.locator('iframe[title="sells inside"]').boundingBox()])
  expect(bar && bar.y + bar.height).toBeLessThanOrEqual(frame?.y ?? 0)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(notice).toHaveCount(0)
  await expect(application.getByText('failed: The payment was closed before it was made.')).toHaveCount(2)

  const again = async () => {
    await asks()
    await page.getByRole('button', { name: 'Show payment' }).click()
  }
  await again()
  await checkout
    .getByRole('button', { name: /^Decline/ })
    .first()
    .click()
  await expect(application.getByText(/^declined /)).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await again()
  await checkout.getByRole('button', { name: /^(?:Pay \$|Accept)/ }).click()
  await expect(application.getByText(/^accepted /)).toBeVisible()
  await expect(application.getByText(/^activated /)).toBeVisible({ timeout: 30_000 })
})
