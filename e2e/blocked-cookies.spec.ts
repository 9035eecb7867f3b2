import type { LaunchOptions } from '@playwright/test'
import { hostPort } from './ports.ts'
import { CARDS, enterCard } from './buying.ts'
import { importLines, makeOrganization } from './beside.ts'
import { signInByPopup } from './people.ts'
import { hostPage, lastHeard, marketplace, marketplaceFrame, openHost, say, serveDocuments } from './serve-host.ts'
import { expect, test as base } from './test.ts'

/** An application for this test alone, because this browser starts last, when other tests have installed the demo's applications. */
const SLUG = 'kept-without-cookies'
const NAME = 'Kept Without Cookies'

/** A browser that blocks cookies and storage in frames of another site. */
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--test-third-party-cookie-phaseout'] }),
    { scope: 'worker' },
  ],
})
// Both serve their host at a port that no other file uses.
test.describe.configure({ mode: 'default' })
test.use({ expected: { messages: [/Failed to load resource/, /third-party cookie/i] } })

test(
  'where the browser blocks cookies of others, signing in ends in the window, and the host hears of the install',
  { tag: '@complete' },
  async ({ page, baseURL }) => {
    const shortDescription = 'For a browser that keeps no cookies of others.'
    await importLines([{ slug: SLUG, name: NAME, shortDescription, category: { slug: 'crm' } }])
    await expect(async () => expect((await page.request.get(`/apps/${SLUG}/`)).status()).toBe(200)).toPass()
    const host = await serveDocuments(hostPort(baseURL), (path) =>
      path === '/' ? hostPage(`${baseURL}/embed/agent-app/apps/${SLUG}/`) : path === '/favicon.ico' ? '' : undefined,
    )
    try {
      await openHost(page, `http://127.0.0.1:${host.port}/`)
      const frame = await marketplaceFrame(page)
      // Checks that they are really blocked.
      expect(
        await frame.evaluate(() => {
          document.cookie = 'third=1; SameSite=None; Secure; Path=/'
          return document.cookie
        }),
      ).toBe('')
      const app = marketplace(page)
      const install = app.getByRole('link', { name: 'Install', exact: true }).locator('visible=true')
      const dialog = app.getByRole('dialog', { name: `Install ${NAME}` })
      await signInByPopup(page, 'viceowner@acme.test', () => install.click())
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: `Install ${NAME}` }).click()
      await expect.poll(() => lastHeard(page, 'app_installed')).toMatchObject({ slug: SLUG })
      // The workspace is another document: the person is still signed in there, or can sign in again.
      await app
        .getByRole('dialog')
        .getByRole('button', { name: 'Close' })
        .first()
        .click({ timeout: 3000 })
        .catch(() => {})
      await app.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My apps' }).click()
      await expect(app.getByRole('heading', { level: 1 })).toHaveText('My apps')
      await expect(
        app
          .getByRole('article')
          .filter({ hasText: NAME })
          .or(app.getByRole('main').getByRole('link', { name: 'Sign in' }))
          .first(),
      ).toBeVisible()
      const uninstall = app.getByRole('button', { name: `Uninstall ${NAME}` })
      if (await uninstall.isVisible()) {
        await uninstall.click()
        await app.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
        await expect.poll(() => lastHeard(page, 'app_removed')).toMatchObject({ slug: SLUG })
      }
    } finally {
      await host.close()
    }
  },
)

test(
  'where the browser blocks cookies of others, what is put into the cart is checked out and paid in the frame',
  { tag: '@complete' },
  async ({ page, baseURL }) => {
    const slug = 'bought-without-cookies'
    const payment = { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 }
    await importLines([{ slug, name: 'Bought Without Cookies', category: { slug: 'crm' }, payment }])
    await expect(async () => expect((await page.request.get(`/apps/${slug}/`)).status()).toBe(200)).toPass()
    const { owner } = await makeOrganization('cookieless')
    const host = await serveDocuments(hostPort(baseURL), (path) =>
      path === '/' ? hostPage(`${baseURL}/embed/agent-app/my-apps/`) : path === '/favicon.ico' ? '' : undefined,
    )
    try {
      await openHost(page, `http://127.0.0.1:${host.port}/`)
      const app = marketplace(page)
      const main = app.getByRole('main')
      const link = main.getByRole('link', { name: 'Sign in' })
      await signInByPopup(page, owner, () => link.click())
      await expect(link).toHaveCount(0)
      /** A document without storage asks for a sign-in again. The accounts server knows the person, so its window closes by itself. */
      const signInAgainUntil = async (button: ReturnType<typeof main.getByRole>): Promise<void> => {
        await expect(link.or(button).first()).toBeVisible()
        if (await link.isVisible()) await Promise.all([page.waitForEvent('popup'), link.click()])
        await expect(button).toBeVisible()
      }
      await say(page, 'navigate', { pathname: `/apps/${slug}/` })
      const add = main.getByRole('button', { name: 'Add to cart' })
      await expect(add).toBeVisible()
      await add.click()
      await expect.poll(() => lastHeard(page, 'marketplace_cart_update')).toMatchObject({ cart: { products: [{ slug }] } })
      await say(page, 'navigate', { pathname: '/cart/' })
      const checkOut = main.getByRole('button', { name: /^Check out/ })
      await signInAgainUntil(checkOut)
      await checkOut.click()
      await expect(app.getByRole('heading', { level: 1 })).toHaveText('Checkout')
      const pay = main.getByRole('button', { name: /^Pay \$/ })
      await signInAgainUntil(pay)
      await enterCard(app, CARDS.good)
      await pay.click()
      await expect(app.getByRole('heading', { level: 1 })).toHaveText('Thank you', { timeout: 30_000 })
      await expect.poll(() => lastHeard(page, 'cart_purchased')).toMatchObject({ slug })
    } finally {
      await host.close()
    }
  },
)
