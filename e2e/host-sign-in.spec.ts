import { hostPort } from './ports.ts'
import { accountsUrl, signIn, tokenOf } from './people.ts'
import { heard, hostPage, marketplace, marketplaceFrame, openHost, serveDocuments } from './serve-host.ts'
import { expect, hydrated, test as base } from './test.ts'

// Signing in inside a host product's frame, in a browser that stores cookies of frames.
const test = base.extend<{ host: (src: string, at?: 'listed' | 'unlisted') => Promise<string> }>({
  host: async ({ baseURL }, use) => {
    const open: { close: () => Promise<void> }[] = []
    const listed = hostPort(baseURL)
    await use(async (src, at = 'listed') => {
      const host = await serveDocuments(at === 'listed' ? listed : 0, (path) =>
        path === '/' ? hostPage(src) : path === '/favicon.ico' ? '' : undefined,
      )
      open.push(host)
      return `http://localhost:${host.port}/`
    })
    for (const each of open) await each.close()
  },
})

for (const variant of ['agent-app', 'helpdesk', 'text'])
  test(`${variant}: who is signed in at the accounts server is signed in without a window`, async ({
    page,
    context,
    baseURL,
    host,
  }) => {
    await page.goto('/')
    await hydrated(page)
    await signIn(page, 'reseller@partner.test')
    // Only the session at the accounts server remains.
    await context.clearCookies({ name: 'access_token' })
    const tab = await context.newPage()
    await openHost(tab, await host(`${baseURL}/embed/${variant}/my-apps/`))
    const frame = await marketplaceFrame(tab)
    await expect.poll(() => tokenOf(frame)).toMatch(/^[\w-]+:/)
    await expect(marketplace(tab).getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0)
    expect(context.pages()).toHaveLength(2)
    // The host got no token and no code.
    expect(JSON.stringify(await heard(tab))).not.toMatch(/access_token|"code"/)
  })

test.describe('the answer itself', () => {
  test.use({ expected: { messages: [/frame-ancestors/, /postMessage/, /ERR_BLOCKED/, /Failed to load resource/] } })
  const question = (baseURL: string | undefined, more: Record<string, string>) =>
    `${accountsUrl(baseURL)}/?${new URLSearchParams({ response_type: 'code', flow: 'button', prompt: 'none', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256', ...more })}`.replaceAll(
      '&',
      '&amp;',
    )

  test('in the frame of a host itself is told to nobody, and an unlisted host gets no page at all', async ({
    page,
    baseURL,
    host,
  }) => {
    await page.goto('/')
    await hydrated(page)
    await signIn(page, 'reseller@partner.test')
    const ours = question(baseURL, { client_id: 'marketplace', redirect_uri: `${baseURL}/` })
    await page.goto(await host(ours))
    const frame = await marketplaceFrame(page)
    await expect.poll(() => frame.evaluate(() => document.documentElement.dataset.target)).toBe(baseURL)
    await page.waitForTimeout(500)
    expect(await heard(page)).toEqual([])

    await page.goto(await host(ours, 'unlisted'))
    await expect.poll(async () => (await marketplaceFrame(page)).url()).toMatch(/^chrome-error:/)
    expect(await heard(page)).toEqual([])
  })

  test('for another client is framed by its own pages alone', async ({ page, baseURL, host }) => {
    const theirs = question(baseURL, {
      client_id: 'demo-js-client',
      redirect_uri: `http://localhost:${Number(new URL(baseURL ?? '').port) + 3}/`,
    })
    await page.goto(await host(theirs))
    await expect.poll(async () => (await marketplaceFrame(page)).url()).toMatch(/^chrome-error:/)
    expect(await heard(page)).toEqual([])
  })
})

test('the page to sign in offers no way in a frame that ends in a dead page', async ({ page, baseURL, host }) => {
  await page.goto(`${baseURL}/embed/agent-app/sign-in/?to=/cart/`)
  await hydrated(page)
  await expect(page.getByRole('button', { name: 'Sign in without a window' })).toBeVisible()
  await openHost(page, await host(`${baseURL}/embed/agent-app/sign-in/?to=/cart/`))
  await expect(marketplace(page).getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await (
    await marketplaceFrame(page)
  ).waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__react')))
  await expect(marketplace(page).getByRole('button', { name: 'Sign in without a window' })).toHaveCount(0)
})
