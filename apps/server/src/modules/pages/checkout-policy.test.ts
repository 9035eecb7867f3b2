// What a checkout may load, send and frame, to the last origin: with the payment provider of the demo, and with Stripe.
import { describe, expect, test } from 'vitest'
import { openShop } from '../../../test/shop.ts'

const ACCOUNTS = 'http://localhost:3001'
const HASH = /^'sha256-[\w+/]{43}='$/
const SANDBOX = 'http://payments.test'
const STRIPE = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** The directives of a page without the provider; the two inline scripts of the document are named by their hashes. */
const OWN = {
  'default-src': ["'none'"],
  'script-src': ["'self'", 'hash', 'hash'],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'", ACCOUNTS],
  'frame-src': [ACCOUNTS],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

const PROVIDERS = [
  { name: 'the sandbox', env: {}, scripts: [SANDBOX], calls: [SANDBOX], frames: [SANDBOX] },
  {
    name: 'Stripe',
    env: { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_2', STRIPE_WEBHOOK_SECRET: 'whsec_3' },
    scripts: STRIPE,
    calls: ['https://api.stripe.com'],
    frames: [...STRIPE, 'https://hooks.stripe.com'],
  },
]

describe.each(PROVIDERS)('with $name', ({ env, scripts, calls, frames }) => {
  const { get } = openShop(env)
  /** The directives of a page's policy, in which each hash is only `hash`. */
  const policyOf = async (path: string) => {
    const policy = String((await get(path)).headers['content-security-policy'])
    const directives = policy.split('; ').map((each) => each.split(' '))
    expect(new Set(directives.map(([name]) => name)).size).toBe(directives.length)
    const named = directives.map(([name = '', ...sources]): [string, string[]] => [
      name,
      sources.map((source) => (HASH.test(source) ? 'hash' : source)),
    ])
    return Object.fromEntries(named)
  }
  const OF_CARD = {
    ...OWN,
    'script-src': [...OWN['script-src'], ...scripts],
    'connect-src': [...OWN['connect-src'], ...calls],
    'frame-src': [...OWN['frame-src'], ...frames],
  }

  test.each(['/checkout/cart/x/', '/checkout/alpha/', '/checkout/alpha/?embedded=true', '/billing/'])(
    '%s names the provider, and nothing else',
    async (path) => expect(await policyOf(path)).toEqual(OF_CARD),
  )

  test('the checkout of a charge also shows the picture that its application has chosen', async () => {
    const policy = { ...OF_CARD, 'img-src': [...OWN['img-src'], 'https:'] }
    expect(await policyOf('/checkout/charge/x/direct_charge/')).toEqual(policy)
    expect(await policyOf('/checkout/charge/x/recurrent_charge/')).toEqual(policy)
  })

  test.each(['/cart/', '/checkout/cart/x/thank-you/', '/checkout/cart/x/review-order/', '/my-apps/'])(
    '%s, where no card is entered, names no provider',
    async (path) => expect(await policyOf(path)).toEqual(OWN),
  )
})
