import type { Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostPort } from './ports.ts'
import { happen, makeOrganization } from './beside.ts'
import { accountMenu, accountsUrl, fillIn, signIn, signInByPopup, tokenOf, openAs } from './people.ts'
import { expect, hydrated, isMarked, markDocument, test } from './test.ts'

// A refused token or an unreachable server, which the browser logs in its console.
test.use({ expected: { messages: [/Failed to load resource/] } })

const signInLink = 'Sign in'

test('a sign-in by popup keeps the page and the text typed in it', async ({ page }) => {
  await page.goto('/apps/crm/?sortBy=popularity')
  await hydrated(page)
  await markDocument(page)
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /search/i }))
    .first()
    .fill('ledger')
  await signIn(page, 'owner@globex.test')
  expect(await isMarked(page)).toBe(true)
  await expect(page).toHaveURL('/apps/crm/?sortBy=popularity')
  await expect(
    page
      .getByRole('searchbox')
      .or(page.getByRole('combobox', { name: /search/i }))
      .first(),
  ).toHaveValue('ledger')
  await accountMenu(page).click()
  await expect(page.getByRole('banner')).toContainText('Gloria Exner')
  await expect(page.getByRole('banner')).toContainText('Globex')
})

test('the header has the same size before and after a sign-in', async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/apps/crm/')
    await hydrated(page)
    const before = await page.locator('[data-account]').boundingBox()
    if (width === 390) await signIn(page, 'owner@globex.test')
    await expect(accountMenu(page)).toBeVisible()
    const after = await page.locator('[data-account]').boundingBox()
    expect(after).toEqual(before)
    expect((await accountMenu(page).boundingBox())?.width).toBeLessThanOrEqual(after?.width ?? 0)
  }
})

test('who signs out and leaves in the same moment is signed out at the accounts server too', async ({ page, baseURL }) => {
  await openAs(page, (await makeOrganization('hurry')).owner)
  await accountMenu(page).click()
  // On a slow network the page is gone before its request has been sent.
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const delay = (latency: number) =>
    network.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 })
  await delay(1_000)
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Sign out')
    if (!button) throw new Error('There is no button to sign out')
    button.click()
    window.location.assign('about:blank')
  })
  await page.waitForURL('about:blank')
  await delay(0)
  await expect(async () => {
    await page.goto(`${accountsUrl(baseURL)}/account`)
    await expect(page.getByLabel('E-mail')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
})

test('a new tab is signed in from the cookie, or silently without it, and a sign-out ends all tabs', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await hydrated(page)
  await signIn(page, 'reseller@partner.test')
  const second = await context.newPage()
  await second.goto('/apps/')
  await expect(accountMenu(second)).toBeVisible()
  await context.clearCookies({ name: 'access_token' })
  const third = await context.newPage()
  await third.goto('/apps/')
  await expect(accountMenu(third)).toBeVisible()
  await accountMenu(third).click()
  await expect(third.getByRole('banner')).toContainText('Reseller')
  await third.getByRole('button', { name: 'Sign out' }).click()
  await expect(third).toHaveURL('/')
  for (const tab of [page, second, third]) {
    await expect(tab.getByRole('banner').getByRole('link', { name: signInLink })).toBeVisible()
    expect(await tokenOf(tab)).toBeNull()
  }
  expect(await page.evaluate(() => document.cookie)).not.toContain('access_token')
})

test('a closed sign-in window and a revoked token show a dialog that offers another try', async ({ page, request, baseURL }) => {
  await page.goto('/apps/')
  await hydrated(page)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('banner').getByRole('link', { name: signInLink }).click(),
  ])
  await popup.close()
  const dialog = page.getByRole('dialog', { name: 'The sign-in window was closed' })
  await expect(dialog).toBeVisible()
  // The token is revoked elsewhere before it is used here.
  await page.route(
    '**/v2/info',
    async (route) => {
      await request.delete(`${accountsUrl(baseURL)}/v2/token`, {
        headers: { authorization: route.request().headers().authorization ?? '' },
      })
      await route.continue()
    },
    { times: 1 },
  )
  await signInByPopup(page, 'owner@globex.test', () => dialog.getByRole('button', { name: 'Open the window' }).click())
  const refused = page.getByRole('dialog', { name: 'You are not signed in' })
  await expect(refused).toContainText('Cannot fetch info or token is invalid')
  await refused.getByRole('button', { name: 'Try again' }).click()
  await expect(refused).toBeHidden()
  await expect(accountMenu(page)).toBeVisible()
  // Nothing of the unfinished sign-in remains stored.
  const left = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('marketplace-transaction-')))
  expect(await left()).toEqual([])
})

