// Every pair of simultaneous calls on one cart, by two accounts with a pool of connections each. Rate limits are left out.
import { auditRows } from '../../../test/purchases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { cartViolations } from '../../../test/cart-violations.ts'
import { beginPayment, type CartMarketplace, openCartMarketplace } from '../../../test/carts.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { inTransaction } from '../../db/transaction.ts'
import { startAttempt } from '../billing/index.ts'
import { authenticator, callerLocker } from '../clients/index.ts'
import { changeCoupon } from './change-coupon.ts'
import { putIntoCart, removeFromCart } from './change-items.ts'
import { closeCart, leaveCheckout, openExpiredCarts, startCheckout } from './checkout.ts'
import { createCart } from './create-cart.ts'
import { lockCart } from './repository.ts'
import { claimPurchase } from './settle-cart.ts'
import type { CartDependencies } from './show-cart.ts'

let market: CartMarketplace
let sides: readonly { caller: Caller; dependencies: CartDependencies }[]
let small: string
beforeAll(async () => {
  market = await openCartMarketplace()
  const { clock, store, acme } = market
  small = await market.planOf('plans', 'Small')
  await market.sql(`update billing_profiles set customer_id = 'customer ' || organization_id`)
  await market.sql(
    `insert into cards (organization_id, brand, first_six, last_four, expiry_month, expiry_year, provider_card_id)
     values ($1, 'visa', '424242', '4242', 1, 2030, 'card')`,
    [acme.id],
  )
  sides = await Promise.all(
    (
      [
        ['owner', store.client],
        ['viceowner', store.requests],
      ] as const
    ).map(async ([role, { database }]) => {
      const caller = await authenticator(database, clock)(acme.people[role].token)
      if (!caller) throw new Error(`${role} is nobody`)
      const rules = { billingRuleOrganization: null }
      return { caller, dependencies: { database, clock, rules, publicUrl: 'http://shop.test', lockCaller: callerLocker(clock) } }
    }),
  )
})
auditRows(() => market)
afterAll(() => market.close())
beforeEach(() => market.empty())

/** No payment of these tests waits for a bank, so none is stopped. */
const nobody = { run: () => Promise.reject(new Error('a payment was stopped')) }

type Side = { caller: Caller; dependencies: CartDependencies }
type Call = (side: Side, cartId: string) => Promise<unknown>
const app = (slug: string, planId: string | null = null) => [{ applicationId: market.idOf(slug), planId }]

const CALLS: Readonly<Record<string, Call>> = {
  create: ({ caller, dependencies }) => createCart(dependencies, caller, 'livechat'),
  add: ({ caller, dependencies }, id) => putIntoCart(dependencies, caller, id, app('once')),
  remove: ({ caller, dependencies }, id) => removeFromCart(dependencies, caller, id, market.idOf('plans')),
  'change the plan': ({ caller, dependencies }, id) => putIntoCart(dependencies, caller, id, app('plans', small)),
  'add a coupon': ({ caller, dependencies }, id) => changeCoupon(dependencies, caller, id, 'welcome10'),
  'check out': ({ caller, dependencies }, id) => startCheckout(dependencies, caller, id, {}),
  leave: ({ caller, dependencies }, id) => leaveCheckout({ ...dependencies, runner: nobody }, caller, id),
  close: ({ caller, dependencies }, id) => closeCart(dependencies, caller, id),
  purchase: async ({ caller, dependencies: { database, clock } }, id) => {
    const { accountId, organizationId } = caller
    const at = clock.now()
    const claimed = await inTransaction(database, async (transaction) => {
      const cart = await lockCart(transaction, organizationId, id, at)
      const purchase = await claimPurchase(transaction, cart, { accountId, at })
      if (purchase instanceof ApiError) return purchase
      const subject = { kind: 'cart', id } as const
      const { total: amount } = purchase.quote.due
      return startAttempt(transaction, { organizationId, accountId, subject, amount, description: 'A cart', savesCard: true }, at)
    })
    if (claimed instanceof ApiError) throw claimed
  },
  'open what has expired': ({ dependencies }) => openExpiredCarts(dependencies, new AbortController().signal),
}

const sideOf = (index: number): Side => {
  const side = sides[index % sides.length]
  if (!side) throw new Error('there is nobody to call')
  return side
}

/** The code of a refusal, or 'ok'. All other errors fail the test. */
const answerOf = async (name: string, side: Side, cartId: string): Promise<string> => {
  try {
    await CALLS[name]?.(side, cartId)
    return 'ok'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

const STATES = ['open', 'locked', 'expired', 'processing'] as const
const prepare = async (state: (typeof STATES)[number]): Promise<Cart> => {
  const { caller, dependencies } = sideOf(0)
  const { cart } = await createCart(dependencies, caller, 'livechat')
  const filled = await putIntoCart(dependencies, caller, cart.id, [...app('seats'), ...app('plans')])
  if (state !== 'open') await startCheckout(dependencies, caller, cart.id, {})
  if (state === 'expired') market.clock.set('2026-11-22T12:15:00Z')
  if (state === 'processing') await beginPayment(market, cart, market.acme.id)
  return filled
}

const names = Object.keys(CALLS)
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))

describe.each(STATES)('on a cart that is %s', (state) => {
  test('every two calls leave it whole', { timeout: 600_000 }, async () => {
    const wrong: string[] = []
    for (const [one, other] of pairs) {
      await market.empty()
      const cart = await prepare(state)
      const answers = await Promise.all([one, other].map((name, index) => answerOf(name, sideOf(index), cart.id)))
      if (one === other && ['check out', 'purchase'].includes(one) && answers.every((answer) => answer === 'ok'))
        wrong.push(`${one} twice: both accounts got the cart`)
      wrong.push(...(await cartViolations(market.sql)).map((violation) => `${one} and ${other}: ${violation}`))
    }
    expect(wrong).toEqual([])
  })
})

test('of 20 calls that create a cart, one does', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => answerOf('create', sideOf(index), newId())))
  expect(new Set(answers)).toEqual(new Set(['ok']))
  expect(await market.sql('select 1 from carts')).toHaveLength(1)
  expect(await market.audit()).toMatchObject([{ action: 'cart.created' }])
})

test('of 20 purchases of one cart, one is claimed', async () => {
  const cart = await prepare('locked')
  const answers = await Promise.all(Array.from({ length: 20 }, () => answerOf('purchase', sideOf(0), cart.id)))
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  expect(new Set(answers)).toEqual(new Set(['ok', 'PRODUCTS_CART_CHECKOUT_STARTED']))
  expect(await market.sql('select 1 from payment_attempts')).toHaveLength(1)
})
