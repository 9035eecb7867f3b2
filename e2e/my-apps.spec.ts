import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api, CARDS, fillCart, idOf, main, messages, openAsBuyer, saveCard } from './buying.ts'
import { importLines } from './beside.ts'
import { beSignedIn, openAs } from './people.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

// An organization's applications: the administrator's work from beginning to end, an agent's view, an owner's rules, and receipts.

test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })

const WRITES = { scopes: [{ name: 'chats--all:rw', required: true }] }
const LINES = [
  { slug: 'estate-notes', widgets: [{ placement: 'fullscreen', url: 'https://window.example/app' }], authorization: WRITES },
  { slug: 'estate-twin', authorization: WRITES, privacyPolicyUrl: 'https://twin.example/privacy' },
  { slug: 'estate-paid', payment: { price: 900, frequency: 'monthly' } },
  { slug: 'estate-unwanted' },
  { slug: 'estate-unwanted-paid', payment: { price: 700, frequency: 'monthly' } },
].map((line) => ({
  ...line,
  name: line.slug.replaceAll('-', ' '),
  company: { name: 'Estate Makers', email: 'help@makers.example' },
  category: { slug: 'crm' },
}))

test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines(LINES)
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/apps/estate-unwanted-paid/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

const tab = (page: Page, name: string) => main(page).getByRole('navigation', { name: 'My apps' }).getByRole('link', { name })
const card = (page: Page, name: string) => main(page).getByRole('article').filter({ hasText: name })
const ok = async (answer: Promise<{ ok: () => boolean; text: () => Promise<string> }>): Promise<void> => {
  const given = await answer
  expect(given.ok(), await given.text()).toBe(true)
}
const install = async (page: Page, slug: string) => ok(api(page, 'PUT', `/api/v2/applications/${await idOf(page, slug)}/install`))
const setRules = async (page: Page, mode: string, applications: string[]) => {
  const { revision } = (await (await api(page, 'GET', '/api/v2/organizations/my/rules')).json()) as { revision: number }
  await ok(api(page, 'PUT', '/api/v2/organizations/my/rules', { mode, applications, revision }))
}

test('an administrator sees what there is, what it costs and may do, and takes one away with a receipt', async ({ page }) => {
  const { name } = await openAsBuyer(page, 'estate')
  await saveCard(page, CARDS.good)
  for (const slug of ['estate-notes', 'estate-twin']) await install(page, slug)
  const cart = await fillCart(page, ['estate-paid'])
  await ok(api(page, 'PATCH', `/api/v2/products-carts/${cart}/checkout`, {}))
  await ok(api(page, 'PATCH', `/api/v2/products-carts/${cart}/purchase`))

  await page.goto('/my-apps/?find=estate')
  await expect(card(page, 'estate paid')).toContainText('$9/mo')
  await expect(card(page, 'estate paid')).toContainText('Renews')
  await expect(card(page, 'estate notes')).toContainText('Free')
  await expect(card(page, 'estate notes')).toContainText('Others change the same')
  await expect(main(page)).toContainText('Next 12 months')
  await main(page).getByText('Month by month').click()
  await expect(main(page).getByRole('table', { name: 'What falls due in each month, before tax' })).toBeVisible()

  await card(page, 'estate notes').getByRole('button', { name: 'Details of estate notes' }).click()
  const details = page.getByRole('dialog', { name: 'estate notes' })
  await expect(details).toContainText('Chats: ')
  await expect(details).toContainText('estate twin')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  await main(page).getByRole('combobox', { name: 'Show' }).selectOption({ value: 'paid' })
  await expect(page).toHaveURL(/show=paid/)
  await expect(card(page, 'estate notes')).toHaveCount(0)
  await expect(card(page, 'estate paid')).toBeVisible()

  const downloaded = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'CSV file of apps' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe('apps.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFF"App",')).toBe(true)
  expect(text).toContain('"estate paid"')

  await tab(page, 'Access').click()
  await expect(page).toHaveURL('/my-apps/access/')
  await main(page).getByText('Chats', { exact: true }).click()
  await expect(main(page).getByRole('listitem').filter({ hasText: 'estate twin' })).toContainText('Reads and changes')

  await page.goto('/my-apps/?find=estate+paid')
  await card(page, 'estate paid').getByRole('button', { name: 'Uninstall estate paid' }).click()
  const ask = page.getByRole('dialog', { name: 'Uninstall estate paid?' })
  await ask.getByLabel('Why?').fill('Nobody needs it.')
  await ask.getByRole('button', { name: 'Uninstall', exact: true }).click()
  await expect(page).toHaveURL(/\/my-apps\/receipts\/[\w-]+\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(messages(page)).toContainText('Application uninstalled successfully.')
  await expect(main(page)).toContainText('What was paid lasts until')
  await expect(main(page)).toContainText('Nothing was refunded.')
  await expect(main(page)).toContainText('“Nobody needs it.”')
  await expect(main(page).getByRole('link', { name: 'help@makers.example' })).toBeVisible()
  await expectSound(page, 'a receipt')

  await main(page).getByRole('link', { name: 'All receipts' }).click()
  await expect(main(page).getByRole('table', { name: 'Removed apps' })).toContainText('estate paid')
  await tab(page, 'Activity').click()
  await main(page).getByRole('combobox', { name: 'Kind' }).selectOption('applications')
  const row = main(page).getByRole('row').filter({ hasText: 'estate paid' }).filter({ hasText: 'Uninstalled it' }).first()
  await expect(row).toContainText(`owner of ${name}`)
  await row.getByRole('link', { name: 'Receipt' }).click()
  await expect(main(page)).toContainText('What was paid lasts until')
})