/** A page of another host that shows the storefront in a frame. */
const serveHost = async (port: number, frame: string) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Host</title><body>${frame}`)
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return { port: (server.address() as AddressInfo).port, close: () => new Promise((resolve) => server.close(resolve)) }
}

test.describe('in a frame of a host', () => {
  test.use({ expected: { messages: [/Failed to load resource/, /Blocked opening/] } })

  test('a blocked sign-in window shows a dialog that says so', async ({ page, baseURL }) => {
    // This frame may not open windows.
    const host = await serveHost(
      hostPort(baseURL),
      `<iframe width="1000" height="700" sandbox="allow-scripts allow-same-origin allow-forms" src="${baseURL}/embed/agent-app/apps/rolodeer/"></iframe>`,
    )
    try {
      await page.goto(`http://localhost:${host.port}/`)
      const frame = page.frameLocator('iframe').first()
      await frame.getByRole('link', { name: 'Install', exact: true }).locator('visible=true').click()
      const dialog = frame.getByRole('dialog', { name: 'The sign-in window was blocked' })
      await expect(dialog).toContainText('allow windows for this page')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
      await expect(frame.getByRole('dialog')).toHaveCount(0)
    } finally {
      await host.close()
    }
  })

  test(
    'where third-party cookies are blocked, a sign-in in the window still signs in the frame',
    { tag: '@complete' },
    async ({ page, baseURL }) => {
      // 127.0.0.1 and localhost are two sites: in this frame, localhost has neither cookies nor storage.
      const host = await serveHost(
        hostPort(baseURL),
        `<iframe width="1000" height="700" src="${baseURL}/embed/agent-app/apps/rolodeer/"></iframe>`,
      )
      try {
        await page.goto(`http://127.0.0.1:${host.port}/`)
        const frame = page.frameLocator('iframe').first()
        const install = frame.getByRole('link', { name: 'Install', exact: true }).locator('visible=true')
        const dialog = frame.getByRole('dialog', { name: 'Install Rolodeer' })
        await signInByPopup(page, 'viceowner@acme.test', () => install.click())
        await expect(dialog).toBeVisible()
        // The accounts server knows the person only in a window of its own: the form is not shown a second time.
        await page.reload()
        const [popup] = await Promise.all([page.waitForEvent('popup'), install.click()])
        if (!popup.isClosed()) await popup.waitForEvent('close')
        await expect(dialog).toBeVisible()
      } finally {
        await host.close()
      }
    },
  )
})

test('a sign-in without a window returns to the page where it began, and leaves no token in the history', async ({ page }) => {
  await page.goto('/my-apps/')
  await page
    .getByRole('main')
    .getByRole('link', { name: signInLink })
    .evaluate((link) => {
      // Simulates a click that no script handles.
      window.location.assign((link as HTMLAnchorElement).href)
    })
  await expect(page).toHaveURL(/\/sign-in\/\?to=/)
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign in without a window' }).click()
  await fillIn(page, 'owner@initech.test')
  await expect(page).toHaveURL('/my-apps/')
  await expect(page.getByText('Nothing is installed yet')).toBeVisible()
  // The accounts server's form is the page before: it answers again, with a token that is useless.
  await page.goBack()
  await expect(page).toHaveURL('/my-apps/')
  await expect(accountMenu(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/my-apps/')
  await expect(page.getByText('Nothing is installed yet')).toBeVisible()
})

test('a token in the address is revoked if its state is foreign, and used without a state only if the person agrees', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/apps/')
  await hydrated(page)
  await signIn(page, 'owner@globex.test')
  const token = await tokenOf(page)
  // This browser forgets the token, which stays valid.
  const forget = () =>
    page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
      document.cookie = 'access_token=; Path=/; Max-Age=0'
    })
  await forget()
  await page.goto(`/sign-in/#access_token=${token}&state=of-a-stranger`)
  await expect(page.getByRole('alert')).toContainText('Unauthorized transaction')
  await expect(page).toHaveURL('/sign-in/')
  expect(await tokenOf(page)).toBeNull()
  const info = (of: string | null) =>
    request.get(`${accountsUrl(baseURL)}/v2/info`, { headers: { authorization: `Bearer ${of}` } })
  await expect.poll(async () => (await info(token)).status()).toBe(401)

  await page.goto('/apps/')
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: signInLink }).click()
  await expect(accountMenu(page)).toBeVisible()
  const other = await tokenOf(page)
  await forget()
  await page.goto('about:blank')
  await page.goto('/apps/')
  await hydrated(page)
  // The token is put into the address of a page that is already open.
  await page.evaluate((of) => void (window.location.hash = `access_token=${of}`), other)
  const dialog = page.getByRole('dialog', { name: 'Continue as Gloria Exner?' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/apps/')
  expect(await tokenOf(page)).toBeNull()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: signInLink })).toBeVisible()

  await page.goto('about:blank')
  await page.goto(`/apps/#access_token=${other}`)
  await dialog.getByRole('button', { name: 'Continue as Gloria Exner' }).click()
  await expect(accountMenu(page)).toBeVisible()
})

