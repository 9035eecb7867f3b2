import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIRequestContext, Frame, Page } from '@playwright/test'
import { expect, test } from './test.ts'

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

export const accountMenu = (page: Page) => page.locator('header summary', { hasText: /^Account/ })

/** Signs in with the header's link on the current page. */
export const signIn = async (page: Page, email: string): Promise<void> => {
  await signInByPopup(page, email, () => page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click())
  await expect(accountMenu(page)).toBeVisible()
}

export const tokenOf = (page: Page | Frame): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('access_token'))

/** Uninstalls the application, so that the next test can install it. */
export const uninstall = async (request: APIRequestContext, token: string | null, slug: string): Promise<void> => {
  const { id } = (await (await request.get(`/api/v2/applications/${slug}/published`)).json()) as { id: string }
  await request.delete(`/api/v2/applications/${id}/install`, { headers: { authorization: `Bearer ${token}` } })
}

const beside = (baseURL: string | undefined) => ({
  cwd: import.meta.dirname,
  env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, PORT: new URL(baseURL ?? '').port },
})

/** Suspends a person in every product, or ends the suspension, as an administrator of the host product does. */
export const suspend = async (baseURL: string | undefined, email: string, suspended: boolean): Promise<void> => {
  await promisify(execFile)(process.execPath, ['suspend.ts', email, String(suspended)], beside(baseURL))
}

/** Changes something beside the running server that a test could otherwise only wait for: see beside-server.ts. */
export const happen = async (baseURL: string | undefined, ...what: readonly string[]): Promise<void> => {
  await promisify(execFile)(process.execPath, ['beside-server.ts', ...what], beside(baseURL))
}

export type OwnPeople = { name: string; owner: string; viceOwner: string }

/**
 * Creates an organization without a card for this try of a test, and returns its name and the addresses of its people. Each try gets a
 * new one, so that purchases of an earlier try do not interfere.
 */
export const makeOrganization = async (baseURL: string | undefined, begin: string): Promise<OwnPeople> => {
  const { retry, repeatEachIndex, testId } = test.info()
  const name = [begin, testId.slice(-6), retry, repeatEachIndex].join('-')
  await happen(baseURL, 'organization', name)
  return { name, owner: `owner@${name}.test`, viceOwner: `viceowner@${name}.test` }
}

/** Imports lines beside the running server, which shows them within a second. */
export const importLines = async (baseURL: string | undefined, lines: readonly object[]): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-e2e-import-'))
  try {
    await writeFile(join(folder, 'lines.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['../apps/server/src/cli/import.ts', join(folder, 'lines.jsonl')],
      beside(baseURL),
    )
    // A refused line does not fail the import, so a test that waits for its application would not learn the reason.
    expect(stdout).toContain(', 0 refused')
  } finally {
    await rm(folder, { recursive: true })
  }
}
