import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { importLines } from './beside.ts'
import { signIn, tokenOf, openAs } from './people.ts'
import { expect, hydrated, test } from './test.ts'

// The texts and actions on an application's pages after its install, and the addresses that its custom properties lead to. Each test has
// its own application, because all tests share the organizations of the demo.

test.use({ expected: { messages: [/Failed to load resource/, /ERR_/, /Unsafe attempt to initiate navigation/] } })

const WINDOW = [{ placement: 'fullscreen', url: 'https://window.example/app' }]
const line = (slug: string, more: object = {}) => ({
  slug,
  name: slug.replaceAll('-', ' '),
  company: { name: 'Nightly' },
  category: { slug: 'crm' },
  ...more,
})
const LINES = [
  line('shown-above', { widgets: [{ placement: 'settings', url: 'https://above.example/settings' }] }),
  line('says-installed', { widgets: WINDOW }),
  line('refuses-politely'),
  line('stays-installed'),
  line('never-known'),
  line('two-tabs'),
  line('back-again'),
  line('only-these', {
    widgets: [...WINDOW, { placement: 'settings', url: 'https://only.example/settings' }],
  }),
  line('desk-thing', { product: 'helpdesk' }),
  line('costs-something', { payment: { price: 1000, frequency: 'monthly' } }),
  line('leads-on', { directInstallUrl: 'https://direct.example/connect' }),
  line('leads-on-in-a-tab', {
    directInstallUrl: 'https://direct.example/connect',
    customProps: { directInstallUrlInNewTab: 'true' },
  }),
  line('has-a-step-left', {
    customProps: { finishInstallUrl: 'https://finish.example/calendar', finishInstallCopy: 'Connect a calendar to go on.' },
  }),
  line('lives-elsewhere', {
    customProps: { alternativeFullscreenPath: '/team/elsewhere', alternativeSettingUrl: 'https://elsewhere.example/settings' },
    widgets: WINDOW,
  }),
  line('has-reports', { customProps: { agentAppReport: 'true' } }),
]

test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(LINES)
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/has-reports/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

const main = (page: Page) => page.getByRole('main')
const shown = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
  main(page).getByRole(role, { name, exact: true }).locator('visible=true')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Price and details' })
const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const nameOf = (slug: string) => slug.replaceAll('-', ' ')

/** Signs in, opens an application's page, and waits until the organization's state of it is known. */
const openKnown = async (page: Page, email: string, slug: string): Promise<void> => {
  const known = page.waitForResponse((response) => response.url().endsWith('/instance'))
  await openAs(page, email, `/apps/${slug}/`)
  await known
}
const idOf = async (request: APIRequestContext, slug: string): Promise<string> =>
  ((await (await request.get(`/api/v2/applications/${slug}/published`)).json()) as { id: string }).id
/** Changes the state by the API, as another device of the organization would. */
const change = async (page: Page, method: 'PUT' | 'DELETE', slug: string, rest = 'install', data?: object): Promise<void> => {
  const { request } = page.context()
  const answer = await request.fetch(`/api/v2/applications/${await idOf(request, slug)}/${rest}`, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    ...(data && { data }),
  })
  expect(answer.ok()).toBe(true)
}
const install = async (page: Page, slug: string): Promise<void> => {
  await shown(page, 'button', 'Install').click()
  await dialog(page, `Install ${nameOf(slug)}`)
    .getByRole('button', { name: `Install ${nameOf(slug)}` })
    .click()
}
/** Simulates third-party pages. */
const play = (to: Page | BrowserContext, address: string, body = 'A stranger’s page.') =>
  to.route(address, (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Played</title>${body}` }))

for (const width of [390, 1376])
  test(`a message stands above the dialog that is open, and can be dismissed there, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const slug = 'shown-above'
    const who = width === 390 ? 'owner@globex.test' : 'owner@acme.test'
    await openKnown(page, who, slug)
    await install(page, slug)
    await expect(dialog(page, `Set up ${nameOf(slug)}`)).toBeVisible()
    const message = messages(page).getByText('Application installed successfully!')
    const isUppermost = () =>
      message.evaluate((element) => {
        const { left, top, width: wide, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + wide / 2, top + height / 2))
      })
    expect(await isUppermost()).toBe(true)
    // Inert elements are not announced by screen readers.
    expect(await message.evaluate((element) => element.closest('dialog') === document.querySelector('dialog:modal'))).toBe(true)
    await messages(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(message).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(panel(page).getByText('Installed', { exact: true }).locator('visible=true')).toBeVisible()
  })

