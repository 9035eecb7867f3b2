// Installed applications at their placements in the sample host, and the screens around them.
import type { Page } from '@playwright/test'
import { importLines } from './beside.ts'
import { hostOf, placedLine, portOf, openWithInstalled } from './placed.ts'
import { marketplace, marketplaceFrame } from './serve-host.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const widgetsOf = (applications: string) => [
  { placement: 'fullscreen', url: `${applications}/rolodeer/app` },
  {
    placement: 'plugin',
    url: `${applications}/mossgate-invoices/details`,
    shortcut: { initialState: '{"sections":[{"title":"Invoices"}]}' },
  },
  { placement: 'settings', url: `${applications}/mossgate-invoices/settings` },
  { placement: 'messagebox', url: `${applications}/folderbird/message-box` },
  { placement: 'reports', url: `${applications}/rolodeer/app` },
  { placement: 'targeted-message', url: `${applications}/mossgate-invoices/settings` },
]
const linesOf = (baseURL: string | undefined) => {
  const applications = `http://127.0.0.1:${portOf(baseURL) + 3}`
  return [
    placedLine('at-every-place', { widgets: widgetsOf(applications) }),
    placedLine('comes-and-goes', { widgets: [{ placement: 'fullscreen', url: `${applications}/rolodeer/app` }] }),
    placedLine('is-far-away', { widgets: [{ placement: 'fullscreen', url: 'https://far-away.example/app' }] }),
    ...['leads-on', 'also-leads-on'].map((slug) =>
      placedLine(slug, {
        customProps: { trustedUrl: applications },
        widgets: [
          { placement: 'fullscreen', url: `${applications}/rolodeer/app` },
          { placement: 'settings', url: `${applications}/mossgate-invoices/settings` },
        ],
      }),
    ),
    placedLine('filters-reports', { widgets: [{ placement: 'fullscreen', url: `${applications}/rolodeer/app` }] }),
    placedLine('desk-details', {
      product: 'helpdesk',
      widgets: [
        {
          placement: 'plugin',
          url: `${applications}/knowledge-cards/details`,
          shortcut: { initialState: '{"sections":[{"title":"Cards"}]}' },
        },
      ],
    }),
  ]
}

test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(linesOf(baseURL))
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/helpdesk/apps/desk-details/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

const rail = (page: Page) => page.getByRole('navigation', { name: 'Live Chat', exact: true })

test('every screen reads well on a phone and on wider windows, in both themes', async ({ page, baseURL }) => {
  const host = hostOf(baseURL)
  for (const path of [
    '/',
    '/chats',
    '/chats/mara-lindqvist#details',
    '/tickets/T-2041',
    '/text/messages',
    '/reports',
    '/campaigns',
    '/apps/settings',
    '/terms/livechat',
  ]) {
    await page.goto(host + path)
    await expectSound(page, path)
  }
})

test('an address without a page says so', async ({ page, baseURL }) => {
  const response = await page.request.get(`${hostOf(baseURL)}/team/elsewhere`)
  expect([response.status(), await response.text()]).toEqual([404, expect.stringContaining('Nothing is here')])
})

