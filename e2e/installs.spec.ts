import type { Page } from '@playwright/test'
import { importLines } from './beside.ts'
import { accountMenu, signInByPopup, tokenOf, uninstall, openAs } from './people.ts'
import { axeFindings } from './sound.ts'
import { expect, hydrated, test } from './test.ts'

// A refusal is an answer with an error status, which the browser logs in its console.
test.use({ expected: { messages: [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/] } })

const messages = (page: Page) => page.getByRole('status', { name: 'Messages' })
const visibleButton = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).locator('visible=true')
const installDialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Install ${name}` })

/** Makes one request fail as if the network did. */
const failOnce = (page: Page, url: string): Promise<unknown> => page.route(url, (route) => route.abort(), { times: 1 })

/** Signs in, opens an application's page, and waits until the organization's state of it is known. */
const openKnown = async (page: Page, email: string, path: string): Promise<void> => {
  const known = page.waitForResponse((response) => response.url().endsWith('/instance'))
  await openAs(page, email, path)
  await known
}

test('a visitor installs and sets up an application; many clicks send one call', async ({ page }) => {
  await page.goto('/apps/peppergrove-crm/')
  await hydrated(page)
  await signInByPopup(page, 'owner@acme.test', () =>
    page.getByRole('main').getByRole('link', { name: 'Install', exact: true }).locator('visible=true').click(),
  )
  const dialog = installDialog(page, 'Peppergrove CRM')
  await expect(dialog).toContainText('Can see and change')
  await expect(dialog.getByRole('listitem')).toHaveCount(5)
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') calls++
  })
  await dialog.getByRole('button', { name: 'Install Peppergrove CRM' }).dblclick()
  await expect(messages(page)).toContainText('Application installed successfully!')
  const setUp = page.getByRole('dialog', { name: 'Set up Peppergrove CRM' })
  await expect(setUp.getByRole('heading', { name: 'Four steps to your first matched contact' })).toBeVisible()
  await expect(setUp.getByRole('link', { name: /Open settings/ })).toHaveAttribute('href', '/apps/peppergrove-crm/settings/')
  expect(calls).toBe(1)
  await page.keyboard.press('Escape')
  await expect(setUp).toBeHidden()
  await page.goto('/apps/peppergrove-crm/?action=settings')
  await setUp.getByRole('button', { name: 'It is set up' }).click()
  await expect(setUp).toBeHidden()
  await expect(page).toHaveURL('/apps/peppergrove-crm/')
  await expect(page.getByRole('link', { name: /Open settings/ })).toBeVisible()

  // The list shows it too, and its layout does not move.
  await page.goto('/apps/crm/')
  const card = page.getByRole('article').filter({ hasText: 'Peppergrove CRM' })
  const before = await card.boundingBox()
  await expect(card).toContainText('Installed')
  expect(await card.boundingBox()).toEqual(before)

  await page.goto('/my-apps/')
  const mine = page.getByRole('article').filter({ hasText: 'Peppergrove CRM' })
  await expect(mine).toContainText('by Olivia Acker')
  await mine.getByRole('button', { name: /^Uninstall/ }).click()
  const ask = page.getByRole('dialog', { name: 'Uninstall Peppergrove CRM?' })
  await ask.getByLabel('Why?').fill('Only a trial.')
  // Both times are measured in the page: from the server's answer to the notice.
  await page.evaluate(() => {
    const timed = window as unknown as { confirmedAfter: number }
    const { fetch } = window
    let answeredAt = Number.NaN
    window.fetch = async (address, init) => {
      const answer = await fetch(address, init)
      if (init?.method === 'DELETE') answeredAt = performance.now()
      return answer
    }
    new MutationObserver((_, observer) => {
      if (!document.body.textContent.includes('Application uninstalled successfully.')) return
      timed.confirmedAfter = performance.now() - answeredAt
      observer.disconnect()
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await ask.getByRole('button', { name: 'Uninstall', exact: true }).click()
  expect((await answered).request().postDataJSON()).toEqual({ reason: 'Only a trial.' })
  await expect(messages(page)).toContainText('Application uninstalled successfully.')
  expect(await page.evaluate(() => (window as unknown as { confirmedAfter: number }).confirmedAfter)).toBeGreaterThan(998)
  await expect(mine).toHaveCount(0)
})

test('the back button leaves the dialog’s page, and an address opens the dialog again', async ({ page }) => {
  await page.goto('/apps/loupe-clips/?action=install')
  const dialog = installDialog(page, 'Loupe Clips')
  await expect(dialog).toContainText('Sign in to install it for your organization.')
  await signInByPopup(page, 'owner@globex.test', () => dialog.getByRole('button', { name: 'Sign in' }).click())
  await expect(dialog.getByRole('button', { name: 'Install Loupe Clips' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/apps/loupe-clips/')
  await expect(dialog).toBeHidden()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Apps', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All apps' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Loupe Clips' })).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('the page does not move when a dialog opens, with classic and with overlay scrollbars', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  for (const ignoreDefaultArgs of [[], ['--hide-scrollbars']]) {
    const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs })
    for (const width of [390, 1376]) {
      const page = await browser.newPage({ ...(baseURL && { baseURL }), viewport: { width, height: 800 } })
      await page.goto('/apps/loupe-clips/?action=install')
      await expect(installDialog(page, 'Loupe Clips')).toBeVisible()
      const places = () =>
        page.evaluate(() =>
          ['h1', '[data-account]', '[data-action-bar] a'].map(
            (part) => document.querySelector(part)?.getBoundingClientRect().left,
          ),
        )
      const covered = await page.evaluate(() => document.documentElement.clientWidth)
      const open = await places()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await places()).toEqual(open)
      // The dimmed page reaches to the window's edge.
      expect(covered).toBe(width)
      const room = width - (await page.evaluate(() => document.documentElement.clientWidth))
      expect(room > 0).toBe(ignoreDefaultArgs.length > 0)
    }
    await browser.close()
  }
})

test('an install of an application that is installed already says so', async ({ page, request }) => {
  await openKnown(page, 'owner@globex.test', '/apps/folderbird/')
  await visibleButton(page, 'Install').click()
  const dialog = installDialog(page, 'Folderbird')
  await expect(dialog.getByRole('button', { name: 'Install Folderbird' })).toBeVisible()
  const token = await tokenOf(page)
  const { id } = (await (await request.get('/api/v2/applications/folderbird/published')).json()) as { id: string }
  await request.put(`/api/v2/applications/${id}/install`, { headers: { authorization: `Bearer ${token}` } })
  await dialog.getByRole('button', { name: 'Install Folderbird' }).click()
  await expect(messages(page)).toContainText('Application is already installed.')
  await expect(dialog).toBeHidden()
  await expect(visibleButton(page, 'Uninstall')).toBeVisible()
  await uninstall(request, token, 'folderbird')
})

test('a failed install says why, or that the cause is unknown', async ({ page, context, request }) => {
  const line = { slug: 'closing-time', name: 'Closing Time', company: { name: 'Nightly' }, category: { slug: 'crm' } }
  await importLines([line])
  await expect(async () => expect((await request.get('/apps/closing-time/')).status()).toBe(200)).toPass()
  await openKnown(page, 'owner@globex.test', '/apps/closing-time/')
  await visibleButton(page, 'Install').click()
  const confirm = installDialog(page, 'Closing Time').getByRole('button', { name: 'Install Closing Time' })
  await expect(confirm).toBeVisible()
  await context.setOffline(true)
  await confirm.click()
  await expect(messages(page)).toContainText("Application couldn't be installed: Unknown error")
  await context.setOffline(false)
  await installDialog(page, 'Closing Time').getByRole('button', { name: 'Try again' }).click()
  await expect(confirm).toBeVisible()
  await importLines([{ ...line, underMaintenance: true }])
  await confirm.click()
  await expect(messages(page)).toContainText(
    "Application couldn't be installed: This application is under maintenance and cannot be installed right now.",
  )
})

test('a service is activated and deactivated', async ({ page, request }) => {
  await importLines([
    { slug: 'first-aid-hour', name: 'First Aid Hour', company: { name: 'Nightly' }, customProps: { isService: 'true' } },
  ])
  await expect(async () => expect((await request.get('/services/first-aid-hour/')).status()).toBe(200)).toPass()
  await openKnown(page, 'owner@globex.test', '/services/first-aid-hour/')
  await visibleButton(page, 'Activate').click()
  await page
    .getByRole('dialog', { name: 'Activate First Aid Hour' })
    .getByRole('button', { name: 'Activate First Aid Hour' })
    .click()
  await expect(messages(page)).toContainText('Service activated successfully!')
  await visibleButton(page, 'Deactivate').click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate First Aid Hour?' })
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(messages(page)).toContainText('Service deactivated successfully.')
})

test('a failed uninstall says so', async ({ page, context, request }) => {
  await openKnown(page, 'owner@globex.test', '/apps/chat-summary/')
  await visibleButton(page, 'Install').click()
  await installDialog(page, 'Chat Summary').getByRole('button', { name: 'Install Chat Summary' }).click()
  await expect(messages(page)).toContainText('Application installed successfully!')
  await visibleButton(page, 'Uninstall').click()
  const ask = page.getByRole('dialog', { name: 'Uninstall Chat Summary?' })
  const confirm = ask.getByRole('button', { name: 'Uninstall', exact: true })
  await context.setOffline(true)
  await confirm.click()
  await expect(messages(page)).toContainText('Uninstallation failed. Please, contact our support.')
  await context.setOffline(false)
  await uninstall(request, await tokenOf(page), 'chat-summary')
  await confirm.click()
  await expect(messages(page)).toContainText("App couldn't be uninstalled: Application is not installed.")
  await expect(ask).toBeHidden()
  await expect(visibleButton(page, 'Install')).toBeVisible()
})

test.describe('a person who may not install reads why', () => {
  const cases = [
    { who: 'admin@acme.test', path: '/apps/refund-ledger/', says: 'To install contact the owner of the Help Desk license.' },
    { who: 'agent@acme.test', path: '/apps/heron-lists/', says: 'You do not have enough permissions to install applications.' },
    {
      who: 'owner@initech.test',
      path: '/apps/heron-lists/',
      says: 'Your Live Chat license is inactive. Go to Live Chat app and activate it.',
    },
    {
      who: 'owner@globex.test',
      path: '/apps/dealhedge/',
      says: 'This app is currently available only for Team and higher plans',
    },
    {
      who: 'owner@globex.test',
      path: '/apps/tidewords/',
      says: 'This app is currently available only for Business and Enterprise plans',
    },
    {
      who: 'owner@acme.test',
      path: '/apps/second-reader/',
      says: 'This app is currently available only for the Enterprise plan',
    },
    {
      who: 'admin@acme.test',
      path: '/apps/parcelwren/',
      says: 'Only those of your organization with a billing permission can buy it.',
    },
  ]
  for (const { who, path, says } of cases) {
    test(`${who} at ${path}`, async ({ page }) => {
      await openKnown(page, who, path)
      await expect(page.getByRole('complementary', { name: 'Price and details' }).getByText(says)).toBeVisible()
    })
  }
})

test('a paid application has a button to buy it, and one under maintenance has no button', async ({ page }) => {
  for (const path of ['/apps/parcelwren/', '/apps/porchlight-calls/']) {
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByRole('main').getByRole('link', { name: 'Install', exact: true })).toHaveCount(0)
  }
  await page.goto('/apps/parcelwren/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Buy now' }).first()).toBeVisible()
  // An application that is paid by the hour has no plan, and the page says why there is no button.
  await page.goto('/services/agent-coaching/')
  await expect(page.getByText('This application has to be bought before it can be installed.').first()).toBeVisible()
})

test('a person who may not install sends a request to the administrators', async ({ page, context }) => {
  await openKnown(page, 'agent@acme.test', '/apps/heron-lists/')
  await visibleButton(page, 'Request access').click()
  const dialog = installDialog(page, 'Heron Lists')
  await expect(dialog.getByRole('list', { name: 'Administrators' }).getByRole('listitem')).toHaveText([
    'Adele Brandt',
    'Olivia Acker',
    'Victor Marsh',
  ])
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Request access' }).click()
  await expect(messages(page)).toContainText('Cannot send access request.')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Request access' }).click()
  await expect(messages(page)).toContainText('Request sent!')
  await expect(dialog).toBeHidden()
})

test('an administrator chooses who may use an application; a full-screen application opens in its window', async ({
  page,
  request,
}) => {
  await openKnown(page, 'viceowner@acme.test', '/apps/rolodeer/')
  await visibleButton(page, 'Install').click()
  await installDialog(page, 'Rolodeer').getByRole('button', { name: 'Install Rolodeer' }).click()
  await expect(messages(page)).toContainText('Application installed successfully!')
  await accountMenu(page).click()
  await failOnce(page, '**/api/v2/organizations/my/applications?*')
  await page.getByRole('banner').getByRole('link', { name: 'My apps' }).click()
  await expect(page.getByRole('main')).toContainText("Installed apps list couldn't be loaded")
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  const mine = page.getByRole('article').filter({ hasText: 'Rolodeer' })
  await failOnce(page, '**/api/v2/agents')
  await mine.getByRole('button', { name: /^Change/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Who uses Rolodeer?' })
  await expect(dialog.getByRole('alert')).toContainText("Cannot fetch list of organization's accounts.")
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByLabel('Only these').check()
  await dialog.getByLabel(/Arlo Finch/).check()
  await dialog.getByLabel(/Mina Okoro/).check()
  await dialog.getByLabel(/Victor Marsh/).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(mine).toContainText('Used by 3 people')
  await mine.getByText('What it may do').click()
  await expect(mine).toContainText('Can see and change')

  await mine.getByRole('link', { name: /^Open app/ }).click()
  await expect(page).toHaveURL('/apps/rolodeer/open/')
  await expect(page.frameLocator('iframe[title="Rolodeer"]').getByText('Everybody you have talked with')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  // The search opens over the dialog, visible, and can be closed again.
  await page.getByRole('link', { name: 'Back' }).press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/my-apps/')
  await uninstall(request, await tokenOf(page), 'rolodeer')
  await page.goto('/apps/rolodeer/open/')
  await expect(page.getByText('This app is not installed')).toBeVisible()
})

test('a visitor leaves an e-mail address to hear when a coming application is published', async ({ page }) => {
  await page.goto('/apps/coming-soon/')
  await hydrated(page)
  const card = page.getByRole('article').filter({ hasText: 'Lantern Walk' })
  await card.getByText('Tell me when it is there').click()
  await card.getByLabel('E-mail').fill('somebody@example.test')
  await card.getByRole('button', { name: 'Tell me' }).click()
  await expect(card.getByText('We will write to somebody@example.test once.')).toBeVisible()
})

test.describe('accessibility', () => {
  /** The shape of a page is the same in both themes. */
  const audit = async (page: Page, what: string, colorScheme: 'light' | 'dark') =>
    expect(await axeFindings(page, {}, colorScheme === 'light' ? 'all' : 'colours'), what).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing in the pages and dialogs of a person, ${colorScheme}`, async ({ page, request }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto('/sign-in/')
      await hydrated(page)
      await audit(page, 'sign-in', colorScheme)
      await page.goto('/my-apps/')
      await expect(page.getByText('You are not signed in')).toBeVisible()
      await audit(page, 'signed out', colorScheme)
      await openAs(page, colorScheme === 'light' ? 'viceowner@acme.test' : 'owner@globex.test', '/apps/faq-parrot/')
      await accountMenu(page).click()
      await audit(page, 'menu', colorScheme)
      await page.keyboard.press('Escape')
      await visibleButton(page, 'Install').click()
      const dialog = installDialog(page, 'FAQ Parrot')
      await expect(dialog.getByRole('button', { name: 'Install FAQ Parrot' })).toBeVisible()
      await audit(page, 'install dialog', colorScheme)
      await dialog.getByRole('button', { name: 'Install FAQ Parrot' }).click()
      await expect(page.getByRole('dialog', { name: 'Set up FAQ Parrot' })).toBeVisible()
      await audit(page, 'settings dialog', colorScheme)
      await page.goto('/my-apps/')
      const mine = page.getByRole('article').filter({ hasText: 'FAQ Parrot' })
      await mine.getByText('What it may do').click()
      await audit(page, 'my apps', colorScheme)
      await mine.getByRole('button', { name: /^Change/ }).click()
      await page.getByLabel('Only these').check()
      await expect(page.getByRole('list', { name: 'People' })).toBeVisible()
      await audit(page, 'agents dialog', colorScheme)
      await page.keyboard.press('Escape')
      await audit(page, 'what is not saved', colorScheme)
      await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
      await mine.getByRole('button', { name: /^Uninstall/ }).click()
      await audit(page, 'uninstall dialog', colorScheme)
      await uninstall(request, await tokenOf(page), 'faq-parrot')
    })
  }
})