test('an application that was installed says so, beside what is to be done with it', async ({ page }) => {
  await openKnown(page, 'owner@globex.test', 'says-installed')
  await install(page, 'says-installed')
  await expect(shown(page, 'link', 'Open app')).toBeVisible()
  await expect(panel(page).getByText('Installed', { exact: true }).locator('visible=true')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.locator('[data-action-bar]').getByText('Installed', { exact: true })).toBeVisible()
})

test('an answer that came and says that it did not work is a failure', async ({ page }) => {
  const slug = 'refuses-politely'
  await openKnown(page, 'owner@globex.test', slug)
  const refuse = (method: string, error: string) =>
    page.route('**/applications/*/install', (route) =>
      route.request().method() === method ? route.fulfill({ json: { status: 'failed', error } }) : route.fallback(),
    )
  await refuse('PUT', 'The developer has no room left')
  await install(page, slug)
  await expect(messages(page)).toContainText("Application couldn't be installed: The developer has no room left")
  await expect(messages(page)).not.toContainText('successfully')
  await page.unroute('**/applications/*/install')
  await dialog(page, `Install ${nameOf(slug)}`)
    .getByRole('button', { name: `Install ${nameOf(slug)}` })
    .click()
  await expect(messages(page)).toContainText('Application installed successfully!')

  await refuse('DELETE', 'The developer keeps it')
  await shown(page, 'button', 'Uninstall').click()
  await dialog(page, `Uninstall ${nameOf(slug)}?`)
    .getByRole('button', { name: 'Uninstall', exact: true })
    .click()
  await expect(messages(page)).toContainText("App couldn't be uninstalled: The developer keeps it")
  await expect(messages(page)).not.toContainText('uninstalled successfully')
})

test('where the instance cannot be read, what is installed is not offered again', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await signIn(page, 'owner@globex.test')
  await change(page, 'PUT', 'stays-installed')
  await page.route('**/instance', (route) => route.fulfill({ status: 500, json: {} }))
  for (const slug of ['stays-installed', 'never-known']) {
    const failed = page.waitForResponse((response) => response.url().endsWith('/instance'))
    await page.goto(`/apps/${slug}/`)
    await failed
    await expect(panel(page).getByText("App details couldn't be loaded.")).toBeVisible()
    await expect(shown(page, 'button', 'Install')).toHaveCount(0)
  }
  await page.unroute('**/instance')
  await shown(page, 'button', 'Try again').click()
  await expect(shown(page, 'button', 'Install')).toBeVisible()
  await page.goto('/apps/stays-installed/')
  await expect(panel(page).getByText('Installed', { exact: true }).locator('visible=true')).toBeVisible()
})

test('two tabs say the same after an install and an uninstall', async ({ page, context }) => {
  const slug = 'two-tabs'
  await openKnown(page, 'owner@globex.test', slug)
  const other = await context.newPage()
  await other.goto(`/apps/${slug}/`)
  const mine = await context.newPage()
  await mine.goto('/my-apps/')
  await expect(shown(other, 'button', 'Install')).toBeVisible()
  await install(page, slug)
  await expect(panel(other).getByText('Installed', { exact: true }).locator('visible=true')).toBeVisible()
  const card = mine.getByRole('article').filter({ hasText: nameOf(slug) })
  await expect(card).toBeVisible()
  await shown(other, 'button', 'Uninstall').click()
  await dialog(other, `Uninstall ${nameOf(slug)}?`)
    .getByRole('button', { name: 'Uninstall', exact: true })
    .click()
  await expect(messages(other)).toContainText('Application uninstalled successfully.')
  await expect(shown(page, 'button', 'Install')).toBeVisible()
  await expect(card).toHaveCount(0)

  // A message over the page says at once what stopped and what stays.
  const receipt = dialog(other, `${nameOf(slug)} is uninstalled`)
  for (const title of ['What stopped', 'Payments', 'What stays, and where'])
    await expect(receipt.getByRole('heading', { name: title })).toBeVisible()
  await expect(receipt).toContainText('It cost nothing, so there was nothing to cancel.')
  const kept = receipt.getByRole('link', { name: 'Open the receipt' })
  await expect(kept).toHaveAttribute('href', /\/my-apps\/receipts\/[\w-]+\/$/)
  await receipt.getByRole('button', { name: 'Done' }).click()
  await expect(receipt).toBeHidden()
  await expect(shown(other, 'button', 'Install')).toBeVisible()
})

