// A session over time and across tabs: how it begins, how it is renewed, and the messages while the accounts server is unreachable.
import type { BrowserContext, Page } from '@playwright/test'
import { accountMenu, accountsUrl, fillIn, signIn, signInByPopup, tokenOf } from './people.ts'
import { expect, hydrated, isMarked, markDocument, test } from './test.ts'

test.use({ expected: { messages: [/Failed to load resource/, /ERR_FAILED/] } })

const NOT_REACHED = 'The accounts server does not answer'
const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign in' })

/** Everything that is stored in this tab and in this browser, as one text. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]))

/** The queries of the requests to authorize at the accounts server, in any window or frame. */
const watchQuestions = (context: BrowserContext, baseURL: string | undefined): URLSearchParams[] => {
  const asked: URLSearchParams[] = []
  context.on('request', (request) => {
    if (request.url().startsWith(`${accountsUrl(baseURL)}/?`)) asked.push(new URL(request.url()).searchParams)
  })
  return asked
}

/** Blocks every request to the accounts server. Returns a function that ends this. */
const cutOff = async (context: BrowserContext, baseURL: string | undefined): Promise<() => Promise<void>> => {
  const everything = `${accountsUrl(baseURL)}/**`
  await context.route(everything, (route) => route.abort())
  return () => context.unroute(everything)
}

test.describe('a sign-in asks for a code', () => {
  test('sends a PKCE challenge and the origin of the visit: in the window, in the frame and in the tab', async ({
    page,
    context,
    baseURL,
  }) => {
    const asked = watchQuestions(context, baseURL)
    const exchanges: URLSearchParams[] = []
    context.on('request', (request) => {
      if (request.url() === `${accountsUrl(baseURL)}/v2/token`) exchanges.push(new URLSearchParams(request.postData() ?? ''))
    })
    // The origin of a visit is stored only for people who have agreed.
    await context.addInitScript(() => localStorage.setItem('marketplace-consent', 'granted'))
    await page.goto('/apps/?utm_source=mail&utm_campaign=spring&page=1')
    await hydrated(page)
    await expect.poll(async () => (await context.cookies()).some(({ name }) => name.includes('utm'))).toBe(true)
    // The person is on another page at the time of the sign-in.
    await page.goto('/apps/crm/')
    await hydrated(page)
    await signIn(page, 'owner@globex.test')
    const question = asked[0]
    expect(Object.fromEntries(question ?? [])).toMatchObject({
      client_id: 'marketplace',
      response_type: 'code',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{32}$/),
      utm_source: 'mail',
      utm_campaign: 'spring',
    })
    expect(Object.fromEntries(exchanges[0] ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      client_id: 'marketplace',
      code_verifier: expect.stringMatching(/^[\w.~-]{128}$/),
    })
    // Neither the code nor a refresh token remains stored.
    const kept = await keptIn(page)
    expect(kept).not.toContain('refresh')
    expect(kept).not.toContain(exchanges[0]?.get('code_verifier'))
    expect(kept).not.toContain(exchanges[0]?.get('code'))

    await context.clearCookies({ name: 'access_token' })
    const second = await context.newPage()
    await second.goto('/apps/')
    await expect(accountMenu(second)).toBeVisible()
    expect(asked.at(-1)?.get('response_type')).toBe('code')
    expect(asked.at(-1)?.get('code_challenge')).not.toBe(question?.get('code_challenge'))

    await accountMenu(second).click()
    await second.getByRole('button', { name: 'Sign out' }).click()
    await expect(signInLink(second)).toBeVisible()
    await second.goto('/sign-in/?to=%2Fmy-apps%2F')
    await hydrated(second)
    await second.getByRole('button', { name: 'Sign in without a window' }).click()
    await fillIn(second, 'owner@initech.test')
    await expect(second).toHaveURL('/my-apps/')
    await expect(accountMenu(second)).toBeVisible()
    expect(asked.at(-1)?.get('response_type')).toBe('code')
    expect(exchanges).toHaveLength(3)
  })

  test('a code with a foreign state is refused and removed from the address', async ({ page }) => {
    await page.goto('/sign-in/?code=not-asked-for&state=of-a-stranger')
    await expect(page.getByRole('alert')).toContainText('Unauthorized transaction')
    await expect(page).toHaveURL('/sign-in/')
    expect(await tokenOf(page)).toBeNull()
  })

  test('the accounts server refuses the response type "token" to the storefront', async ({ request, baseURL }) => {
    const query = new URLSearchParams({ client_id: 'marketplace', redirect_uri: `${baseURL}/sign-in/`, response_type: 'token' })
    const answer = await request.get(`${accountsUrl(baseURL)}/?${query}`, { maxRedirects: 0 })
    expect(answer.status()).toBe(400)
    expect(await answer.text()).toContain('unsupported_response_type')
  })
})

test.describe('two tabs', () => {
  test('a sign-in or a sign-out in one tab happens in the other at once', async ({ page, context }) => {
    await page.goto('/apps/')
    await hydrated(page)
    const second = await context.newPage()
    await second.goto('/apps/crm/')
    await hydrated(second)
    await markDocument(second)
    await signIn(page, 'owner@globex.test')
    await expect(accountMenu(second)).toBeVisible()
    expect(await tokenOf(second)).toBe(await tokenOf(page))
    await accountMenu(second).click()
    await second.getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [page, second]) {
      await expect(signInLink(tab)).toBeVisible()
      expect(await tokenOf(tab)).toBeNull()
    }
    // The same person signs in again: the message to the tabs does not contain the account.
    await signIn(second, 'owner@globex.test')
    await expect(accountMenu(page)).toBeVisible()
    expect(await isMarked(second)).toBe(true)
  })

  test('a tab that lost its session is signed in when the same person signs in in another tab', async ({ page, context }) => {
    await page.goto('/apps/')
    await hydrated(page)
    await signIn(page, 'owner@globex.test')
    const second = await context.newPage()
    // Nobody is signed in on the accounts server either; this browser still remembers who was.
    await context.clearCookies()
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await second.goto('/apps/crm/')
    await hydrated(second)
    for (const tab of [page, second]) await expect(signInLink(tab)).toBeVisible()
    await signIn(page, 'owner@globex.test')
    await expect(accountMenu(second)).toBeVisible()
  })
})

