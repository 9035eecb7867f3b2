import { VARIANTS } from '@marketplace/contracts/core/variants'
import { idOf, openAsBuyer } from './buying.ts'
import { heading, test } from './listed-host.ts'
import { tokenOf } from './people.ts'
import { heard, lastHeard, marketplace, marketplaceFrame, openHost, say } from './serve-host.ts'
import { expect } from './test.ts'

const FRAMED = VARIANTS.filter(({ framed }) => framed)

for (const { name, prefix } of FRAMED) {
  const variant = prefix.replace('/embed/', '')
  const mapped = (path: string) => (name === 'agent-app' ? `/apps/marketplace${path.replace(/\/$/, '')}` : path)

  test(`${name} says where it is, goes where the host says, and back`, async ({ page, host, site }) => {
    const { address } = await host(variant)
    await openHost(page, address)
    expect((await heard(page)).map(({ type }) => type).slice(0, 3)).toEqual(['loaded', 'navigate', 'breadcrumbs'])
    expect((await heard(page, 'loaded'))[0]).toMatchObject({ origin: site, type: 'loaded', data: { version: '3' } })
    expect(await lastHeard(page, 'navigate')).toEqual({ pathname: mapped('/apps/'), search: '', hash: '' })
    const steps = [
      { name: 'Marketplace', pathname: mapped(name === 'agent-app' ? '/apps/' : '/') },
      { name: 'Apps', pathname: mapped('/apps/') },
    ]
    expect(await lastHeard(page, 'breadcrumbs')).toEqual({ breadcrumbs: steps })

    // The person follows a link in the frame.
    const frame = await marketplaceFrame(page)
    await frame.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
    await marketplace(page).getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^CRM/ }).first().click()
    await expect.poll(() => lastHeard(page, 'navigate')).toEqual({ pathname: mapped('/apps/crm/'), search: '', hash: '' })
    await expect(heading(page)).toHaveText('CRM')

    // The host navigates: with a query, with the variant's own spelling, replacing, and to a place on the page.
    await say(page, 'navigate', { pathname: '/apps/?sortBy=popularity' })
    await expect
      .poll(() => lastHeard(page, 'navigate'))
      .toEqual({ pathname: mapped('/apps/'), search: '?sortBy=popularity', hash: '' })
    await expect(heading(page)).toHaveText('All apps')
    await say(page, 'navigate', { pathname: mapped('/developers/'), replace: true })
    await expect(heading(page)).toHaveText('Developers')
    await expect.poll(() => lastHeard(page, 'navigate')).toMatchObject({ pathname: mapped('/developers/') })
    // "Back" skips the replaced page.
    await page.evaluate(() => window.history.back())
    await expect(heading(page)).toHaveText('CRM')
    await expect.poll(() => lastHeard(page, 'navigate')).toEqual({ pathname: mapped('/apps/crm/'), search: '', hash: '' })
    // All of that happened in one document.
    expect(await frame.evaluate(() => document.documentElement.hasAttribute('data-marked'))).toBe(true)

    // A screen of the workspace is another document, and sends the same messages.
    await say(page, 'navigate', { pathname: '/my-apps/' })
    await expect(heading(page)).toHaveText('My apps')
    await expect.poll(() => lastHeard(page, 'navigate')).toEqual({ pathname: mapped('/my-apps/'), search: '', hash: '' })
    expect(await heard(page, 'loaded')).toHaveLength(2)
    const mine = [steps[0], { name: 'My apps', pathname: mapped('/my-apps/') }]
    expect(await lastHeard(page, 'breadcrumbs')).toEqual({ breadcrumbs: mine })
    await say(page, 'navigate', { pathname: '/cart/' })
    await expect(heading(page)).toHaveText('Cart')
    await say(page, 'navigate', { pathname: '/partners/' })
    await expect(heading(page)).toHaveText('Partner experts')
    await expect.poll(() => lastHeard(page, 'navigate')).toMatchObject({ pathname: mapped('/partners/') })
  })
}

