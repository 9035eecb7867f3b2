// A marketplace for tests of buying, with its own payments sandbox.
import { randomUUID } from 'node:crypto'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { Stripe } from 'stripe'
import type { Cart, PurchaseAnswer } from '@marketplace/contracts/carts/schemas'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type CartMarketplace, NOON, openCartMarketplace } from './carts.ts'
import { openTestPayments, type TestPayments, valueOf, VISA } from './payments.ts'
import { until } from './harness.ts'
import type { Organization } from './people.ts'
import { createPaymentRunner } from '../src/modules/billing/index.ts'
import { auditBooks, auditDatabase, purchasingSubjects, type Violation } from '../src/modules/purchasing/index.ts'
import { applicationTeller } from '../src/modules/webhooks/index.ts'
import type { CardSetup } from '../src/ports/payments.ts'

/** Writes the events of applications that have an address for them. No job sends them. */
export const tellApplication = applicationTeller({ send: async () => {} })

type Who = { token: string }

export type Shop = CartMarketplace & {
  opened: TestPayments
  /** Saves a card of this number for the organization, in place of its former card. */
  giveCard: (of: Organization, number?: string) => Promise<void>
  takeCard: (of: Organization) => Promise<void>
  /** A cart with these applications, checked out by its owner. */
  lockedCart: (who: Who, ...slugs: string[]) => Promise<Cart>
  buy: (who: Who, cartId: string, key?: string) => Promise<{ status: number; body: PurchaseAnswer & { code?: string } }>
  /** The violations of the rules of buying; empty if the books are correct. */
  violations: () => Promise<Violation[]>
  /** Continues the waiting payments, as each process does once a second. */
  resume: () => Promise<void>
  /** A signed event of the provider about an object. */
  event: (type: string, object: string, id: string) => { body: string; signature: string }
  /** Makes the audit ignore everything that the provider has captured so far. */
  forgetLedger: () => Promise<void>
}

export const openShop = async (options: Parameters<typeof openCartMarketplace>[0] = {}): Promise<Shop> => {
  const opened = await openTestPayments()
  const market = await openCartMarketplace({ ...options, payments: opened.payments })
  const { sql, call } = market
  const failures: unknown[] = []
  // Captures of data that emptyShop has deleted.
  const forgotten = new Set<string>()
  const customers = new Map<string, string>()
  const customerOf = async ({ id }: Organization): Promise<string> => {
    const customer = customers.get(id) ?? (await opened.newCustomer())
    customers.set(id, customer)
    await sql('update billing_profiles set customer_id = $2 where organization_id = $1', [id, customer])
    return customer
  }
  /** Attaches the card to the customer as the browser does, if its bank agrees. */
  const attach = async (customerId: string, card: string): Promise<void> => {
    const setup = valueOf<CardSetup>(await opened.payments.startCardSetup({ customerId, metadata: {} }, opened.newKey()))
    const confirming = { client_secret: setup.clientSecret, payment_method: card }
    await opened.sandbox().call('POST', `/v1/setup_intents/${setup.id}/confirm`, confirming)
    const { state } = valueOf<CardSetup>(await opened.payments.readCardSetup(setup.id))
    if (state === 'challenge') await opened.sandbox().answerChallenge(setup.clientSecret, 'complete')
  }
  return {
    ...market,
    opened,
    giveCard: async (of, number = VISA) => {
      const card = await opened.sandbox().enterCard(number)
      await attach(await customerOf(of), card)
      await sql('delete from cards where organization_id = $1', [of.id])
      await sql(
        `insert into cards (organization_id, brand, first_six, last_four, expiry_month, expiry_year, provider_card_id)
         values ($1, 'visa', '424242', '4242', 12, 2040, $2)`,
        [of.id, card],
      )
    },
    takeCard: async ({ id }) => void (await sql('delete from cards where organization_id = $1', [id])),
    lockedCart: async (who, ...slugs) => {
      const { id } = await market.cartOf(who, ...slugs)
      const answer = await call(who, 'PATCH', `/${id}/checkout`, {})
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<Cart>()
    },
    buy: async ({ token }, cartId, key) => {
      const answer = await market.app.server.inject({
        method: 'PATCH',
        url: `/api/v2/products-carts/${cartId}/purchase`,
        headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
      })
      return { status: answer.statusCode, body: answer.json<PurchaseAnswer & { code?: string }>() }
    },
    resume: () =>
      createPaymentRunner({
        database: market.store.client.database,
        payments: opened.payments,
        clock: market.clock,
        log: { error: (details) => void failures.push(details) },
        subjects: purchasingSubjects({ rules: { billingRuleOrganization: null }, tellApplication }),
      }).resume(),
    event: (type, object, id) => {
      const created = Math.floor(Date.now() / 1_000)
      const body = JSON.stringify({
        id: `evt_${randomUUID().replaceAll('-', '')}`,
        object: 'event',
        type,
        created,
        data: { object: { id, object } },
      })
      const header = { payload: body, secret: SANDBOX_KEYS.webhook, timestamp: created }
      return { body, signature: Stripe.webhooks.generateTestHeaderString(header) }
    },
    forgetLedger: async () => {
      const { captures } = await opened.sandbox().ledger()
      for (const { id } of captures) forgotten.add(id)
    },
    violations: async () => {
      const { captures, refunds } = await opened.sandbox().ledger()
      const ledger = {
        captures: captures.filter(({ id }) => !forgotten.has(id)),
        refunds: refunds.filter(({ capture }) => !forgotten.has(capture)),
      }
      return auditBooks(market.store.client.database, ledger, { now: market.clock.now() })
    },
    close: async () => {
      await market.close()
      await opened.close()
      if (failures[0]) throw new Error('a payment could not go on', { cause: failures[0] })
    },
  }
}