test('a person who comes back to a tab sees changes made on another device', async ({ page }) => {
  const slug = 'back-again'
  await openKnown(page, 'owner@globex.test', slug)
  await expect(shown(page, 'button', 'Install')).toBeVisible()
  await change(page, 'PUT', slug)
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(panel(page).getByText('Installed', { exact: true }).locator('visible=true')).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('an application for chosen agents is opened by nobody else, and managed by administrators', async ({
  page,
  browser,
  baseURL,
}) => {
  const slug = 'only-these'
  await page.goto('/')
  await hydrated(page)
  await signIn(page, 'owner@acme.test')
  await change(page, 'PUT', slug)
  await page.goto('/my-apps/')
  const mine = page.getByRole('article').filter({ hasText: nameOf(slug) })
  await expect(mine.getByRole('link', { name: /^Open app/ })).toBeVisible()
  await mine.getByRole('button', { name: /^Change/ }).click()
  const who = dialog(page, `Who uses ${nameOf(slug)}?`)
  await who.getByLabel('Only these').check()
  await who.getByLabel(/Mina Okoro/).check()
  await who.getByRole('button', { name: 'Save' }).click()
  await expect(mine).toContainText('Used by 1 person, and not by you')
  await expect(mine.getByRole('link', { name: /^Open app/ })).toHaveCount(0)
  await expect(mine.getByRole('link', { name: /^Settings/ })).toBeVisible()
  await expect(mine.getByRole('button', { name: /^Uninstall/ })).toBeVisible()

  for (const [email, chosen] of [
    ['agent@acme.test', false],
    ['mina@acme.test', true],
  ] as const) {
    const context = await browser.newContext(baseURL ? { baseURL } : {})
    const agent = await context.newPage()
    await play(agent, 'https://window.example/app?*', '<p>This is the window.')
    await openKnown(agent, email, slug)
    await expect(panel(agent).getByText('Installed', { exact: true }).locator('visible=true')).toBeVisible()
    await expect(shown(agent, 'link', 'Open app')).toHaveCount(chosen ? 1 : 0)
    await agent.goto('/my-apps/')
    await expect(
      agent
        .getByRole('article')
        .filter({ hasText: nameOf(slug) })
        .getByRole('link', { name: /^Settings/ }),
    ).toHaveCount(chosen ? 1 : 0)
    await agent.goto(`/apps/${slug}/open/`)
    if (chosen) await expect(agent.frameLocator('iframe').getByText('This is the window.')).toBeVisible()
    else await expect(main(agent).getByText('has chosen who uses this application')).toBeVisible()
    await context.close()
  }
})

test('without a licence of the product one reads that, and nobody is asked', async ({ page }) => {
  await openKnown(page, 'agent@globex.test', 'desk-thing')
  const sentence = 'Your Help Desk license is inactive. Go to Help Desk app and activate it.'
  await expect(panel(page).getByText(sentence)).toBeVisible()
  await shown(page, 'button', 'Install').click()
  await expect(dialog(page, 'Install desk thing').getByText(sentence)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request access' })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Administrators' })).toHaveCount(0)
})

test('people who may not install a paid application can ask for it', async ({ page }) => {
  await openKnown(page, 'mina@acme.test', 'costs-something')
  await shown(page, 'button', 'Request access').click()
  await dialog(page, 'Install costs something').getByRole('button', { name: 'Request access' }).click()
  await expect(messages(page)).toContainText('Request sent!')
})

