import { hash } from 'node:crypto'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { startOfUtcDay } from '@marketplace/domain/dates'
import type { Database, Queryable } from '../../db/client.ts'
import type { Clock } from '../../core/clock.ts'
import type { LockCaller } from '../clients/index.ts'
import type { InstallRules } from '../installs/index.ts'
import { refusalsOf, type Shopper } from './buy-rules.ts'
import { stateOf } from './cart-state.ts'
import { frozenQuote, presentCart } from './present.ts'
import { quoteCart, undeliverable } from './quote-cart.ts'
import type { CartRecord } from './read/records.ts'

export type CartDependencies = {
  database: Database
  clock: Clock
  publicUrl: string
  rules: InstallRules
  lockCaller: LockCaller
}

type ShowContext = { shopper: Shopper; rules: InstallRules; publicUrl: string; at: Date }

/** A cart as the shopper may see it, with its current quote or the frozen quote of its checkout. */
export const showCart = async (database: Queryable, cart: CartRecord, context: ShowContext): Promise<Cart> => {
  const { shopper, rules, at } = context
  const refusals = refusalsOf(cart, shopper, rules, at)
  const frozen = frozenQuote(cart, stateOf(cart, at))
  const quote = frozen ?? (await quoteCart(database, cart, { at, refused: undeliverable(refusals) })).quote
  return presentCart(cart, { ...context, refusals, quote })
}

/**
 * An ETag for showCart's answer, computed from the cart alone. Prices change at midnight; all other effects of time are in the cart's
 * state, coupon and refusals.
 */
export const cartTag = (cart: CartRecord, { shopper, rules, at }: ShowContext): string => {
  const refusals = [...refusalsOf(cart, shopper, rules, at)].map(([id, { message }]) => [id, message])
  const basis = [cart, stateOf(cart, at), refusals, startOfUtcDay(at), shopper.accountId]
  return `"${hash('sha256', JSON.stringify(basis), 'base64url')}"`
}