for (const path of ['/apps/', '/my-apps/'])
  test(`the host hears that ${path} has loaded once the person sees it`, async ({ page, host }) => {
    await openHost(page, (await host('text', path)).address)
    const [frame, [loaded]] = [await marketplaceFrame(page), await heard(page, 'loaded')]
    const painted = await frame.evaluate(() => {
      const [first] = performance.getEntriesByName('first-contentful-paint')
      return performance.timeOrigin + (first?.startTime ?? Number.NaN)
    })
    expect(loaded?.at).toBeGreaterThanOrEqual(painted)
  })

test('a hash leads to its place on the page, and is told', async ({ page, host }) => {
  await openHost(page, (await host('helpdesk')).address)
  await say(page, 'navigate', { pathname: '/apps/chat-to-ticket/#support' })
  await expect
    .poll(() => lastHeard(page, 'navigate'))
    .toEqual({ pathname: '/apps/chat-to-ticket/', search: '', hash: '#support' })
  await expect(marketplace(page).locator('#support')).toBeInViewport()
})

for (const [from, to, shown] of [
  ['/my-apps/', '/apps/chat-to-ticket/#support', '/apps/chat-to-ticket/'],
  ['/apps/', '/services/chat-to-ticket/#support', '/apps/chat-to-ticket/'],
  ['/apps/', '/billing/#invoices', '/billing/'],
  ['/my-apps/', '/apps/rolodeer/settings/#top', '/apps/rolodeer/settings/'],
] as const)
  test(`a hash is kept from ${from} to ${to}, which is another document or another address`, async ({ page, host }) => {
    await openHost(page, (await host('helpdesk', from)).address)
    await say(page, 'navigate', { pathname: to })
    const hash = to.slice(to.indexOf('#'))
    await expect.poll(() => lastHeard(page, 'navigate')).toEqual({ pathname: shown, search: '', hash })
    if (hash === '#support') await expect(marketplace(page).locator('#support')).toBeInViewport()
  })

test('an empty hash does not stay in the address', async ({ page, host }) => {
  await openHost(page, (await host('text')).address)
  await say(page, 'navigate', { pathname: '/apps/crm/#' })
  await expect(heading(page)).toHaveText('CRM')
  await say(page, 'navigate', { pathname: '/developers/' })
  await expect(heading(page)).toHaveText('Developers')
  await page.evaluate(() => window.history.back())
  await expect(heading(page)).toHaveText('CRM')
  const frame = await marketplaceFrame(page)
  await expect.poll(() => frame.evaluate(() => window.location.href)).toMatch(/\/apps\/crm\/$/)
})

