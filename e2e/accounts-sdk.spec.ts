// The published sign-in SDK, unmodified, in a browser: iframe, popup and redirect, with token and code.
import type { BrowserContext, LaunchOptions, Page } from '@playwright/test'
import { type ServedPage, servePage } from './serve-page.ts'
import { expect, test } from './test.ts'

// The tests share one port, so only one worker at a time may run them.
test.describe.configure({ mode: 'default' })
let site: ServedPage
test.beforeAll(async ({ baseURL }) => {
  site = await servePage('accounts-page.ts', { body: '<button>Sign in</button>', port: portOf(baseURL) + 6 })
})
// The demo's client may be redirected to one port only, the sample applications'. In this browser a page of the test answers there.
test.use({
  launchOptions: [
    async ({ launchOptions }: { launchOptions: LaunchOptions }, use) => {
      const port = Number(process.env.E2E_PORT ?? 3900)
      const rules = ['localhost', '127.0.0.1'].map((host) => `MAP ${host}:${port + 3} 127.0.0.1:${port + 6}`)
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=${rules.join(', ')}`] })
    },
    { scope: 'worker' },
  ],
})
test.afterAll(() => site.close())

const portOf = (baseURL: string | undefined) => Number(new URL(baseURL ?? '').port)

type Options = Record<string, unknown>
type Result = { ok?: Record<string, unknown>; error?: unknown; verified?: Record<string, unknown> | null }
type Data = Record<string, unknown>
type Flow = { authorize: () => Promise<Data>; authorizeData: () => Promise<Data> }
type Sdk = { iframe: () => Flow; popup: () => Flow; redirect: () => Flow; verify: (data: Data) => Data | null }
declare const AccountsSDK: new (options: Options) => Sdk

const accountsOf = (baseURL: string | undefined) => `http://localhost:${portOf(baseURL) + 1}`
const appOf = (baseURL: string | undefined, host = 'localhost') => `http://${host}:${portOf(baseURL) + 3}`

const optionsOf = (baseURL: string | undefined, more: Options = {}): Options => ({
  client_id: 'demo-js-client',
  server_url: accountsOf(baseURL),
  ...more,
})

const inFrame = (page: Page, options: Options): Promise<Result> =>
  page.evaluate(async (given) => {
    const sdk = new AccountsSDK(given)
    try {
      return { ok: await sdk.iframe().authorize() }
    } catch (error) {
      return { error }
    }
  }, options)

/** Opens the popup by a click, signs in as this person if asked, and waits for the result. */
const inPopup = async (context: BrowserContext, page: Page, options: Options, email: string | null): Promise<Result> => {
  await page.evaluate((given) => {
    const button = document.querySelector('button') as HTMLButtonElement
    const keep = (result: Result) => Object.assign(window, { result })
    keep(undefined as never)
    const authorize = () => {
      const sdk = new AccountsSDK(given)
      sdk
        .popup()
        .authorize()
        .then(
          (ok) => keep({ ok, verified: sdk.verify(ok) }),
          (error: unknown) => keep({ error }),
        )
    }
    button.addEventListener('click', authorize, { once: true })
  }, options)
  const [popup] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: 'Sign in' }).click()])
  if (email !== null) await answer(popup, email)
  await page.waitForFunction(() => (window as { result?: Result }).result !== undefined)
  await expect.poll(() => popup.isClosed()).toBe(true)
  return page.evaluate(() => (window as { result?: Result }).result ?? {})
}

const signIn = async (page: Page, email: string) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('marketplace')
  await page.getByRole('button', { name: 'Sign in' }).click()
}
/** Fills in the form, and answers the question for consent if it is shown. */
const answer = async (page: Page, email: string) => {
  await signIn(page, email)
  const agree = page.getByRole('button', { name: 'Agree and continue' })
  const asked = await agree.waitFor().then(
    () => true,
    () => false,
  )
  if (asked) await agree.click()
}

const tokenFor = async (page: Page, baseURL: string | undefined, body: Record<string, unknown>) => {
  const response = await page.request.post(`${accountsOf(baseURL)}/v2/token`, { data: body })
  return { status: response.status(), body: (await response.json()) as Record<string, unknown> }
}

test('iframe: nobody is asked; popup: signs in, agrees, and the iframe knows it from then on', async ({
  page,
  context,
  baseURL,
}) => {
  const options = optionsOf(baseURL, { state: 'state-1' })
  await page.goto(`${appOf(baseURL)}/some/page?keep=1`)
  expect(await inFrame(page, options)).toEqual({
    error: { identity_exception: 'unauthorized', description: expect.any(String) },
  })
  const popup = await inPopup(
    context,
    page,
    optionsOf(baseURL, { state: 'state-2', email_hint: 'viewer@acme.test' }),
    'viewer@acme.test',
  )
  expect(popup.ok).toMatchObject({
    access_token: expect.stringMatching(/^dal:/),
    token_type: 'Bearer',
    expires_in: 28_800,
    client_id: 'demo-js-client',
    account_id: expect.any(String),
    organization_id: expect.any(String),
    state: 'state-2',
  })
  const frame = await inFrame(page, optionsOf(baseURL, { state: 'state-3' }))
  expect(frame.ok).toMatchObject({ state: 'state-3', account_id: popup.ok?.account_id })
  // When the person is signed in, the popup asks nothing.
  expect((await inPopup(context, page, optionsOf(baseURL, { state: 'state-4' }), null)).ok).toMatchObject({ state: 'state-4' })
})

