// Messages about buying that no other test meets, each by its own cause. docs/product/messages.md says where each one is tested.
import { CHARGE_TEXTS } from '@marketplace/contracts/carts/texts'
import { CARDS, main, messages, saveCard, subscribe } from './buying.ts'
import { applicationToken, offer } from './offered-charges.ts'
import { importLines, makeOrganization } from './beside.ts'
import { openAs } from './people.ts'
import { expect, hydrated, test } from './test.ts'

test.describe.configure({ mode: 'default' })
test.use({ expected: { messages: [/Failed to load resource/, /ERR_/] } })

const line = (slug: string, change: object = {}) => ({
  slug,
  name: `Said of ${slug}`,
  company: { name: 'Nightly' },
  category: { slug: 'crm' },
  payment: { price: 1_000, frequency: 'monthly', perAccount: false, trialDays: 0 },
  ...change,
})
test.beforeAll(async ({ baseURL, playwright }) => {
  await importLines([
    line('said-paid'),
    line('said-own-app', { company: { name: 'Northwind' } }),
    line('said-own-service', { company: { name: 'Northwind' }, customProps: { isService: 'true' } }),
  ])
  const request = await playwright.request.newContext()
  await expect(async () => expect((await request.get(`${baseURL}/services/said-own-service/`)).status()).toBe(200)).toPass()
  await request.dispose()
})

test('subscriptions that cannot be read are said to be what failed, on both of their screens', async ({ page }) => {
  const people = await makeOrganization('messages')
  await openAs(page, people.owner)
  await saveCard(page, CARDS.good)
  const id = await subscribe(page, 'said-paid')
  const failed = main(page).getByRole('alert')
  for (const address of ['/billing/', `/billing/subscriptions/${id}/`]) {
    await page.route('**/billing/v3/recurrent_charge/**', (route) => route.abort())
    await page.goto(address)
    await expect(failed).toContainText('Cannot fetch subscription info')
    await page.unroute('**/billing/v3/recurrent_charge/**')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(main(page)).toContainText('Said of said-paid')
    await expect(failed).toHaveCount(0)
  }
})

test('nobody buys what their own organization sells: an application, a service, alone and in a cart', async ({ page }) => {
  await openAs(page, 'dev@northwind.test')
  const OWN = [
    ['said-own-app', '/apps/said-own-app/', 'You cannot buy your own app. If you want to install it, go to Developer Console.'],
    [
      'said-own-service',
      '/services/said-own-service/',
      'You cannot buy your own service. If you want to install it, go to Developer Console.',
    ],
  ] as const
  for (const [slug, address, sentence] of OWN) {
    await page.goto(`/checkout/${slug}/`)
    await expect(main(page)).toContainText(sentence)
    await page.goto(address)
    await hydrated(page)
    await main(page).getByRole('button', { name: 'Add to cart', exact: true }).click()
    await expect(messages(page)).toContainText(sentence)
  }
})

test('a charge that cannot be read is said to have failed, and is read again', async ({ page, baseURL }) => {
  const people = await makeOrganization('unread')
  await openAs(page, people.owner)
  const token = await applicationToken(page, baseURL)
  for (const type of ['recurrent_charge', 'direct_charge'] as const) {
    const charge = await offer(page, token, type, { name: `Said of a ${type}`, price: 500 })
    await page.route(`**/billing/v3/${type}/**`, (route) => route.abort())
    await page.goto(charge.confirmation_url)
    await expect(main(page).getByRole('alert')).toContainText(CHARGE_TEXTS[type].failed)
    await page.unroute(`**/billing/v3/${type}/**`)
    await main(page).getByRole('button', { name: 'Try again' }).click()
    await expect(main(page)).toContainText(`Said of a ${type}`)
  }
})