test('what the host has changed is shown without a reload, and what is changed here is told', async ({ page, host, site }) => {
  await openAsBuyer(page, 'told')
  const token = await tokenOf(page)
  const call = (method: string, path: string) =>
    page.request.fetch(`${site}/api/v2${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  const [installed, bought] = [await idOf(page, 'rolodeer'), await idOf(page, 'basketlight')]
  const { address } = await host('agent-app', '/apps/rolodeer/')
  await openHost(page, address)
  const frame = await marketplaceFrame(page)
  await frame.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
  const app = marketplace(page)
  const install = app.getByRole('button', { name: 'Install', exact: true }).locator('visible=true')
  await expect(app.getByRole('link', { name: 'Cart, empty' })).toBeVisible()

  // The host adds to the cart, and reports it in either form.
  const cart = (await (await call('POST', '/products-carts')).json()) as { id: string }
  await call('PATCH', `/products-carts/${cart.id}/applications/${bought}`)
  await say(page, 'refresh-cart')
  await expect(app.getByRole('link', { name: 'Cart, 1 product' })).toBeVisible()
  await call('DELETE', `/products-carts/${cart.id}/applications/${bought}`)
  await say(page, 'cart_updated', { cart: { id: 'whatever', products: [] } })
  await expect(app.getByRole('link', { name: 'Cart, empty' })).toBeVisible()

  // The host installs an application.
  await call('PUT', `/applications/${installed}/install`)
  await expect(install).toBeVisible()
  await say(page, 'refresh-installed-apps')
  await expect(app.getByText('Installed', { exact: true }).locator('visible=true').first()).toBeVisible()
  await expect(app.getByRole('button', { name: 'Uninstall' }).locator('visible=true')).toBeVisible()

  // The person uninstalls and installs here.
  const about = { id: installed, slug: 'rolodeer', name: 'Rolodeer', product: 'livechat' }
  await app.getByRole('button', { name: 'Uninstall' }).locator('visible=true').click()
  await app.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await expect.poll(() => lastHeard(page, 'app_removed')).toEqual(about)
  await app.getByRole('dialog', { name: 'Rolodeer is uninstalled' }).getByRole('button', { name: 'Done' }).click()
  await install.click()
  await app.getByRole('dialog').getByRole('button', { name: 'Install Rolodeer' }).click()
  await expect.poll(() => lastHeard(page, 'app_installed')).toEqual(about)
  expect(await frame.evaluate(() => document.documentElement.hasAttribute('data-marked'))).toBe(true)

  // The person fills the cart, and empties it.
  await say(page, 'navigate', { pathname: '/apps/basketlight/' })
  await app.getByRole('button', { name: 'Add to cart', exact: true }).locator('visible=true').click()
  await expect
    .poll(() => lastHeard(page, 'marketplace_cart_update'))
    .toMatchObject({ cart: { id: cart.id, products: [{ slug: 'basketlight' }] } })
  await say(page, 'navigate', { pathname: '/cart/' })
  await app.getByRole('main').getByRole('button', { name: 'Remove Basketlight' }).click()
  await expect.poll(() => lastHeard(page, 'marketplace_cart_update')).toMatchObject({ cart: { id: cart.id, products: [] } })

  // None of the messages contained a token.
  const out = JSON.stringify(await heard(page))
  expect(out).not.toContain(token)
  expect(out).not.toContain('access_token')
})

test('a token of the host is used only once the person has agreed', async ({ page, host }) => {
  const { name } = await openAsBuyer(page, 'told')
  const token = await tokenOf(page)
  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.clear()
    document.cookie = 'access_token=; Path=/; Max-Age=0'
  })
  await openHost(page, (await host('agent-app')).address)
  const frame = await marketplaceFrame(page)
  const held = () => frame.evaluate(() => sessionStorage.getItem('access_token'))
  await say(page, 'credentials', { access_token: token })
  const dialog = marketplace(page).getByRole('dialog', { name: `Continue as owner of ${name}?` })
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText('The page around the marketplace offers to sign you in with this account.')
  await expect(dialog).not.toContainText('link')
  expect(await held()).toBeNull()
  expect(frame.url()).not.toContain('access_token')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
  // A person who has said no is not asked again.
  await page.waitForTimeout(1100)
  await say(page, 'credentials', { access_token: token })
  await page.waitForTimeout(700)
  await expect(dialog).toBeHidden()
  expect(await held()).toBeNull()
  expect(JSON.stringify(await heard(page))).not.toContain(token)
  // The next document does not ask either if the host says that it repeats itself.
  await say(page, 'navigate', { pathname: '/my-apps/' })
  await expect(heading(page)).toHaveText('My apps')
  await expect.poll(() => heard(page, 'loaded')).toHaveLength(2)
  await say(page, 'credentials', { access_token: token, again: true })
  await page.waitForTimeout(700)
  await expect(dialog).toBeHidden()
  expect(await held()).toBeNull()

  // In another document the person agrees.
  await page.reload()
  await expect.poll(() => heard(page, 'loaded')).toHaveLength(1)
  await say(page, 'credentials', { access_token: token })
  await dialog.getByRole('button', { name: `Continue as owner of ${name}` }).click()
  await expect(dialog).toBeHidden()
  const app = await marketplaceFrame(page)
  await expect.poll(() => app.evaluate(() => sessionStorage.getItem('access_token'))).toBe(token)
  await say(page, 'navigate', { pathname: '/billing/' })
  await expect(marketplace(page).getByRole('navigation', { name: 'Billing' })).toBeVisible()
  expect(JSON.stringify(await heard(page))).not.toContain(token)
})

test('what the host has changed of a subscription is shown by the screen that is open', async ({ page, host }) => {
  await openAsBuyer(page, 'told')
  await openHost(page, (await host('agent-app', '/billing/')).address)
  await expect(heading(page)).toHaveText('Billing')
  await page.waitForLoadState('networkidle')
  const frame = await marketplaceFrame(page)
  await frame.evaluate(() => document.documentElement.setAttribute('data-marked', ''))
  const licenses = marketplace(page).getByRole('region', { name: 'Licenses' })
  await expect(licenses).toContainText('Live Chat')
  await expect(licenses).not.toContainText('Enterpriseplus plan')
  // Plans belong to the host product, which has meanwhile sold the organization another one.
  await page.route('**/billing/v3/subscriptions', async (route) => {
    const response = await route.fetch()
    const subscriptions = (await response.json()) as { livechat: object }
    await route.fulfill({ response, json: { ...subscriptions, livechat: { ...subscriptions.livechat, plan: 'enterpriseplus' } } })
  })
  await say(page, 'refresh-subscription-info')
  await expect(licenses).toContainText('Enterpriseplus plan')
  expect(await frame.evaluate(() => document.documentElement.hasAttribute('data-marked'))).toBe(true)
  // The screen may be asking once more.
  await page.unrouteAll({ behavior: 'wait' })
})

test.describe('visitors who are not bots', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  })
  test('has a page fetched ahead that the host expects, once', async ({ page, host }) => {
    // On a busy machine the browser may estimate a slow connection, for which nothing is fetched ahead.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g' } }))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openHost(page, (await host('agent-app')).address)
    const data = '/embed/agent-app/page-data/partners/recommended/page-data.json'
    // The data is still loading when the host navigates there.
    await page.route(`**${data}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    for (let times = 0; times < 3; times++) await say(page, 'preload', { pathname: '/apps/marketplace/partners/recommended' })
    await expect.poll(() => asked.filter((path) => path === data)).toHaveLength(1)
    await say(page, 'navigate', { pathname: '/partners/recommended/' })
    await expect.poll(() => lastHeard(page, 'navigate')).toMatchObject({ pathname: '/apps/marketplace/partners/recommended' })
    expect(asked.filter((path) => path === data)).toHaveLength(1)
  })

  test('has from a screen for those who are signed in only other such screens fetched ahead', async ({ page, host }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g' } }))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openHost(page, (await host('text', '/my-apps/')).address)
    await say(page, 'preload', { pathname: '/partners/' })
    await say(page, 'preload', { pathname: '/billing/' })
    await expect.poll(() => asked.filter((path) => path.startsWith('/embed/text/billing/'))).toHaveLength(1)
    expect(asked.filter((path) => path.includes('/partners/'))).toEqual([])
  })
})

for (const [path, expected] of [
  ['/apps/', '/partners/'],
  ['/my-apps/', '/billing/'],
] as const)
  test(`a bot has no page fetched ahead that the host expects, on ${path}`, async ({ page, host }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openHost(page, (await host('text', path)).address)
    await page.waitForLoadState('networkidle')
    await say(page, 'preload', { pathname: expected })
    // The later message was followed, so the earlier one was read.
    await say(page, 'navigate', { pathname: '/developers/' })
    await expect(heading(page)).toHaveText('Developers')
    expect(asked.filter((each) => each.includes(expected))).toEqual([])
  })