/** Purchases a cart that is checked out. Waits for the payment if a busy machine has not completed it within the answer. */
export const purchase = async ({ buy, call }: Shop, who: Who, cartId: string): Promise<Cart> => {
  let cart: Cart | null = null
  const isPurchased = async () => {
    const { status, body } = await buy(who, cartId)
    if (status === 422) throw new Error(JSON.stringify(body))
    cart = (await call(who, 'GET', `/${cartId}`)).json<Cart>()
    return cart.purchasedAt !== null
  }
  await until(isPurchased, 30_000)
  if (!cart) throw new Error('the cart was not read')
  return cart
}

const WRITTEN = (
  'statements payouts ledger_entries invoices document_numbers refunds sales charge_changes charge_periods coupon_redemptions payment_attempts cart_items carts ' +
  'shown_charges recurrent_charges direct_charges entitlements trials provider_events webhook_attempts webhook_events idempotency_keys'
).split(' ')

/** Empties all tables that buying writes, even the books, which no other code may empty. */
export const emptyShop = async ({ sql, clock, reset, forgetLedger }: Shop, at: string): Promise<void> => {
  clock.set(at)
  // All statements are sent as one text and so run in one session: the books refuse to be emptied in any other.
  await sql(`set session_replication_role = replica; ${WRITTEN.map((table) => `delete from ${table};`).join(' ')}
    set session_replication_role = origin`)
  await reset()
  await forgetLedger()
}

/** A renewal that is due and was not begun. */
const RENEWAL_MISSING = 'reconciliation: renewal_missing'

/**
 * Ends each test of the file with the auditor: the books must be right. `renews` is false if the clock passes months and no test runs the
 * job of renewals.
 */
export const auditEach = (shop: () => Pick<Shop, 'violations'>, { renews = true } = {}): void => {
  afterEach(async () => {
    const found = await shop().violations()
    expect(found.filter(({ what }) => renews || what !== RENEWAL_MISSING)).toEqual([])
  })
}

/** As auditEach, for tests without a payment provider: the database alone must be right. */
export const auditRows = (market: () => Pick<Shop, 'store'> & { clock: { now: () => Date } }): void => {
  afterEach(async () => {
    const { store, clock } = market()
    expect(await auditDatabase(store.client.database, { now: clock.now() })).toEqual([])
  })
}

/**
 * Opens a shop for the tests of a file and hands it over. Before each test the shop is empty, the provider has no faults, and the
 * organization acme has a card. After each test the books must be right, unless the file tests the auditor itself.
 */
export const useShop = (
  receive: (shop: Shop) => void,
  { audited = true, ...options }: { audited?: boolean; buyerWaitsMs?: number } = {},
): void => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(options)
    receive(shop)
  })
  beforeEach(async () => {
    await emptyShop(shop, NOON)
    await shop.opened.sandbox().clearFaults()
    await shop.giveCard(shop.acme)
  })
  if (audited) auditEach(() => shop)
  afterAll(() => shop.close())
}
