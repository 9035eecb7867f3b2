import { VARIANTS } from '@marketplace/contracts/core/variants'
import { openAsBuyer } from './buying.ts'
import { openAs } from './people.ts'
import { expect, hydrated, test } from './test.ts'

// An organization without a licence has no cart, and the browser logs the refusal in its console.
test.use({ expected: { messages: [/Failed to load resource/] } })

// The host's product of each variant. Each product has its own terms and its own subscription. The public variant is not here, because people
// cannot sign in on it.
const HOST_PRODUCTS = {
  base: 'livechat',
  'agent-app': 'livechat',
  'helpdesk-public': 'helpdesk',
  'helpdesk-iframe': 'helpdesk',
  'text-public': 'text',
  'text-iframe': 'text',
} as const
const NAMES = { livechat: 'Live Chat', helpdesk: 'Help Desk', text: 'Text' }
const hostOf = (baseURL: string | undefined) => `http://localhost:${Number(new URL(baseURL ?? '').port) + 4}`
const prefixOf = (variant: string) => VARIANTS.find(({ name }) => name === variant)?.prefix ?? ''

test('the terms at a checkout are those of the variant, whatever is bought', async ({ page, baseURL }) => {
  await openAsBuyer(page, 'terms')
  for (const [variant, product] of Object.entries(HOST_PRODUCTS))
    for (const slug of ['papermoth-forms', 'front-bell']) {
      await page.goto(`${prefixOf(variant)}/checkout/${slug}/`)
      const terms = page.getByRole('main').getByRole('link', { name: `terms of ${NAMES[product]}` })
      await expect(terms).toHaveAttribute('href', `${hostOf(baseURL)}/terms/${product}`)
      await expect(terms).toHaveAttribute('target', '_blank')
    }
})

test('a licence that is inactive is activated in the host’s subscription of its product', async ({ page, baseURL }) => {
  await openAs(page, 'owner@initech.test')
  for (const [variant, product] of Object.entries(HOST_PRODUCTS)) {
    await page.goto(`${prefixOf(variant)}/apps/heron-lists/`)
    await hydrated(page)
    const note = page
      .getByRole('complementary', { name: 'Price and details' })
      .getByText('Your Live Chat license is inactive. Go to Live Chat app and activate it.')
    await expect(note).toBeVisible()
    // Heron Lists belongs to Live Chat, in whichever variant it is shown.
    const of = product === 'text' ? 'text' : 'livechat'
    const link = note.getByRole('link', { name: 'Go to Live Chat app and activate it.' })
    await expect(link).toHaveAttribute('href', `${hostOf(baseURL)}/subscription/${of}`)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  for (const [product, name] of Object.entries(NAMES)) {
    await page.goto(`${hostOf(baseURL)}/subscription/${product}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Subscription of ${name}`)
  }
})
