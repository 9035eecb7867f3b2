import { createHash, randomBytes } from 'node:crypto'
import { SESSION_CLIENT_ID, STATE_LENGTH, TOKEN_KEY, VERIFIER_LENGTH } from '@marketplace/contracts/accounts/session'
import type { APIRequestContext, Frame, Page } from '@playwright/test'
import { expect, hydrated, test } from './test.ts'

export const PASSWORD = 'marketplace'

/** The address of the accounts server of the same demo. */
export const accountsUrl = (baseURL: string | undefined): string => {
  const url = new URL(baseURL ?? '')
  return `${url.protocol}//${url.hostname}:${Number(url.port) + 1}`
}

/** Fills in the accounts server's form, in a page or a window. */
export const fillIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).first().click()
}

/** Runs `open`, which opens the sign-in window, and signs in there. */
export const signInByPopup = async (page: Page, email: string, open: () => Promise<void>): Promise<void> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), open()])
  await fillIn(popup, email)
}

/** Reads the mail that the demo shows instead of sending it, and follows its link. */
export const followMail = async (page: Page, link: string): Promise<void> => {
  await page.getByRole('link', { name: 'Read the mail here' }).click()
  const [mail, again] = [page.getByRole('link', { name: link, exact: true }), page.getByRole('link', { name: 'Look again' })]
  for (let count = 0; count < 60 && !(await mail.isVisible()); count++) {
    if (await again.isVisible()) await again.click()
    await expect(mail.or(again)).toBeVisible()
  }
  await mail.click()
}

/** Creates an account with the form, the mail and the form where it leads. It owns an organization without other members and without a card. */
export const signUp = async (
  page: Page,
  baseURL: string | undefined,
  { name, email, organization, password }: { name: string; email: string; organization: string; password: string },
): Promise<void> => {
  const query = new URLSearchParams({
    client_id: 'demo-js-client',
    redirect_uri: `http://localhost:${Number(new URL(baseURL ?? '').port) + 3}/`,
    response_type: 'token',
  })
  await page.goto(`${accountsUrl(baseURL)}/signup?${query}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await followMail(page, 'Complete your account')
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Organization').fill(organization)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Complete the account' }).click()
  await expect(page).toHaveTitle(/asks for access/)
}

/** Lower-case letters and digits, as in the state and the verifier of a sign-in. */
const randomText = (length: number): string => randomBytes(length).toString('hex').slice(0, length)

/**
 * Signs in with the requests that the sign-in form sends, without opening the form. The browser then has the accounts server's session, and
 * the cookie from which a new page takes its token. Tests that are not about signing in use this.
 */
export const beSignedIn = async (page: Page, email: string): Promise<void> => {
  const { baseURL } = test.info().project.use
  const [accounts, redirectUri, verifier] = [accountsUrl(baseURL), `${baseURL}/sign-in/`, randomText(VERIFIER_LENGTH)]
  const query = new URLSearchParams({
    client_id: SESSION_CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomText(STATE_LENGTH),
    prompt: 'login',
  })
  // The redirects are not followed: the last one leads to a page of the site, and only its code is needed.
  const signedIn = await page.request.post(`${accounts}/signin?${query}`, {
    form: { email, password: PASSWORD },
    maxRedirects: 0,
  })
  const next = new URL(signedIn.headers()['location'] ?? '', accounts).href
  const answer = await page.request.get(next, { maxRedirects: 0 })
  const code = new URL(answer.headers()['location'] ?? '', accounts).searchParams.get('code')
  expect(code, `${signedIn.status()} ${next} ${answer.status()}`).toBeTruthy()
  const exchanged = await page.request.post(`${accounts}/v2/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: SESSION_CLIENT_ID,
      redirect_uri: redirectUri,
      code: code ?? '',
      code_verifier: verifier,
    },
  })
  const { access_token: token } = (await exchanged.json()) as { access_token: string }
  await page.context().addCookies([{ name: TOKEN_KEY, value: encodeURIComponent(token), url: baseURL ?? '', sameSite: 'Strict' }])
}

export const accountMenu = (page: Page) => page.locator('header summary', { hasText: /^Account/ })

/** Signs in with the header's link on the current page. */
export const signIn = async (page: Page, email: string): Promise<void> => {
  await signInByPopup(page, email, () => page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click())
  await expect(accountMenu(page)).toBeVisible()
}

/** Signs in by requests, and opens the page at `path`. */
export const openAs = async (page: Page, email: string, path = '/sign-in/'): Promise<void> => {
  await beSignedIn(page, email)
  await page.goto(path)
  await hydrated(page)
  await expect(accountMenu(page)).toBeVisible()
}

export const tokenOf = (page: Page | Frame): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('access_token'))

/** Uninstalls the application, so that the next test can install it. */
export const uninstall = async (request: APIRequestContext, token: string | null, slug: string): Promise<void> => {
  const { id } = (await (await request.get(`/api/v2/applications/${slug}/published`)).json()) as { id: string }
  await request.delete(`/api/v2/applications/${id}/install`, { headers: { authorization: `Bearer ${token}` } })
}
