// The accounts server's own pages as people use them: with a keyboard, without scripts, on a phone, in the dark theme.
import type { Page } from '@playwright/test'
import { followMail } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

// A refused form is answered with a 4xx status, which the browser logs in its console.
test.use({ expected: { messages: [/status of 4\d\d/] } })

const accountsOf = (baseURL: string | undefined) => `http://localhost:${Number(new URL(baseURL ?? '').port) + 1}`
const query = (baseURL: string | undefined, more: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: 'demo-js-client',
    redirect_uri: `http://localhost:${Number(new URL(baseURL ?? '').port) + 3}/`,
    response_type: 'token',
    flow: 'button',
    ...more,
  }).toString()

/** Whether the browser is back at the application; the sample applications answer with a line of text. */
const isAt = (app: string) => (url: URL) => url.href.startsWith(app)

const signIn = async (page: Page, email: string, password = 'marketplace') => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

type Kind = { kind: string; title: string; open: (page: Page, accounts: string, baseURL: string | undefined) => Promise<unknown> }
const at =
  (path: string, more: Record<string, string> = {}) =>
  (page: Page, accounts: string, baseURL: string | undefined) =>
    page.goto(`${accounts}${path}?${query(baseURL, { flow: '', ...more })}`)

let mails = 0
/** Signs up with a new e-mail. */
const askForMail: Kind['open'] = async (page, accounts, baseURL) => {
  await at('/signup')(page, accounts, baseURL)
  await page.getByLabel('E-mail').fill(`mail-${Date.now()}-${++mails}@keys.test`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveTitle(/^Look into your mail/)
}

const PAGES: readonly Kind[] = [
  { kind: 'sign-in', title: 'Sign in', open: at('/') },
  {
    kind: 'sign-in with a wrong password',
    title: 'Sign in',
    open: async (page, ...given) => {
      await at('/')(page, ...given)
      await signIn(page, 'nobody@acme.test', 'wrong password')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { kind: 'sign-up', title: 'Create an account', open: at('/signup') },
  {
    kind: 'sign-up with faults',
    title: 'Create an account',
    open: async (page, ...given) => {
      await at('/signup')(page, ...given)
      await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''))
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText('This is no e-mail address')).toBeVisible()
    },
  },
  {
    kind: 'the page after the sign-up',
    title: 'Look into your mail',
    open: (page, ...given) => askForMail(page, ...given),
  },
  {
    kind: 'the mailed link of a sign-up',
    title: 'Complete your account',
    open: async (page, ...given) => {
      await askForMail(page, ...given)
      await followMail(page, 'Complete your account')
    },
  },
  {
    kind: 'the mailed link of a sign-up, with faults',
    title: 'Complete your account',
    open: async (page, ...given) => {
      await askForMail(page, ...given)
      await followMail(page, 'Complete your account')
      await page.getByLabel('Password').fill('Password1')
      await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''))
      await page.getByRole('button', { name: 'Complete the account' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    kind: 'consent',
    title: 'Demo application asks for access',
    open: async (page, ...given) => {
      await at('/', { prompt: 'consent' })(page, ...given)
      await signIn(page, 'owner@acme.test')
      await expect(page.getByRole('button', { name: 'Agree and continue' })).toBeVisible()
    },
  },
  {
    kind: 'the choice of an account',
    title: 'Choose an account',
    open: async (page, accounts, baseURL) => {
      await at('/', { prompt: 'consent' })(page, accounts, baseURL)
      await signIn(page, 'viceowner@acme.test')
      await expect(page).toHaveTitle(/asks for access/)
      await at('/signin')(page, accounts, baseURL)
    },
  },
  { kind: 'an unknown client', title: 'We do not know this application', open: at('/', { client_id: 'nobody' }) },
  {
    kind: 'an address of others',
    title: 'This request to sign in is not valid',
    open: at('/', { redirect_uri: 'http://evil.test/' }),
  },
  {
    kind: 'a wrong response type',
    title: 'This application asks for a response type that it may not use',
    open: at('/', { response_type: 'id_token' }),
  },
  { kind: 'nothing at an address', title: 'There is nothing here', open: at('/nothing') },
]

for (const { kind, title, open } of PAGES)
  test(`${kind}: axe finds nothing, and it fits, in both themes`, async ({ page, baseURL }) => {
    await open(page, accountsOf(baseURL), baseURL)
    await expect(page).toHaveTitle(`${title} | Marketplace`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectSound(page, kind)
  })

test('no page can frame a page with a form', async ({ page, baseURL }) => {
  for (const path of ['/', '/signup', '/signin']) {
    const answer = await page.request.get(`${accountsOf(baseURL)}${path}?${query(baseURL)}`)
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers()['x-frame-options']).toBe('DENY')
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a person signs up, agrees, and is sent to the application, by keyboard alone', async ({ page, baseURL }) => {
    const app = `http://localhost:${Number(new URL(baseURL ?? '').port) + 3}/`
    await page.goto(`${accountsOf(baseURL)}/?${query(baseURL, { flow: '', state: 'by-keyboard' })}`)
    await page.getByRole('link', { name: 'Create an account' }).press('Enter')
    await expect(page).toHaveTitle(/^Create an account/)
    // The first field has the focus at the start.
    await page.keyboard.type(`kay-${Date.now()}@keys.test`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/^Look into your mail/)
    await followMail(page, 'Complete your account')
    await expect(page).toHaveTitle(/^Complete your account/)
    await page.keyboard.type('Kay Board')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Keys')
    await page.keyboard.press('Tab')
    await page.keyboard.type('a long password')
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/asks for access/)
    for (const text of ['Kay Board', 'Keys', 'Start, change and cancel the subscriptions', new URL(app).origin])
      await expect(page.getByRole('main')).toContainText(text)
    await page.getByRole('button').first().press('Enter')
    await expect(page).toHaveURL(isAt(app))
    expect(Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)))).toMatchObject({
      access_token: expect.stringMatching(/^dal:/),
      state: 'by-keyboard',
    })
  })
})

test('the second button refuses, and the application hears it', async ({ page, baseURL }) => {
  const app = `http://localhost:${Number(new URL(baseURL ?? '').port) + 3}/`
  await page.goto(`${accountsOf(baseURL)}/?${query(baseURL, { flow: '', prompt: 'consent', state: 's' })}`)
  await signIn(page, 'reseller@partner.test')
  await page.getByRole('button', { name: 'Do not agree' }).click()
  await expect(page).toHaveURL(isAt(app))
  expect(new URL(page.url()).hash).toBe('#error=access_denied&state=s')
})

test('a fourth redirect in a row stops at a page with a way on', async ({ page, baseURL }) => {
  const app = `http://localhost:${Number(new URL(baseURL ?? '').port) + 3}/`
  const address = `${accountsOf(baseURL)}/?${query(baseURL, { flow: '' })}`
  await page.goto(address)
  await signIn(page, 'agent@acme.test')
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(page).toHaveURL(({ href }) => href.startsWith(app))
  for (let count = 0; count < 2; count++) await page.request.get(address, { maxRedirects: 0 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You were sent here and back too often')
  await expect(page.getByRole('link', { name: 'Back to Demo application' })).toHaveAttribute('href', app)
})
