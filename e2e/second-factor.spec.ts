// The second step at sign-in, in a real browser: an authenticator app, recovery codes and passkeys, with scripts and without.
import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { happen } from './beside.ts'
import { accountsUrl, signUp } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

// A refused form is answered with a 4xx status, which the browser logs in its console.
test.use({ expected: { messages: [/status of 4\d\d/] } })

const PASSWORD = 'a lovely long password'
let people = 0

/** Creates an account, and opens its page. */
const openNewAccount = async (page: Page, baseURL: string | undefined): Promise<string> => {
  const email = `sam-${Date.now()}-${++people}-${Math.floor(performance.now())}@second.test`
  await signUp(page, baseURL, { name: 'Sam Second', email, organization: 'Seconds', password: PASSWORD })
  await page.goto(`${accountsUrl(baseURL)}/account`)
  return email
}

const signIn = async (page: Page, baseURL: string | undefined, email: string) => {
  await page.context().clearCookies()
  await page.goto(`${accountsUrl(baseURL)}/account`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** An independent implementation of RFC 6238: the code that the person's app shows `steps` steps from now. */
const codeOf = (secret: string, steps = 0): string => {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', key).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const setUpApp = async (page: Page) => {
  await page.getByRole('link', { name: 'Set up a second step' }).click()
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await expect(page.getByRole('img', { name: 'The key below, as a picture to scan' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  return { secret, turnOn: () => page.getByRole('button', { name: 'Turn it on' }).click() }
}

/** Adds a passkey of the device itself, which unlocks without asking. */
const addAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a person sets up an authenticator app, signs in with it and with a recovery code, and removes it', async ({
      page,
      baseURL,
    }) => {
      const email = await openNewAccount(page, baseURL)
      const { secret, turnOn } = await setUpApp(page)
      await page.getByRole('textbox', { name: 'Code' }).fill('000000')
      await turnOn()
      await expect(page.getByText('This code does not fit.')).toBeVisible()
      await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
      await turnOn()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your recovery codes')
      const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
      expect(codes).toHaveLength(10)
      await page.getByRole('link', { name: 'I have kept them' }).click()
      await expect(page.getByRole('main')).toContainText('10 of 10 are left.')

      await signIn(page, baseURL, email)
      // The code of the next step, because the code that turned the app on is used up.
      await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveTitle(/^Your account/)

      await signIn(page, baseURL, email)
      await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('main')).toContainText('On. 9 recovery codes are left.')
      await signIn(page, baseURL, email)
      await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('This code is wrong, or was used already.')).toBeVisible()
      await page.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '')
      await page.getByRole('button', { name: 'Sign in' }).click()

      await page.getByRole('link', { name: 'Change the second step' }).click()
      await happen('typed-earlier', email, '11')
      await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is it you?')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByLabel('Code').fill('000000')
      await page.getByRole('button', { name: 'Continue' }).click()
      // The password was right, and is not asked for again.
      await expect(page.getByText('This code is wrong, or was used already.')).toBeVisible()
      await expect(page.getByLabel('Password')).toHaveCount(0)
      await page.getByLabel('Code').fill(codes[2] ?? '')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('status')).toHaveText('It was removed.')
    })
  })
}

test('a person adds a passkey, and signs in with it alone and after the password', async ({ page, baseURL }) => {
  const email = await openNewAccount(page, baseURL)
  const verify = await addAuthenticator(page)
  await page.getByRole('link', { name: 'Set up a second step' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('My laptop')
  await page.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your recovery codes')
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('My laptop')

  await page.context().clearCookies()
  await page.goto(`${accountsUrl(baseURL)}/account`)
  await verify(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Nothing was used.')).toBeVisible()
  await verify(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveTitle(/^Your account/)
  await expect(page.getByRole('main')).toContainText(email)

  await signIn(page, baseURL, email)
  await expect(page.getByLabel('Recovery code')).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveTitle(/^Your account/)

  // The same device cannot be added twice. It answers who it is before.
  await page.getByRole('link', { name: 'Change the second step' }).click()
  await happen('typed-earlier', email, '11')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is it you?')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a passkey')
  await page.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(page.getByText('This device has a passkey for this account already.')).toBeVisible()
})

test('a sign-in with a passkey for an application leads to its consent page', async ({ page, baseURL }) => {
  const email = await openNewAccount(page, baseURL)
  await addAuthenticator(page)
  await page.getByRole('link', { name: 'Set up a second step' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your recovery codes')
  await page.context().clearCookies()
  const query = new URLSearchParams({
    client_id: 'demo-js-client',
    redirect_uri: `http://localhost:${Number(new URL(baseURL ?? '').port) + 3}/`,
    response_type: 'token',
    flow: 'button',
    prompt: 'consent',
  })
  await page.goto(`${accountsUrl(baseURL)}/?${query}`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveTitle(/asks for access/)
  await expect(page.getByRole('main')).toContainText(email)
})

test('an owner requires a second factor in the organization, and after removing their own is asked to set one up', async ({
  page,
  baseURL,
}) => {
  await openNewAccount(page, baseURL)
  const { secret, turnOn } = await setUpApp(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await turnOn()
  await page.goto(`${accountsUrl(baseURL)}/account`)
  await page.getByRole('button', { name: 'Require a second step in Seconds' }).click()
  await expect(page.getByRole('status')).toHaveText('A second step is required from now on.')
  await expectSound(page, 'required')
  await page.getByRole('link', { name: 'Change the second step' }).click()
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  const query = new URLSearchParams({
    client_id: 'demo-js-client',
    redirect_uri: `http://localhost:${Number(new URL(baseURL ?? '').port) + 3}/`,
    response_type: 'token',
  })
  await page.goto(`${accountsUrl(baseURL)}/?${query}`)
  await expect(page.getByText('Set one up here to go on.')).toBeVisible()
  await expectSound(page, 'asked')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const another = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(another))
  await turnOn()
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await expect(page).toHaveTitle(/asks for access/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('no passkey is offered', async ({ page, baseURL }) => {
    await page.goto(`${accountsUrl(baseURL)}/account`)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeHidden()
    await openNewAccount(page, baseURL)
    await page.goto(`${accountsUrl(baseURL)}/account/second-factor`)
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden()
    await expect(page.getByText('This browser adds no passkeys')).toBeVisible()
  })
})

test('axe finds no problem, and every page fits the window, in both themes', async ({ page, baseURL }) => {
  const email = await openNewAccount(page, baseURL)
  await addAuthenticator(page)
  await expectSound(page, 'account')
  const { secret, turnOn } = await setUpApp(page)
  await expectSound(page, 'app')
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await turnOn()
  await expectSound(page, 'codes')
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expectSound(page, 'passkey')
  await page.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(page.getByRole('status')).toHaveText(/It was added/)
  await expectSound(page, 'second-factor')
  await happen('typed-earlier', email, '11')
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await expectSound(page, 'is-it-you')
  await signIn(page, baseURL, email)
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await expectSound(page, 'step')
})