test('a code by popup, with the SDK’s own challenge, for a token; a second time ends it', async ({ page, context, baseURL }) => {
  await page.goto(`${appOf(baseURL)}/deep/page`)
  const options = optionsOf(baseURL, {
    response_type: 'code',
    state: 'code-1',
    scope: 'integrations_manage hd_integrations_manage',
  })
  const { ok, verified } = await inPopup(context, page, options, 'admin@acme.test')
  expect(ok).toMatchObject({ code: expect.any(String), state: 'code-1', scope: 'integrations_manage,hd_integrations_manage' })
  const exchange = {
    grant_type: 'code',
    code: ok?.code,
    client_id: 'demo-js-client',
    redirect_uri: `${appOf(baseURL)}/deep/page`,
  }
  expect((await tokenFor(page, baseURL, exchange)).body).toMatchObject({ error: 'invalid_grant' })
  const token = await tokenFor(page, baseURL, { ...exchange, code_verifier: verified?.code_verifier })
  expect(token).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', scope: 'integrations_manage,hd_integrations_manage' },
  })
  const info = () =>
    page.request.get(`${accountsOf(baseURL)}/v2/info`, {
      headers: { authorization: `Bearer ${String(token.body.access_token)}` },
    })
  expect((await info()).status()).toBe(200)
  expect(await tokenFor(page, baseURL, { ...exchange, code_verifier: verified?.code_verifier })).toMatchObject({ status: 400 })
  expect((await info()).status()).toBe(401)
  expect((await inFrame(page, { ...options, state: 'code-2' })).ok).toMatchObject({ code: expect.any(String), state: 'code-2' })
})

for (const responseType of ['token', 'code'] as const) {
  test(`redirect with ${responseType}: away, signed in, and back where the page was`, async ({ page, baseURL }) => {
    const options = optionsOf(baseURL, { response_type: responseType, state: `redirect-${responseType}` })
    await page.goto(`${appOf(baseURL)}/some/page?keep=1#part=2`)
    await page.evaluate((given) => void new AccountsSDK(given).redirect().authorize(), options)
    await expect(page).toHaveTitle(/^Sign in/)
    await answer(page, responseType === 'token' ? 'mina@acme.test' : 'teo@acme.test')
    await expect(page).toHaveTitle('Somebody else')
    const data = await page.evaluate(async (given) => {
      const sdk = new AccountsSDK(given)
      const found = await sdk.redirect().authorizeData()
      return { found, verified: sdk.verify(found), address: location.href }
    }, options)
    expect(data.address).toContain('/some/page?keep=1')
    expect(data.found).toMatchObject(
      responseType === 'token'
        ? { access_token: expect.stringMatching(/^dal:/), expires_in: 28_800, token_type: 'Bearer', state: 'redirect-token' }
        : { code: expect.any(String), state: 'redirect-code' },
    )
    expect(data.verified).toMatchObject({ state: `redirect-${responseType}` })
  })
}

test(
  'cookies of others are blocked: the iframe says so, and the popup signs in',
  { tag: '@complete' },
  async ({ page, context, baseURL }) => {
    // This page is on another site than the accounts server, so frames of the accounts server in it have no session.
    await page.goto(`${appOf(baseURL, '127.0.0.1')}/`)
    const first = await inPopup(context, page, optionsOf(baseURL, { state: 'blocked-1' }), 'dev@northwind.test')
    expect(first.ok).toMatchObject({ state: 'blocked-1' })
    expect(await inFrame(page, optionsOf(baseURL, { state: 'blocked-2' }))).toMatchObject({
      error: { identity_exception: 'unauthorized' },
    })
    expect((await inPopup(context, page, optionsOf(baseURL, { state: 'blocked-3' }), null)).ok).toMatchObject({
      state: 'blocked-3',
    })
  },
)

test('the manual popup, and the way to sign up beside it', async ({ page, context, baseURL }) => {
  await page.goto(`${appOf(baseURL)}/`)
  const manual = optionsOf(baseURL, { popup_flow: 'manual', state: 'manual' })
  expect((await inPopup(context, page, manual, 'agent@acme.test')).ok).toMatchObject({ state: 'manual' })
  const address = await page.evaluate((given) => {
    const sdk = new AccountsSDK({ ...given, path: '/signup' }) as Sdk & {
      authorizeURL: (options: object, flow: string) => string
    }
    return sdk.authorizeURL({}, 'button')
  }, manual)
  expect(new URL(address).pathname).toBe('/signin/signup')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test.describe('refused requests', () => {
  test.use({ expected: { messages: [/status of 400/] } })

  test('reaches the SDK with its explanation, and nobody else', async ({ page, baseURL }) => {
    await page.goto(`${appOf(baseURL)}/`)
    const cases: [Options, Data][] = [
      [{ client_id: 'nobody' }, { oauth_exception: 'unauthorized_client', exception_details: 'client_id_not_found' }],
      [{ redirect_uri: 'http://evil.test/' }, { oauth_exception: 'invalid_request', exception_details: 'invalid_redirect_uri' }],
      [{ response_type: 'id_token' }, { oauth_exception: 'unsupported_response_type' }],
      [{ scope: 'everything' }, { oauth_exception: 'invalid_scope' }],
    ]
    for (const [more, expected] of cases) expect((await inFrame(page, optionsOf(baseURL, more))).error).toMatchObject(expected)
  })
})