test('an invalid stored token is cleared and replaced by a silent sign-in', async ({ page }) => {
  await page.goto('/apps/')
  await hydrated(page)
  await signIn(page, 'owner@globex.test')
  await page.evaluate(() => sessionStorage.setItem('access_token', 'fra:not-a-token'))
  await page.reload()
  await expect(accountMenu(page)).toBeVisible()
  expect(await tokenOf(page)).toMatch(/^fra:(?!not-a-token)/)
})

/** Simulates a return to the tab, after which the page requests the installed applications again. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test('after a logout elsewhere, the next API call shows a message and leads to the start page', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/apps/rolodeer/')
  await hydrated(page)
  await signIn(page, 'owner@globex.test')
  const token = await tokenOf(page)
  await request.delete(`${accountsUrl(baseURL)}/v2/sessions`, { headers: { authorization: `Bearer ${token}` } })
  await comeBack(page)
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText(
    "We couldn't authorize your request as you've been logged out. Log in and try again.",
  )
  await expect(page).toHaveURL('/')
  expect(await tokenOf(page)).toBeNull()
  expect(await page.evaluate(() => document.cookie)).not.toContain('access_token')
})

test('after a logout elsewhere, My apps asks the person to sign in and stays open', async ({ page, request, baseURL }) => {
  await page.goto('/apps/rolodeer/')
  await hydrated(page)
  await signIn(page, 'owner@globex.test')
  const token = await tokenOf(page)
  await request.delete(`${accountsUrl(baseURL)}/v2/sessions`, { headers: { authorization: `Bearer ${token}` } })
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'My apps' }).click()
  await expect(page.getByText('You are not signed in')).toBeVisible()
  await expect(page).toHaveURL('/my-apps/')
  expect(await tokenOf(page)).toBeNull()
})

test('after a suspension, the next API call signs the person out, and only another account can sign in', async ({ page }) => {
  await page.goto('/apps/rolodeer/')
  await hydrated(page)
  await signIn(page, 'teo@acme.test')
  await happen('suspend', 'teo@acme.test', 'true')
  try {
    await comeBack(page)
    await expect(page.getByRole('status', { name: 'Messages' })).toContainText("you've been logged out")
    await expect(page).toHaveURL('/')
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('banner').getByRole('link', { name: signInLink }).click(),
    ])
    if (!popup.isClosed()) await popup.waitForEvent('close')
    const dialog = page.getByRole('dialog', { name: 'You are not signed in' })
    await expect(dialog).toBeVisible()
    expect(await tokenOf(page)).toBeNull()
    // The accounts server does not sign the same person in again without a question: it offers another account.
    await signInByPopup(page, 'owner@globex.test', () => dialog.getByRole('button', { name: 'Use another account' }).click())
    await expect(accountMenu(page)).toBeVisible()
  } finally {
    await happen('suspend', 'teo@acme.test', 'false')
  }
})

test('the public variant has no sign-in: its buttons lead to the base variant', async ({ page, baseURL }) => {
  await page.goto('/public/apps/rolodeer/')
  await expect(page.getByRole('banner').getByRole('link', { name: signInLink })).toHaveAttribute('href', `${baseURL}/sign-in/`)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Install', exact: true }).locator('visible=true'),
  ).toHaveAttribute('href', `${baseURL}/apps/rolodeer/?action=install`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the sign-in page says that signing in needs scripts, and has no button that does nothing', async ({ page }) => {
    await page.goto('/apps/rolodeer/')
    await page.getByRole('banner').getByRole('link', { name: signInLink }).click()
    await expect(page).toHaveURL('/sign-in/')
    await expect(page.getByText('Signing in and installing need scripts')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await page.goto('/my-apps/')
    await expect(page.getByRole('main').getByRole('link', { name: signInLink })).toBeVisible()
  })
})
