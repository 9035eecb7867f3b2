// A marketplace with applications for sale, for tests of carts.
import { randomUUID } from 'node:crypto'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { MARKETPLACE_CLIENT } from '../src/modules/clients/index.ts'
import { type TestClock, testClock } from './harness.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'

const monthly = { price: 1_200, frequency: 'monthly', perAccount: true }

/** The slug of each application tells how it differs from the others. `seats` costs 1,200 for each seat and month. */
const LINES = [
  line('seats', { payment: monthly }),
  line('licence', { payment: { price: 3_000, frequency: 'monthly' } }),
  line('once', { payment: { price: 4_900, frequency: 'once' } }),
  line('trial', { payment: { ...monthly, trialDays: 14, creditCardRequired: false } }),
  line('card-trial', { payment: { price: 900, frequency: 'monthly', trialDays: 30 } }),
  line('desk-seats', { product: 'helpdesk', payment: { price: 700, frequency: 'monthly', perAccount: true } }),
  line('tiers', {
    payment: { ...monthly, tiersPricingConfig: { enabled: true, tiers: [{ accountsFrom: 5, discount: 50 }] } },
  }),
  line('discounted', {
    payment: { price: 1_000, frequency: 'monthly' },
    customProps: { discountFrom: '2026-11-01', discountTo: '2026-11-22', discountPercent: 20 },
  }),
  line('once-trial', { payment: { price: 4_900, frequency: 'once', trialDays: 14 } }),
  line('cheap-monthly', { payment: { price: 25, frequency: 'monthly' } }),
  line('cheap-trial', { payment: { price: 25, frequency: 'monthly', trialDays: 14 } }),
  line('cheap', { payment: { price: 30, frequency: 'once' } }),
  line('plans', {
    payment: { price: 2_000, frequency: 'monthly' },
    plans: [
      { name: 'Small', billingCycle: 'pay-monthly', pricingType: 'per-organization', price: 500 },
      { name: 'Large', billingCycle: 'pay-monthly', pricingType: 'per-organization', price: 2_000 },
      { name: 'Year', billingCycle: 'pay-yearly', pricingType: 'per-organization', price: 20_400 },
    ],
  }),
  line('hourly', { payment: { price: 8_000, frequency: 'hourly' } }),
  line('free'),
  line('own-paid', { company: { name: 'Acme Apps' }, payment: { price: 500, frequency: 'once' } }),
  line('own-service', {
    company: { name: 'Acme Apps' },
    payment: { price: 500, frequency: 'once' },
    customProps: { isService: 'true' },
  }),
  line('enterprise-desk', {
    product: 'helpdesk',
    payment: { price: 500, frequency: 'once' },
    customProps: { isPremium: 'true' },
  }),
  line('paid-resting', { underMaintenance: true, payment: { price: 500, frequency: 'once' } }),
  line('paid-not-installable', { installable: false, payment: { price: 500, frequency: 'once' } }),
  line('paid-draft', { publishedAt: null, payment: { price: 500, frequency: 'once' } }),
  line('paid-scopes', {
    payment: { price: 500, frequency: 'once' },
    authorization: { scopes: [{ name: 'dev_platform_admin', required: true }] },
  }),
]

type Who = { token: string }
type ApiAnswer = Awaited<ReturnType<TestMarketplace['ask']>>

export type CartMarketplace = TestMarketplace & {
  clock: TestClock
  /** A call below /api/v2/products-carts. */
  call: (who: Who, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) => Promise<ApiAnswer>
  /** An empty cart, or one with these applications. */
  cartOf: (who: Who, ...slugs: string[]) => Promise<Cart>
  planOf: (slug: string, name: string) => Promise<string>
  /** Deletes all carts and payments. */
  empty: () => Promise<void>
}

export const NOON = '2026-11-22T12:00:00.000Z'

