// "Your account": the pages where people see and change their own data, with scripts and without, on a phone and in the dark theme.
import type { Page } from '@playwright/test'
import { accountMenu, accountsUrl, fillIn, followMail, signIn, signUp } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, hydrated, test } from './test.ts'

// A refused form is answered with a 4xx status, which the browser logs in its console.
test.use({ expected: { messages: [/status of 4\d\d/] } })

const openNewAccount = async (page: Page, baseURL: string | undefined, email: string, password: string) => {
  await signUp(page, baseURL, { name: 'Rita Reset', email, organization: 'Resets', password })
  await page.goto(`${accountsUrl(baseURL)}/account`)
  await expect(page).toHaveTitle(/^Your account/)
}

test('axe finds nothing, and it fits, in both themes', async ({ page, baseURL, browser }) => {
  const email = `rita-${Date.now()}@resets.test`
  await page.goto(`${accountsUrl(baseURL)}/account`)
  await expectSound(page, 'sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectSound(page, 'forgot')
  await openNewAccount(page, baseURL, email, 'a lovely long password')
  const elsewhere = await browser.newPage()
  await elsewhere.goto(`${accountsUrl(baseURL)}/account`)
  await elsewhere.getByLabel('E-mail').fill(email)
  await elsewhere.getByLabel('Password').fill('a lovely long password')
  await elsewhere.getByRole('button', { name: 'Sign in' }).click()
  await expect(elsewhere).toHaveTitle(/^Your account/)
  await elsewhere.close()
  await page.goto(`${accountsUrl(baseURL)}/account`)
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeVisible()
  await expectSound(page, 'account')
  await page.getByLabel('Current password').fill('wrong password')
  await page.getByLabel('New password').fill('Password1')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await expectSound(page, 'account-wrong')
})

test('the account menu of the storefront leads there', async ({ page, baseURL }) => {
  await page.goto('/apps/')
  await hydrated(page)
  await signIn(page, 'viewer@acme.test')
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page).toHaveURL(`${accountsUrl(baseURL)}/account`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
  await expect(page.getByRole('main')).toContainText('viewer@acme.test')
})

test('an application is taken back', async ({ page, baseURL }) => {
  const port = Number(new URL(baseURL ?? '').port)
  const query = new URLSearchParams({
    client_id: 'demo-js-client',
    redirect_uri: `http://localhost:${port + 3}/`,
    response_type: 'token',
    prompt: 'consent',
  })
  await page.goto(`${accountsUrl(baseURL)}/?${query}`)
  await fillIn(page, 'owner@initech.test')
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  // The sample applications answer at that port with a line of text.
  await expect(page).toHaveURL((url) => url.port === String(port + 3) && url.hash.includes('access_token='))
  await page.goto(`${accountsUrl(baseURL)}/account`)
  await expect(page.getByRole('main')).toContainText('Demo application in Initech')
  await page.getByRole('button', { name: /^Take back the access of Demo application/ }).click()
  await expect(page.getByRole('status')).toHaveText('The application has no more access.')
  await expect(page.getByRole('main')).toContainText('You have not allowed any application')
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a person signs out on a page of the accounts server', async ({ page, baseURL }) => {
      await openNewAccount(page, baseURL, `rita-out-${javaScriptEnabled}-${Date.now()}@resets.test`, 'a lovely long password')
      await page.getByRole('link', { name: 'Set up a second step' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByRole('status')).toHaveText('You are signed out.')
      await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
      await page.goto(`${accountsUrl(baseURL)}/account`)
      await expect(page).toHaveTitle(/^Sign in/)
    })

    test('a person changes the password, forgets it, and sets another by the mailed link', async ({ page, baseURL }) => {
      const email = `rita-${javaScriptEnabled}-${Date.now()}@resets.test`
      await openNewAccount(page, baseURL, email, 'a lovely long password')
      await page.getByLabel('Current password').fill('a lovely long password')
      await page.getByLabel('New password').fill('an even longer password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByRole('status')).toContainText('Your password was changed.')
      await page.goto(`${accountsUrl(baseURL)}/forgot`)
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Send the link' }).click()
      await followMail(page, 'Set a new password')
      await page.getByLabel('New password').fill('the third long password')
      await page.getByRole('button', { name: 'Set the password' }).click()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill('the third long password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveTitle(/^Your account/)
    })
  })
}
