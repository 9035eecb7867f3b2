import type { NotDeliverable } from '@marketplace/domain/buying/quote'
import { ApiError } from '../../core/api-error.ts'
import type { Transaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { isActive, listRefusal } from './buy-rules.ts'
import { conflictOf, stateOf } from './cart-state.ts'
import { type QuotedCart, quoteCart } from './quote-cart.ts'
import type { CartItemRecord, CartNote, CartRecord } from './read/records.ts'
import { type ItemOutcome, noteItems, unlockCart, updateCartAtEnd, writeOutcomes } from './repository.ts'

/** Opens a locked cart. `accountId` is the acting account; null for the server itself. */
export const openCart = async (
  transaction: Transaction,
  cart: Pick<CartRecord, 'id'>,
  {
    why,
    accountId,
    at,
  }: {
    why: 'left' | 'expired' | 'price-changed' | 'coupon-refused' | 'not-allowed' | 'not-paid'
    accountId: string | null
    at: Date
  },
): Promise<void> => {
  const { organizationId } = await unlockCart(transaction, cart.id, {}, at)
  await recordAudit(transaction, {
    action: 'cart.opened',
    at,
    who: { accountId, organizationId },
    subject: cart.id,
    details: { why },
  })
}

/** The content of a purchase. */
export type Purchase = QuotedCart & {
  /** The items with their plans. `refused`: why the item cannot be delivered to any buyer; null if it can. */
  items: (CartItemRecord & { refused: NotDeliverable | null })[]
}

/** Whether the checkout's quote is another than the one that the buyer has seen. A client may leave out what it has shown. */
export const isOther = ({ checksum }: Pick<CartRecord, 'checksum'>, shown: string | undefined): boolean =>
  shown !== undefined && shown !== checksum

/**
 * Begins the purchase of a cart, in the transaction that locks its prices and starts the payment attempt. Only the account that holds the
 * lock may do so, before the lock expires, and only if all prices are still those of the checkout. Otherwise it returns the error, and the
 * caller throws it after the commit, because a cart whose price has changed must be opened again. `shown` is the checksum of the cart that
 * the buyer has seen: the same account may have checked out anew in another window. That checkout stays as it is.
 */
export const claimPurchase = async (
  transaction: Transaction,
  cart: CartRecord,
  { accountId, at, shown }: { accountId: string; at: Date; shown?: string | undefined },
): Promise<Purchase | ApiError> => {
  const state = stateOf(cart, at)
  if (state !== 'locked' || !cart.quote) return conflictOf(state)
  if (cart.lockedBy !== accountId) return conflictOf('locked')
  const notAllowed = listRefusal(cart)
  if (notAllowed) {
    await openCart(transaction, cart, { why: 'not-allowed', accountId, at })
    return notAllowed
  }
  if (cart.coupon?.refusal) {
    await openCart(transaction, cart, { why: 'coupon-refused', accountId, at })
    return new ApiError(cart.coupon.refusal)
  }
  const refused = new Map(cart.items.flatMap((item) => stillRefused(cart, item, at)))
  const { checksum } = await quoteCart(transaction, cart, { at, place: cart.quote.place, refused })
  if (checksum !== cart.checksum) {
    await openCart(transaction, cart, { why: 'price-changed', accountId, at })
    return new ApiError('PRODUCTS_CART_CHECKSUM')
  }
  if (isOther(cart, shown)) return new ApiError('PRODUCTS_CART_CHECKSUM')
  await updateCartAtEnd(transaction, cart.id, { acceptedUntil: at }, at)
  await recordAudit(transaction, {
    action: 'cart.purchase-started',
    at,
    who: { accountId, organizationId: cart.organizationId },
    subject: cart.id,
    details: { checksum, total: cart.quote.due.total },
  })
  return { quote: cart.quote, checksum, items: cart.items.map((item) => ({ ...item, refused: refusedOf(cart, item, at) })) }
}

/** Why the checkout left an item out of the total; null if it did not. */
const refusedAtCheckout = ({ quote }: CartRecord, { application }: CartItemRecord): NotDeliverable | null =>
  quote?.lines.find(({ id }) => id === application.id)?.refused ?? null

/**
 * The items that the purchase leaves out too. If a licence was activated since the checkout, the buyer first has to see the total with the
 * products of that licence.
 */
const stillRefused = (cart: CartRecord, item: CartItemRecord, at: Date): [string, NotDeliverable][] => {
  const refused = refusedAtCheckout(cart, item)
  const isActivated = refused === 'product-inactive' && hasActiveLicense(cart, item, at)
  return refused && !isActivated ? [[item.application.id, refused]] : []
}

const hasActiveLicense = ({ licenses }: CartRecord, { application }: CartItemRecord, at: Date): boolean =>
  isActive(licenses.find(({ product }) => product === application.product) ?? null, at)

/**
 * Why an item of a running purchase cannot be delivered to any buyer; null if it can. Items that the checkout left out are never delivered.
 */
export const refusedOf = (cart: CartRecord, item: CartItemRecord, at: Date): NotDeliverable | null => {
  const { application, plan } = item
  const refused = refusedAtCheckout(cart, item)
  if (refused) return refused
  if (!hasActiveLicense(cart, item, at)) return 'product-inactive'
  return application.entitled || application.owns || !plan.offered ? 'not-installed' : null
}

/**
 * Ends a purchase and writes the result of each item. The cart is purchased if at least one item is, or if only active licences are
 * missing. Otherwise it opens again with notes.
 */
export const settleCart = async (
  transaction: Transaction,
  { id: cartId, organizationId }: Pick<CartRecord, 'id' | 'organizationId'>,
  outcomes: readonly ItemOutcome[],
  at: Date,
): Promise<'purchased' | 'open'> => {
  const isPurchased =
    outcomes.some(({ purchased }) => purchased) ||
    outcomes.every((outcome) => !outcome.purchased && outcome.note === 'product-inactive')
  if (isPurchased) {
    await updateCartAtEnd(transaction, cartId, { purchasedAt: at, lockedBy: null, checkedOutUntil: null }, at)
    const bought = outcomes.filter(({ purchased }) => purchased).length
    await recordAudit(transaction, {
      action: 'cart.purchased',
      at,
      who: { accountId: null, organizationId },
      subject: cartId,
      details: { bought, noted: outcomes.length - bought },
    })
  } else await openCart(transaction, { id: cartId }, { why: 'not-paid', accountId: null, at })
  await writeOutcomes(transaction, cartId, outcomes, at)
  return isPurchased ? 'purchased' : 'open'
}

/** Ends an unpaid purchase: the cart opens again, and every item gets a note. */
export const releaseCart = async (transaction: Transaction, cartId: string, note: CartNote | null, at: Date): Promise<void> => {
  await openCart(transaction, { id: cartId }, { why: 'not-paid', accountId: null, at })
  await noteItems(transaction, cartId, note)
}
