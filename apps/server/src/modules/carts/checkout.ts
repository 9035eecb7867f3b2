import type { Cart } from '@marketplace/contracts/carts/schemas'
import type { QuotedPlace } from '@marketplace/domain/buying/cart-quote'
import { LOCK_MINUTES } from '@marketplace/domain/buying/cart-states'
import { totalRefusal } from '@marketplace/domain/buying/quote'
import { ApiError } from '../../core/api-error.ts'
import type { Asking } from '../../core/caller.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { type Attempt, type PaymentRunner, placeFrom, stopAttempt } from '../billing/index.ts'
import { listRefusal, nothingDeliverable, refusalsOf, type Shopper } from './buy-rules.ts'
import { assertLegal, conflictOf, stateOf } from './cart-state.ts'
import { type CartWork, changeCart } from './change-cart.ts'
import { isSamePlace, quoteCart, undeliverable } from './quote-cart.ts'
import { readCart } from './read/repository.ts'
import { findExpiredLocks, lockCart, noteItems, UNLOCKED, unlockCart, updateCartAtEnd } from './repository.ts'
import { openCart } from './settle-cart.ts'
import type { CartRecord } from './read/records.ts'
import { type CartDependencies, showCart } from './show-cart.ts'

const MINUTE_MS = 60_000

/** Audits that a checkout has expired, before the open cart is changed. */
export const openExpired = async ({ transaction, cart, at }: Pick<CartWork, 'transaction' | 'cart' | 'at'>): Promise<void> => {
  if (cart.checkedOutUntil && stateOf(cart, at) === 'open')
    await openCart(transaction, cart, { why: 'expired', accountId: null, at })
}

/** The parts of an address that a buyer may state at the checkout. */
export type GivenPlace = Partial<QuotedPlace>

/**
 * Locks a cart for 15 minutes and freezes its quote. For the account that holds the lock, the lock is renewed, with the tax of another
 * address if it states one.
 */
export const startCheckout = (dependencies: CartDependencies, asking: Asking, cartId: string, given: GivenPlace): Promise<Cart> =>
  changeCart(dependencies, asking, { cartId, holdsPrices: true }, async (found) => {
    const { transaction, caller, cart, at } = found
    const isNew = assertLegal(cart, 'checkout', at)
    if (!isNew && cart.lockedBy !== caller.accountId) throw conflictOf('locked')
    const place = placeFrom(cart.place, given)
    if (!isNew && (Object.keys(given).length === 0 || isSamePlace(place, cart.quote?.place))) return false

    if (cart.items.length === 0) throw new ApiError('CART_EMPTY')
    const notAllowed = listRefusal(cart)
    if (notAllowed) throw notAllowed
    if (cart.coupon?.refusal) throw new ApiError(cart.coupon.refusal)
    const refusals = refusalsOf(cart, caller, dependencies.rules, at)
    const nothing = nothingDeliverable(cart, refusals)
    if (nothing) throw nothing
    const { quote, checksum } = await quoteCart(transaction, cart, { at, place, refused: undeliverable(refusals) })
    const notPayable = totalRefusal(quote)
    if (notPayable) throw new ApiError(notPayable)
    await openExpired(found)
    const checkedOutUntil = isNew ? new Date(at.getTime() + LOCK_MINUTES * MINUTE_MS) : cart.checkedOutUntil
    const locked = { lockedBy: caller.accountId, checkedOutUntil, quote, checksum }
    await updateCartAtEnd(transaction, cart.id, locked, at)
    if (cart.items.some(({ note }) => note !== null)) await noteItems(transaction, cart.id, null)
    await recordAudit(transaction, {
      action: 'cart.locked',
      at,
      who: caller,
      subject: cart.id,
      details: { checksum, total: quote.due.total },
    })
    const open =
      isNew && cart.checkedOutUntil !== null ? { ...UNLOCKED, revision: cart.revision + 1 } : { revision: cart.revision }
    const items = cart.items.map((item) => ({ ...item, note: null }))
    return { ...cart, ...open, ...locked, revision: open.revision + 1, items }
  })

/**
 * Opens a locked cart. An open cart stays unchanged. While the bank waits for the cardholder, the payment is stopped first, and the cart
 * opens once the provider has cancelled the payment.
 */
export const leaveCheckout = async (
  dependencies: CartDependencies & StopsPayments,
  asking: Asking,
  cartId: string,
): Promise<Cart> => {
  const stopped: { attemptId: string; shopper: Shopper }[] = []
  const left = await changeCart(dependencies, asking, { cartId }, async ({ transaction, caller, cart, at }) => {
    if (stateOf(cart, at) === 'processing') {
      const attempt = await stopWaiting(transaction, cart, at)
      stopped.push({ attemptId: attempt.id, shopper: caller })
      return true
    }
    if (!assertLegal(cart, 'leave', at)) return false
    await openCart(transaction, cart, { why: 'left', accountId: caller.accountId, at })
    return true
  })
  const [found] = stopped
  if (!found) return left
  const { attemptId, shopper } = found
  const { database, clock, rules, publicUrl, runner } = dependencies
  await runner.run(attemptId)
  const at = clock.now()
  const opened = await readCart(database, asking.organizationId, { id: cartId }, at)
  return opened ? showCart(database, opened, { shopper, rules, publicUrl, at }) : left
}

/** Cancels stopped payments at the provider. */
export type StopsPayments = { runner: Pick<PaymentRunner, 'run'> }

const stopWaiting = async (transaction: Transaction, cart: CartRecord, at: Date): Promise<Attempt> => {
  try {
    const attempt = await stopAttempt(transaction, { kind: 'cart', id: cart.id }, at)
    if (attempt) return attempt
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  throw conflictOf('processing')
}

/** Closes a cart permanently. A closed cart stays unchanged. */
export const closeCart = (dependencies: CartDependencies, asking: Asking, cartId: string): Promise<Cart> =>
  changeCart(dependencies, asking, { cartId }, async ({ transaction, caller, cart, at }) => {
    if (!assertLegal(cart, 'close', at)) return false
    await unlockCart(transaction, cart.id, { closedAt: at }, at)
    await recordAudit(transaction, { action: 'cart.closed', at, who: caller, subject: cart.id })
    return true
  })

/** The most locks that one run removes; the next run removes the others. */
const AT_ONCE = 500

/** Opens the carts whose checkout has expired, each in its own transaction. */
export const openExpiredCarts = async (
  { database, clock }: Pick<CartDependencies, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> => {
  const at = clock.now()
  for (const { id, organizationId } of await findExpiredLocks(database, at, AT_ONCE)) {
    if (signal.aborted) return
    await inTransaction(database, async (transaction) => {
      const cart = await lockCart(transaction, organizationId, id, at)
      await openExpired({ transaction, cart, at })
    })
  }
}
