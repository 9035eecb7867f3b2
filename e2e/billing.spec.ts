// An organization's card, entered at the payment provider that the server has started, and its billing address.
import type { Page } from '@playwright/test'
import { makeOrganization } from './beside.ts'
import { answerBank } from './buying.ts'
import { openAs } from './people.ts'
import { expect, test } from './test.ts'

// A declined card is answered with 402 and 422, which the browser logs in its console.
test.use({ expected: { messages: [/status of 4(?:02|22)/] } })

const main = (page: Page) => page.getByRole('main')
const field = (page: Page) => page.frameLocator('iframe[title="Card details"]')

test.setTimeout(60_000)

const open = async (page: Page, who: string) => {
  await openAs(page, who, '/billing/?view=payment')
}
const enter = async (page: Page, number: string) => {
  await field(page).getByLabel('Card number').fill(number)
  await field(page).getByLabel('Expiration').fill('12 / 40')
  await field(page).getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Save the card' }).click()
}

test('the demo’s Acme has a card and an address', async ({ page }) => {
  await open(page, 'viceowner@acme.test')
  await expect(main(page)).toContainText('4242')
  await expect(main(page)).toContainText('75201 Dallas TX')
})

test('a card is added, confirmed with its bank and replaced, and its number goes to the provider only', async ({ page }) => {
  const seen: { origin: string; text: string }[] = []
  page.on('request', (request) =>
    seen.push({
      origin: new URL(request.url()).origin,
      text: decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`),
    }),
  )
  await open(page, (await makeOrganization('billing')).owner)
  await page.getByRole('button', { name: 'Add a card' }).click()
  await enter(page, '4000002760003184')
  await answerBank(page)
  await expect(main(page)).toContainText('3184')
  await page.getByRole('button', { name: 'Replace the card' }).click()
  await enter(page, '4000000000000002')
  await expect(page.getByRole('alert')).toBeVisible()
  await enter(page, '5555555555554444')
  await expect(main(page)).toContainText('4444')
  await page.reload()
  await expect(main(page)).toContainText('4444')
  const own = new URL(page.url()).origin
  const withNumber = seen.filter(({ text }) => /4000002760003184|5555555555554444/.test(text.replaceAll(' ', '')))
  expect(withNumber.length).toBeGreaterThan(0)
  expect(withNumber.filter(({ origin }) => origin === own)).toEqual([])
})