test('an application is beside the chat, in the message box, in settings, reports and campaigns', async ({ page, baseURL }) => {
  const host = hostOf(baseURL)
  await openWithInstalled(page, baseURL, ['at-every-place', 'desk-details'])
  const name = 'at every place'

  // Beside the chat: only the section that the application opens with is filled.
  const details = page.getByRole('complementary', { name: 'Details' })
  const section = details.locator('details').filter({ hasText: name })
  if (!(await section.evaluate((element) => (element as HTMLDetailsElement).open))) await section.locator('summary').click()
  const inDetails = section.frameLocator('iframe')
  // The application receives the customer of the chat.
  await expect(inDetails.getByText('customer Mara Lindqvist')).toBeVisible()
  await inDetails.getByRole('button', { name: 'Fill a section of others' }).click()
  await inDetails.getByRole('button', { name: 'Show the invoices' }).click()
  await expect(section.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  await expect(section.getByText('$64')).toBeVisible()
  await expect(section.getByText('Somebody else’s')).toHaveCount(0)
  await section.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByRole('status').filter({ hasText: `${name}: The invoice is paid.` })).toBeVisible()
  await expect(section.getByText('paid', { exact: true })).toBeVisible()
  // The application writes into the message box, and the person sends the message.
  await inDetails.getByRole('button', { name: 'Send the invoice' }).click()
  await expect(page.getByLabel('Reply to Mara Lindqvist')).toHaveValue(/1042/)

  // Applications in the message box.
  await page.getByRole('button', { name: 'Applications for this message' }).click()
  await page.getByRole('button', { name, exact: true }).click()
  const box = page.getByRole('region', { name, exact: true })
  await expect(box.frameLocator('iframe').getByText('customer Mara Lindqvist')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem').last()).toContainText('1042')
  await expectSound(page, 'a chat with applications')

  // Applications on full screens; the theme is passed on.
  for (const [path, heading] of [
    ['/apps/settings/at-every-place', 'Mossgate Invoices'],
    ['/reports/at-every-place', 'Rolodeer'],
    ['/campaigns/at-every-place', 'Mossgate Invoices'],
    ['/apps/at-every-place', 'Rolodeer'],
  ] as const) {
    await page.goto(host + path)
    await expect(page.frameLocator(`iframe[title="${name}"]`).getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await expect(page.frameLocator(`iframe[title="${name}"]`).getByText(/^plugin /)).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(before)
  await expect(page.frameLocator(`iframe[title="${name}"]`).locator('html')).toHaveClass(/\bdark\b/)
  await page.reload()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')

  // Beside a ticket, with the ticket's data.
  await page.goto(`${host}/tickets/T-2031`)
  const cards = page.getByRole('complementary', { name: 'Details' }).locator('details').filter({ hasText: 'desk details' })
  await expect(cards.getByText('Manual for the Vinter shelf').first()).toBeVisible()
  await cards.getByRole('button', { name: 'Use this card' }).click()
  await expect(cards.getByText('used', { exact: true })).toBeVisible()
})

test('an application filters the reports of the host, which says by whom and by what, until that is cleared', async ({
  page,
  baseURL,
}) => {
  await openWithInstalled(page, baseURL, ['filters-reports'])
  await page.goto(`${hostOf(baseURL)}/apps/filters-reports`)
  await page.frameLocator('iframe[title="filters reports"]').getByRole('button', { name: 'Reports of today' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'filters reports has filtered the reports.' })).toBeVisible()
  await page.goto(`${hostOf(baseURL)}/reports`)
  const shown = page.locator('[data-report-filters]')
  await expect(shown).toContainText('Filtered by filters reports')
  for (const text of ['agents: Olivia Acker, Victor Marsh', 'tags: refund', 'from: 2026-01-05'])
    await expect(shown.getByText(text, { exact: true })).toBeVisible()
  await expectSound(page, 'reports that are filtered')
  await shown.getByRole('button', { name: 'Clear' }).click()
  await expect(shown).toBeEmpty()
  await page.reload()
  await expect(shown).toBeEmpty()
})

type Published = { id: string; widgets: { id: string; placement: string }[] }

test('an application is found by its slug, its id and the id of its widget, where another has the same placements', async ({
  page,
  baseURL,
}) => {
  const host = hostOf(baseURL)
  const slugs = ['leads-on', 'also-leads-on']
  await openWithInstalled(page, baseURL, slugs)
  for (const slug of slugs) {
    const { id, widgets } = (await (
      await page.request.get(`${baseURL}/api/v2/applications/${slug}/published`)
    ).json()) as Published
    const widgetAt = (placement: string) => widgets.find((widget) => widget.placement === placement)?.id ?? ''
    const application = page.frameLocator(`iframe[title="${slug.replaceAll('-', ' ')}"]`)
    for (const name of [slug, id, widgetAt('fullscreen')]) {
      await page.goto(`${host}/apps/${name}`)
      await expect(application.getByText(`plugin ${id}`, { exact: true })).toBeVisible()
    }
    for (const name of [slug, id, widgetAt('settings')]) {
      await page.goto(`${host}/apps/settings/${name}`)
      await expect(application.getByLabel('Sender of the invoices')).toBeVisible()
    }
    // A widget of another placement is not on this screen.
    await page.goto(`${host}/apps/settings/${widgetAt('fullscreen')}`)
    await expect(page.getByRole('main')).toContainText('This application is not here')
  }
})

test('an application leads to itself and to its own website, and to no stranger', async ({ page, baseURL }) => {
  const host = hostOf(baseURL)
  await openWithInstalled(page, baseURL, ['leads-on'])
  await page.goto(`${host}/apps/leads-on`)
  const application = page.frameLocator('iframe[title="leads on"]')
  await application.getByRole('button', { name: 'Show the team' }).click()
  await expect(page).toHaveURL(`${host}/apps/leads-on?view=team`)
  await expect(application.getByText('page data {"view":"team"}')).toBeVisible()
  await application.getByRole('button', { name: 'Go to a stranger' }).click()
  await application.getByRole('button', { name: 'Say it worked' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'leads on: The contact was saved.' })).toBeVisible()
  await expect(page).toHaveURL(`${host}/apps/leads-on?view=team`)
  await application.getByRole('button', { name: 'Go to my website' }).click()
  await expect(page).toHaveURL(`http://127.0.0.1:${portOf(baseURL) + 3}/`)
})

test('an application in the marketplace’s frame leads the whole window, since no other page may stand in the frame', async ({
  page,
  baseURL,
}) => {
  const host = hostOf(baseURL)
  await openWithInstalled(page, baseURL, ['leads-on'])
  const application = marketplace(page).frameLocator('[data-full-screen] iframe')
  for (const [name, address] of [
    ['Go to Chats', `${host}/chats`],
    ['Go to my website', `http://127.0.0.1:${portOf(baseURL) + 3}/`],
  ] as const) {
    await page.goto(`${host}/apps/marketplace/apps/leads-on/open`)
    await application.getByRole('button', { name }).click()
    await expect(page).toHaveURL(address)
  }
})

test('an application outside of the sample says where it lives', async ({ page, baseURL }) => {
  await openWithInstalled(page, baseURL, ['is-far-away'])
  await page.goto(`${hostOf(baseURL)}/apps/is-far-away`)
  await expect(page.getByRole('main')).toContainText('Its address is at far-away.example.')
  await expect(page.locator('main iframe')).toHaveCount(0)
})

test('what is uninstalled in the frame leaves the navigation, without a reload', async ({ page, baseURL }) => {
  await openWithInstalled(page, baseURL, ['comes-and-goes'])
  const entry = rail(page).getByRole('link', { name: 'comes and goes' })
  await expect(entry).toBeVisible()
  await page.goto(`${hostOf(baseURL)}/apps/marketplace/apps/comes-and-goes`)
  await (
    await marketplaceFrame(page)
  ).waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith('__react')))
  const shop = marketplace(page)
  await expect(entry).toBeVisible()
  await shop.getByRole('button', { name: 'Uninstall' }).locator('visible=true').first().click()
  const dialog = shop.getByRole('dialog', { name: /^Uninstall/ })
  await dialog.getByRole('button', { name: /^Uninstall/ }).click()
  await expect(entry).toBeHidden()
})