test('the install button leads on to the directInstallUrl after our own install, and only then', async ({ page }) => {
  await play(page, 'https://direct.example/connect')
  await openKnown(page, 'owner@globex.test', 'leads-on')
  await page.route('**/applications/*/install', (route) => route.fulfill({ json: { status: 'failed', error: 'Not now' } }), {
    times: 1,
  })
  await install(page, 'leads-on')
  await expect(dialog(page, 'Install leads on')).toContainText('After that you go on at direct.example.')
  await expect(messages(page)).toContainText('Not now')
  await expect(page).toHaveURL('/apps/leads-on/')
  await dialog(page, 'Install leads on').getByRole('button', { name: 'Install leads on' }).click()
  await expect(page).toHaveURL('https://direct.example/connect')
  await page.goto('/apps/leads-on/')
  await expect(panel(page).getByText('Installed', { exact: true }).locator('visible=true')).toBeVisible()
})

test('directInstallUrlInNewTab leads on in a tab of its own, which has no hold of this one', async ({ page, context }) => {
  await play(context, 'https://direct.example/connect')
  await openKnown(page, 'owner@globex.test', 'leads-on-in-a-tab')
  const opened = context.waitForEvent('page', (tab) => tab !== page)
  await install(page, 'leads-on-in-a-tab')
  const tab = await opened
  await expect(tab).toHaveURL('https://direct.example/connect')
  expect(await tab.evaluate(() => window.opener === null)).toBe(true)
  await expect(page).toHaveURL('/apps/leads-on-in-a-tab/')
  await expect(messages(page)).toContainText('Application installed successfully!')
})

test('finishInstallUrl and its copy stay until the installation is marked as done', async ({ page }) => {
  const slug = 'has-a-step-left'
  const copy = 'Connect a calendar to go on.'
  await openKnown(page, 'owner@globex.test', slug)
  await install(page, slug)
  const setUp = dialog(page, `Set up ${nameOf(slug)}`)
  await expect(setUp.getByText(copy)).toBeVisible()
  await expect(setUp.getByRole('link', { name: /Finish the installation/ })).toHaveAttribute(
    'href',
    'https://finish.example/calendar',
  )
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(panel(page).getByText(copy).locator('visible=true')).toBeVisible()
  await page.goto('/my-apps/')
  const mine = page.getByRole('article').filter({ hasText: nameOf(slug) })
  await mine.getByRole('link', { name: /^Finish the installation/ }).click()
  await expect(setUp.getByText(copy)).toBeVisible()
  await page.keyboard.press('Escape')
  await shown(page, 'button', 'Mark as done').click()
  await expect(panel(page).getByText(copy)).toHaveCount(0)
  await page.reload()
  await expect(panel(page).getByText('Installed', { exact: true }).locator('visible=true')).toBeVisible()
  await expect(panel(page).getByText(copy)).toHaveCount(0)
})

test('alternativeFullscreenPath and alternativeSettingUrl are where it opens and is set up', async ({ page, baseURL }) => {
  const slug = 'lives-elsewhere'
  await openKnown(page, 'owner@globex.test', slug)
  await change(page, 'PUT', slug)
  await page.reload()
  const host = new URL(baseURL ?? '')
  const opens = shown(page, 'link', /^Open app/)
  const href = new URL((await opens.getAttribute('href')) ?? '')
  expect(href.pathname).toBe('/team/elsewhere')
  expect(href.port).toBe(String(Number(host.port) + 4))
  await page.goto('/my-apps/')
  const mine = page.getByRole('article').filter({ hasText: nameOf(slug) })
  await expect(mine.getByRole('link', { name: /^Open app/ })).toHaveAttribute('href', href.href)
  await expect(mine.getByRole('link', { name: /^Settings/ })).toHaveAttribute('href', 'https://elsewhere.example/settings')
  await page.goto(`/apps/${slug}/open/`)
  await expect(main(page).getByRole('link', { name: /^Open app/ })).toHaveAttribute('href', href.href)
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('agentAppReport leads to the Reports of the host product', async ({ page, baseURL }) => {
  const slug = 'has-reports'
  await openKnown(page, 'owner@globex.test', slug)
  await change(page, 'PUT', slug)
  await page.reload()
  const reports = `http://localhost:${Number(new URL(baseURL ?? '').port) + 4}/reports`
  await expect(shown(page, 'link', /^Go to Reports/)).toHaveAttribute('href', reports)
  await page.goto('/my-apps/')
  const mine = page.getByRole('article').filter({ hasText: nameOf(slug) })
  await expect(mine.getByRole('link', { name: /^Go to Reports/ })).toHaveAttribute('href', reports)
})