test('an agent sees what they may use, and nothing of money', async ({ page: owned, browser, baseURL }) => {
  const { agent } = await openAsBuyer(owned, 'estate', ['owner', 'normal'])
  await install(owned, 'estate-notes')
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await openAs(page, agent)
  await page.goto('/my-apps/?find=estate')
  await expect(card(page, 'estate notes').getByRole('link', { name: /^Open app/ })).toBeVisible()
  await expect(main(page).getByRole('navigation', { name: 'My apps' })).toHaveCount(0)
  await expect(main(page)).not.toContainText(/\$|Uninstall|Details|Next 12 months/)
  for (const path of [
    'applications',
    'costs',
    'access',
    'activity',
    'rules',
    'receipts',
    'applications/export',
    'activity/export',
  ])
    expect((await api(page, 'GET', `/api/v2/organizations/my/${path}`)).status(), path).toBe(403)
  await expectSound(page, "an agent's apps")
  await page.goto('/my-apps/rules/')
  await expect(card(page, 'estate notes')).toBeVisible()
  await context.close()
})

test('an owner blocks applications by the keyboard alone, and shop, cart and administrators follow', async ({
  page,
  browser,
  baseURL,
}) => {
  const { name: organization, administrator: email } = await openAsBuyer(page, 'estate', ['owner', 'administrator'])
  await fillCart(page, ['estate-unwanted-paid'])
  await page.goto('/my-apps/rules/')
  await expect(main(page)).toContainText('Every app may be installed and bought')
  await main(page).getByRole('button', { name: 'Change the rules' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Rules for apps' })
  await form.getByLabel('Every app').focus()
  await page.keyboard.press('ArrowUp')
  await expect(form.getByLabel('All but those that I list')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('estate unwanted')
  const found = form.getByRole('list', { name: 'Found apps' })
  for (const name of ['estate unwanted paid', 'estate unwanted']) {
    await found.getByRole('button', { name: `List ${name}`, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(form.getByRole('list', { name: 'Blocked apps' }).getByText(name, { exact: true })).toBeVisible()
  }
  await form.getByLabel('Reason').focus()
  await page.keyboard.type('Legal looks at it.')
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(messages(page)).toContainText('Saved. It holds from now on.')
  await expect(main(page)).toContainText('Every app but these may be installed and bought')
  await expect(main(page)).toContainText('“Legal looks at it.”')

  // The application is still in the cart from before.
  await page.goto('/cart/')
  await expect(main(page)).toContainText('Your organization does not allow this application. Legal looks at it.')

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const administrator = await context.newPage()
  await beSignedIn(administrator, email)
  await administrator.goto('/apps/estate-unwanted/')
  const askButton = main(administrator).getByRole('button', { name: 'Ask your administrator' }).locator('visible=true')
  await askButton.click()
  const dialog = administrator.getByRole('dialog', { name: 'Install estate unwanted' })
  await expect(dialog).toContainText('Your organization does not allow this application. Legal looks at it.')
  await expect(dialog).toContainText(`owner of ${organization}`)
  await dialog.getByRole('button', { name: 'Request access' }).click()
  await expect(messages(administrator)).toContainText('Request sent!')
  const refused = await api(administrator, 'PUT', `/api/v2/applications/${await idOf(administrator, 'estate-unwanted')}/install`)
  expect(refused.status()).toBe(422)
  await administrator.goto('/my-apps/rules/')
  await expect(main(administrator)).toContainText('An owner of your organization changes this.')
  await expect(main(administrator).getByRole('button', { name: 'Change the rules' })).toHaveCount(0)
  await context.close()

  // The page of a paid application has no button to buy it, where its public page has one.
  await page.goto('/apps/estate-unwanted-paid/')
  await expect(main(page)).toContainText('Your organization does not allow this application. Legal looks at it.')
  await expect(main(page).getByRole('button', { name: 'Add to cart' }).locator('visible=true')).toHaveCount(0)
})

test('every tab is sound at every width, in both themes', async ({ page }) => {
  await openAsBuyer(page, 'estate')
  // A receipt with the longest possible reason, in one word.
  const twin = `/api/v2/applications/${await idOf(page, 'estate-twin')}/install`
  for (const slug of ['estate-notes', 'estate-twin']) await install(page, slug)
  const reason = 'w'.repeat(1_000)
  await ok(api(page, 'DELETE', twin, { reason }))
  await setRules(page, 'block', [await idOf(page, 'estate-unwanted')])
  for (const path of ['?find=estate', '?view=table&find=estate', 'access/', 'activity/', 'rules/', 'receipts/']) {
    await page.goto(`/my-apps/${path}`)
    await expect(main(page).locator('article, table, details, h2').first()).toBeAttached()
    await expect(main(page).getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
    if (path === 'receipts/') await expect(main(page)).toContainText(reason)
    await expectSound(page, `my apps ${path}`)
  }
})