test.describe('after nearly eight hours', () => {
  test('one silent renewal serves every open tab, and keeps what is on the pages', async ({ page, context, baseURL }) => {
    await context.clock.install()
    await page.goto('/apps/')
    await hydrated(page)
    await signIn(page, 'owner@initech.test')
    const second = await context.newPage()
    await second.goto('/my-apps/')
    const list = second.getByText('Nothing is installed yet')
    await expect(list).toBeVisible()
    await list.evaluate((element) => element.setAttribute('data-kept', ''))
    const before = await tokenOf(page)
    const asked = watchQuestions(context, baseURL)
    await context.clock.fastForward('07:50:00')
    expect(await tokenOf(page)).toBe(before)
    expect(asked).toEqual([])

    await context.clock.fastForward('06:00')
    await expect.poll(() => tokenOf(page)).not.toBe(before)
    await expect.poll(() => tokenOf(second)).toBe(await tokenOf(page))
    expect(asked).toHaveLength(1)
    await expect(second.locator('[data-kept]')).toBeVisible()
    expect((await context.cookies()).find(({ name }) => name === 'access_token')?.value).toBe(
      encodeURIComponent((await tokenOf(page)) ?? ''),
    )
    // And again before the new token ends.
    const renewed = await tokenOf(page)
    await context.clock.fastForward('07:57:00')
    await expect.poll(() => tokenOf(page)).not.toBe(renewed)
    await expect(accountMenu(page)).toBeVisible()
  })

  test('a failed renewal changes nothing until the session ends; then a dialog says so and the page stays', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.clock.install()
    await page.goto('/my-apps/')
    await hydrated(page)
    await signInByPopup(page, 'owner@initech.test', () => page.getByRole('main').getByRole('link', { name: 'Sign in' }).click())
    const list = page.getByText('Nothing is installed yet')
    await expect(list).toBeVisible()
    await list.evaluate((element) => element.setAttribute('data-kept', ''))
    const before = await tokenOf(page)
    const reach = await cutOff(context, baseURL)
    await context.clock.fastForward('07:57:00')
    await expect(accountMenu(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await tokenOf(page)).toBe(before)

    await context.clock.fastForward('04:00')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL('/my-apps/')
    await expect(page.locator('[data-kept]')).toBeAttached()
    await reach()
    // The accounts server still knows the person, so the window asks nothing.
    const [popup] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Sign in again' }).click()])
    if (!popup.isClosed()) await popup.waitForEvent('close')
    await expect(dialog).toBeHidden()
    await expect.poll(() => tokenOf(page)).not.toBe(before)
    await expect(page.locator('[data-kept]')).toBeVisible()
  })
})

test.describe('while the accounts server is unreachable', () => {
  test('My apps says so, keeps the session, and loads when the person tries again', async ({ page, context, baseURL }) => {
    await page.goto('/apps/')
    await hydrated(page)
    await signIn(page, 'owner@initech.test')
    const token = await tokenOf(page)
    const reach = await cutOff(context, baseURL)
    await page.goto('/my-apps/')
    const main = page.getByRole('main')
    await expect(main.getByText(NOT_REACHED)).toBeVisible()
    await expect(main.getByText('You are not signed in')).toHaveCount(0)
    const again = main.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(again).toBeEnabled()
    await expect(main.getByText(NOT_REACHED)).toBeVisible()
    expect(await tokenOf(page)).toBe(token)

    // The header's sign-in link opens no window, which would only stay empty.
    await signInLink(page).click()
    const dialog = page.getByRole('dialog', { name: NOT_REACHED })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.goto('/sign-in/')
    await expect(page.getByRole('alert')).toContainText(NOT_REACHED)
    await expect(page.getByRole('alert')).not.toContainText('You are not signed in')
    await page.goto('/my-apps/')
    await expect(again).toBeVisible()
    await reach()
    await again.click()
    await expect(main.getByText('Nothing is installed yet')).toBeVisible()
    expect(await tokenOf(page)).toBe(token)
  })

  test('a tab without a token says so, and so does closing an empty sign-in window', async ({ page, context, baseURL }) => {
    await page.goto('/apps/')
    await hydrated(page)
    await signIn(page, 'owner@initech.test')
    await context.clearCookies({ name: 'access_token' })
    const reach = await cutOff(context, baseURL)
    const second = await context.newPage()
    await second.goto('/my-apps/')
    const main = second.getByRole('main')
    await expect(main.getByText(NOT_REACHED)).toBeVisible()
    await reach()
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByText('Nothing is installed yet')).toBeVisible()

    await accountMenu(second).click()
    await second.getByRole('button', { name: 'Sign out' }).click()
    await expect(signInLink(second)).toBeVisible()
    await cutOff(context, baseURL)
    const [popup] = await Promise.all([second.waitForEvent('popup'), signInLink(second).click()])
    await popup.close()
    await expect(second.getByRole('dialog', { name: NOT_REACHED })).toBeVisible()
  })
})
