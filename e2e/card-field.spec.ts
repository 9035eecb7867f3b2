// The sandbox's card field and its bank's page, in a page of another origin with a checkout's content security policy.
import type { Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { type Sandbox, startSandbox } from '../apps/payments-sandbox/test/start-sandbox.ts'
import { answerBank, bank, leaveBank } from './buying.ts'
import { axeFindings, savePicture, settle } from './sound.ts'
import { expect, test } from './test.ts'

// A declined card is answered with 402, which the browser logs in its console.
test.use({ expected: { messages: [/status of 402/] } })

let folder: string
let sandbox: Sandbox
let shop: Server
let address: string

/** Acts as the shop's server: creates the payment with the card that the browser names. */
const pay = async (card: string): Promise<string> => {
  const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SANDBOX_KEYS.secret}` },
    body: new URLSearchParams({
      amount: '4200',
      currency: 'usd',
      capture_method: 'manual',
      confirm: 'true',
      payment_method: card,
      use_stripe_sdk: 'true',
    }),
  })
  const { error, status, client_secret: clientSecret } = (await response.json()) as Record<string, unknown>
  return JSON.stringify({ status, clientSecret, error: (error as { message?: string } | undefined)?.message })
}

const pageOf = (theme: string) => `<!doctype html><html lang="en"><title>A shop</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/shop.css"><body class="${theme}"><main><h1>Pay</h1>
<form><div id="card"></div><button>Pay $42.00</button></form><p role="status"></p></main>
<script src="${sandbox.url.replace('127.0.0.1', 'localhost')}/elements.js"></script><script src="/shop.js" data-theme="${theme}"></script>`

const SCRIPT = `
const stripe = Stripe('${SANDBOX_KEYS.publishable}')
const theme = document.currentScript.dataset.theme
const elements = stripe.elements({ appearance: { theme } })
const card = elements.create('card')
card.on('ready', () => document.body.setAttribute('data-ready', ''))
card.mount('#card')
const say = (text) => { document.querySelector('[role=status]').textContent = text }
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  say('…')
  const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card })
  if (error) return say('Not entered: ' + error.message)
  const paid = await (await fetch('/pay', { method: 'POST', body: paymentMethod.id })).json()
  if (paid.error) return say('Declined: ' + paid.error)
  if (paid.status !== 'requires_action') return say('Paid: ' + paid.status)
  const after = await stripe.handleNextAction({ clientSecret: paid.clientSecret })
  say(after.error ? 'Failed: ' + after.error.message : 'After the bank: ' + after.paymentIntent.status)
})`

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  shop = createServer((request, response) => {
    const send = (type: string, text: string) => response.writeHead(200, { 'content-type': type }).end(text)
    if (request.url === '/shop.js') return send('text/javascript', SCRIPT)
    if (request.url === '/shop.css')
      return send(
        'text/css',
        '*{margin:0}body{margin:16px;font-family:sans-serif}.night{background:#17181b;color:#fff}#card{min-height:212px}',
      )
    if (request.url === '/pay') {
      let card = ''
      request.on('data', (chunk) => (card += String(chunk)))
      return request.on('end', () => void pay(card).then((answer) => send('application/json', answer)))
    }
    const own = sandbox.url.replace('127.0.0.1', 'localhost')
    // The sandbox's frames get a process of their own, as they have in a shop of another site.
    response.setHeader('origin-agent-cluster', '?1')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${own}; style-src 'self'; img-src data:; connect-src 'self' ${own}; frame-src ${own}; base-uri 'none'`,
    )
    return send('text/html', pageOf(request.url === '/night' ? 'night' : 'stripe'))
  })
  await new Promise<void>((resolve) => shop.listen(0, 'localhost', resolve))
  address = `http://localhost:${(shop.address() as AddressInfo).port}`
  sandbox = await startSandbox({ dataDir: folder, shop: address })
})
test.afterAll(async () => {
  await sandbox.stop()
  shop.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async (page: Page, path = '/') => {
  await page.goto(address + path)
  await expect(page.locator('body')).toHaveAttribute('data-ready', '')
}
const field = (page: Page) => page.frameLocator('iframe[title="Card details"]')

/** Types with Tab between the fields, without a mouse. */
const typeCard = async (page: Page, number: string) => {
  await page.keyboard.press('Tab')
  await expect(field(page).getByLabel('Card number')).toBeFocused()
  await page.keyboard.type(number)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1240')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
}

test('a card is entered and paid with by keyboard alone, and its number goes to the sandbox only', async ({ page }) => {
  const seen: { url: string; body: string }[] = []
  page.on('request', (request) => seen.push({ url: request.url(), body: request.postData() ?? '' }))
  await open(page)
  await typeCard(page, '4242424242424242')
  await expect(field(page).getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(field(page).getByLabel('Expiration')).toHaveValue('12 / 40')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pay $42.00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Paid: requires_capture')
  const withNumber = seen.filter(({ url, body }) => `${url} ${decodeURIComponent(body)}`.includes('4242424242424242'))
  expect(withNumber.map(({ url }) => new URL(url).origin)).toEqual([sandbox.url.replace('127.0.0.1', 'localhost')])
})

for (const filled of ['1240', '12/40', '12/2040'])
  test(`an expiration that the browser fills in as ${filled} is understood`, async ({ page }) => {
    await open(page)
    await typeCard(page, '4242424242424242')
    // Without an event, as before the field's script has started.
    await field(page)
      .getByLabel('Expiration')
      .evaluate((input: HTMLInputElement, text) => (input.value = text), filled)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText('Paid: requires_capture')
  })

test('Enter in the card field pays, as in any form', async ({ page }) => {
  await open(page)
  await typeCard(page, '5555555555554444')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Paid: requires_capture')
})

test('a fault is shown at its field, which gets the focus', async ({ page }) => {
  await open(page)
  await typeCard(page, '4242424242424241')
  await page.keyboard.press('Enter')
  const number = field(page).getByLabel('Card number')
  await expect(number).toBeFocused()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toHaveAccessibleDescription(/Your card number is incorrect\./)
  await page.keyboard.press('Backspace')
  await expect(number).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('Not entered')
})

test('faults leave what is below the field where it is, so that a press on the button meets it', async ({ page }) => {
  for (const width of [390, 768, 1376]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    const top = async () => (await page.getByRole('button', { name: 'Pay $42.00' }).boundingBox())?.y
    // The frame has told its height when its content fits into it.
    await expect
      .poll(() =>
        field(page)
          .locator('html')
          .evaluate((html: HTMLElement) => html.offsetHeight - innerHeight),
      )
      .toBe(0)
    const before = await top()
    for (const [label, part] of [
      ['Card number', '4242'],
      ['Expiration', '1'],
      ['Security code', '1'],
    ] as const) {
      await field(page).getByLabel(label).fill(part)
      await field(page).getByLabel(label).blur()
    }
    for (const text of ['Enter the whole card number.', 'Enter month and year.', 'Enter the security code.'])
      await expect(field(page).getByText(text)).toBeVisible()
    await settle(page)
    expect(await top(), `at ${width} px`).toBe(before)
    await savePicture(page, `faults-${width}`)
  }
})

test('a declined card says why', async ({ page }) => {
  await open(page)
  await typeCard(page, '4000000000009995')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Declined: Your card has insufficient funds.')
})

test('3-D Secure is completed by keyboard, and the focus comes back', async ({ page }) => {
  await open(page)
  await typeCard(page, '4000002760003184')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(bank(page).getByRole('heading', { name: 'Confirm it is you' })).toBeFocused()
  await expect(bank(page).getByText('$42.00')).toBeVisible()
  // The shop's page knows that the focus is in its frame. If it does not, keys may reach neither page.
  expect(await page.evaluate(() => document.hasFocus())).toBe(true)
  await page.keyboard.press('Tab')
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('After the bank: requires_capture')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pay $42.00' })).toBeFocused()
})

test('3-D Secure fails, and the shop says so', async ({ page }) => {
  await open(page)
  await typeCard(page, '4000002760003184')
  await page.keyboard.press('Enter')
  await answerBank(page, 'Fail')
  await expect(page.getByRole('status')).toContainText('Failed: We are unable to authenticate your payment method.')
})

for (const way of ['Escape', 'Decide later'] as const) {
  test(`3-D Secure is put off with ${way}, and still waits`, async ({ page }) => {
    await open(page)
    await typeCard(page, '4000002760003184')
    await page.keyboard.press('Enter')
    await expect(bank(page).getByRole('heading', { name: 'Confirm it is you' })).toBeFocused()
    if (way === 'Escape') await leaveBank(page)
    else await answerBank(page, way)
    await expect(page.getByRole('status')).toHaveText('After the bank: requires_action')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing, and it fits, in the ${theme}`, async ({ page }) => {
    await open(page, theme === 'dark' ? '/night' : '/')
    const look = async (what: string) => {
      for (const width of [390, 768, 1376]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await savePicture(page, `${what}-${width}-${theme}`)
      }
      expect(await axeFindings(page), what).toEqual([])
    }
    await look('card')
    await typeCard(page, '4242424242424241')
    await page.keyboard.press('Enter')
    await expect(field(page).getByText('Your card number is incorrect.')).toBeVisible()
    await look('wrong')
    await field(page).getByLabel('Card number').fill('4000002760003184')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeVisible()
    await look('challenge')
    // The shop's style sheet takes the margins of all elements, as many do; the bank's question is in the middle all the same.
    const box = await page.getByRole('dialog').boundingBox()
    const window = page.viewportSize()
    if (!box || !window) throw new Error('no dialog, or no window')
    expect(Math.abs(box.x + box.width / 2 - window.width / 2)).toBeLessThanOrEqual(1)
    expect(Math.abs(box.y + box.height / 2 - window.height / 2)).toBeLessThanOrEqual(1)
  })
}

test('a page of another origin cannot frame the card field, nor hear what is in it', async ({ page, expected }) => {
  expected.messages.push(/frame-ancestors|Framing/)
  const stranger = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><title>Stranger</title><link rel="icon" href="data:,"><iframe src="${sandbox.url}/card-field"></iframe>`,
      ),
  )
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`)
  await expect(page.frameLocator('iframe').getByLabel('Card number')).toHaveCount(0)
  stranger.close()
})