export const openCartMarketplace = async (options: Parameters<typeof openTestMarketplace>[0] = {}): Promise<CartMarketplace> => {
  const clock = testClock(NOON)
  const market = await openTestMarketplace({ ...options, clock })
  const { remarks } = await market.store.importLines(LINES, { now: new Date('2026-10-01') })
  if (remarks[0]) throw new Error(`line ${remarks[0].line}: ${remarks[0].reason}`)
  await market.sql('delete from tax_rates')
  await market.sql(`insert into tax_rates (country, state, name, rate, valid_from) values
    ('US', 'TX', 'Sales tax', 8250, '2020-01-01'), ('DE', '', 'VAT', 19000, '2020-01-01')`)
  for (const { id } of [market.acme, market.globex])
    await market.sql(
      `insert into billing_profiles (organization_id, country, state, zip, updated_at) values ($1, 'US', 'TX', '75201', now())`,
      [id],
    )
  await market.sql(`insert into coupons (code, percent, amount_cents, max_redemptions, valid_from, valid_until, created_at) values
    ('WELCOME10', 10, null, null, '2026-01-01', null, now()), ('ONEOFF', null, 500, 1, '2026-01-01', null, now()),
    ('EXPIRED', 10, null, null, '2026-01-01', '2026-06-01', now()), ('ALLOFF', 100, null, null, '2026-01-01', null, now()),
    ('LATER', 10, null, null, '2026-12-01', null, now()), ('TODAY', 10, null, null, '2026-01-01', '2026-11-22T12:10:00Z', now())`)
  await market.sql(`update tokens set expires_at = '2100-01-01', client_id = $1`, [MARKETPLACE_CLIENT])
  const rows = await market.sql<{ id: string; slug: string }>('select id, slug from applications')
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]))
  const idOf = (slug: string) => ids.get(slug) ?? slug
  const call: CartMarketplace['call'] = (who, method, path, payload) =>
    market.ask(who, method, `/api/v2/products-carts${path}`, payload)
  return {
    ...market,
    idOf,
    clock,
    call,
    cartOf: async (who, ...slugs) => {
      let cart = (await call(who, 'POST', '')).json<Cart>()
      for (const slug of slugs) {
        const answer = await call(who, 'PATCH', `/${cart.id}/applications/${idOf(slug)}`)
        if (answer.statusCode !== 200) throw new Error(`${slug}: ${answer.body}`)
        cart = answer.json<Cart>()
      }
      return cart
    },
    planOf: async (slug, name) => {
      const [plan] = await market.sql<{ id: string }>('select id from plans where application_id = $1 and name = $2', [
        idOf(slug),
        name,
      ])
      if (!plan) throw new Error(`${slug} has no plan ${name}`)
      return plan.id
    },
    empty: async () => {
      clock.set(NOON)
      for (const table of [
        'coupon_redemptions',
        'payment_attempts',
        'cart_items',
        'carts',
        'entitlements',
        'trials',
        'audit_events',
      ])
        await market.sql(`delete from ${table}`)
    },
  }
}

/** A coupon, and the application that is for sale in every test marketplace. */
export const sellOne = async (market: TestMarketplace): Promise<{ cart: string; sold: string; plan: string }> => {
  await market.sql(`insert into coupons (code, percent, valid_from, created_at) values ('PERMITTED', 10, '2026-01-01', now())`)
  const [plan] = await market.sql<{ id: string }>('select id from plans where application_id = $1', [market.idOf('paid')])
  return { cart: randomUUID(), sold: market.idOf('paid'), plan: plan?.id ?? '' }
}

/** An open cart for each licence of Acme and Globex, with the application that is for sale; Acme's for live chat has the given id. */
export const giveCarts = async (
  { sql, acme, globex }: TestMarketplace,
  { cart, sold, plan }: { cart: string; sold: string; plan: string },
): Promise<void> => {
  await sql(
    `insert into carts (id, organization_id, license_id, name, created_at, updated_at)
     select case when organization_id = $1 and product = 'livechat' then $3 else gen_random_uuid()::text end,
       organization_id, id, 'Cart', now(), now() from licenses where organization_id in ($1, $2)`,
    [acme.id, globex.id, cart],
  )
  await sql('insert into cart_items (cart_id, application_id, plan_id, added_at) select id, $1, $2, now() from carts', [
    sold,
    plan,
  ])
}

/** Begins a payment for a cart, as a purchase does; returns the id of the attempt. */
export const beginPayment = async (
  market: CartMarketplace,
  cart: Pick<Cart, 'id' | 'revision'>,
  organizationId: string,
): Promise<string> => {
  const id = `attempt of ${cart.id} ${cart.revision}`
  await market.sql(
    `insert into payment_attempts (id, organization_id, subject_kind, subject_id, amount, description, saves_card, owner_away, state,
      lease_until, created_at, updated_at) values ($1, $2, 'cart', $3, 100, 'test', false, false, 'claimed', now(), now(), now())`,
    [id, organizationId, cart.id],
  )
  return id
}
