import type { PurchaseAnswer } from '@marketplace/contracts/carts/schemas'
import type { ErrorCode } from '@marketplace/contracts/core/errors'
import { needsCard } from '@marketplace/domain/buying/offers'
import { isPayable } from '@marketplace/domain/buying/quote'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { lockTogether } from '../../db/locks.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type Attempt, liveAttemptLocking, readCard, startAttempt } from '../billing/index.ts'
import {
  assertPaysFor,
  cartLocking,
  type CartRecord,
  claimPurchase,
  isOther,
  priceLockings,
  type Purchase,
  readCart,
  readLocked,
  showCart,
} from '../carts/index.ts'
import type { PurchasingDependencies } from './dependencies.ts'
import { assertStillBills, type PaymentWait, waitForPayment } from './wait-for-payment.ts'

/**
 * The amount to authorize in cents: the total of the deliverable items, or that of the whole quote if the former is too small for the
 * provider.
 */
const amountOf = ({ quote, items }: Purchase): number => {
  const refused = new Set(items.filter((item) => item.refused).map(({ application }) => application.id))
  const deliverable = quote.lines.filter(({ id }) => !refused.has(id)).reduce((sum, { due }) => sum + due.total, 0)
  return isPayable(deliverable) ? deliverable : quote.due.total
}

/** Whether an item needs a card although nothing is due for it now, as most trials do. */
const asksForCard = ({ items, quote }: Purchase): boolean =>
  items.some(({ application, refused }) => {
    const line = quote.lines.find(({ id }) => id === application.id)
    return !refused && line !== undefined && needsCard(line.trialDays, application.payment)
  })

/** Starts the payment attempt of a claimed purchase. */
const pay = async (
  transaction: Transaction,
  cart: CartRecord,
  purchase: Purchase,
  caller: Caller,
  at: Date,
): Promise<Attempt> => {
  const { quote } = purchase
  const amount = amountOf(purchase)
  // If an amount is due, the attempt itself checks that there is a card.
  if (amount === 0 && asksForCard(purchase) && !(await readCard(transaction, cart.organizationId)))
    throw new ApiError('CARD_NEEDED')
  return startAttempt(
    transaction,
    {
      organizationId: cart.organizationId,
      accountId: caller.accountId,
      subject: { kind: 'cart', id: cart.id },
      amount,
      description: `Cart with ${quote.lines.length === 1 ? 'one application' : `${quote.lines.length} applications`}`,
      savesCard: quote.lines.some(({ renewal, refused }) => renewal !== null && !refused),
      couponCode: quote.discount > 0 ? (cart.coupon?.code ?? null) : null,
      // The bank's question to the cardholder must not lock the cart for longer than its checkout.
      expiresAt: cart.checkedOutUntil,
      runsAtOnce: true,
    },
    at,
  )
}

/** The result of the transaction of a purchase. With a refusal, the opened cart was committed. */
type Begun = { attempt: string | Attempt } | { refused: ApiError }
/** The same as JSON. */
type KeptPurchase = { attempt: string } | { refused: ErrorCode }

/** The data of a purchase that is stored with its Idempotency-Key. */
export const keptPurchase = (begun: Begun): KeptPurchase => {
  if ('refused' in begun) return { refused: begun.refused.code }
  return { attempt: typeof begun.attempt === 'string' ? begun.attempt : begun.attempt.id }
}

/**
 * Starts the payment for a locked cart. While the bank waits for the cardholder, a repeated request of the same account continues the same
 * attempt; other accounts get PRODUCTS_CART_CHECKOUT_STARTED. `shown` is the checksum of the cart that the buyer has seen.
 */
export const beginPurchase = async (
  { clock, lockCaller }: PurchasingDependencies,
  transaction: Transaction,
  asking: Caller,
  cartId: string,
  shown: string | undefined,
): Promise<Begun> => {
  const at = clock.now()
  const { organizationId } = asking
  const caller = await lockCaller(transaction, asking, [cartLocking(organizationId, cartId)])
  const attempt = liveAttemptLocking({ kind: 'cart', id: cartId })
  const [[live]] = await lockTogether(transaction, [attempt, ...priceLockings(organizationId, cartId)])
  const cart = await readLocked(transaction, organizationId, cartId, at)
  assertPaysFor(caller, cart.product)
  if (live?.state === 'action_required' && cart.lockedBy === caller.accountId)
    return isOther(cart, shown) ? { refused: new ApiError('PRODUCTS_CART_CHECKSUM') } : { attempt: live.id }
  const purchase = await claimPurchase(transaction, cart, { accountId: caller.accountId, at, shown })
  // If a price has changed, the cart is opened again. That has to be committed, so the error is thrown after the transaction.
  if (purchase instanceof ApiError) return { refused: purchase }
  return { attempt: await pay(transaction, cart, purchase, caller, at) }
}

/** Continues the payment that was started for a cart, and answers after `buyerWaitsMs` at most. */
export const continuePurchase = async (
  dependencies: PurchasingDependencies & PaymentWait,
  asking: Caller,
  cartId: string,
  begun: Begun | KeptPurchase,
): Promise<PurchaseAnswer> => {
  const { database, clock, rules, publicUrl } = dependencies
  if ('refused' in begun) throw begun.refused instanceof ApiError ? begun.refused : new ApiError(begun.refused)
  const { payment, clientSecret, notDelivered } = await waitForPayment(dependencies, begun.attempt)
  const now = clock.now()
  const cart = await readCart(database, asking.organizationId, { id: cartId }, now)
  if (!cart) throw new ApiError('CART_NOT_FOUND')
  // A cart that contains only products with inactive licences counts as purchased. Its notes say why nothing was bought.
  if (notDelivered && !cart.purchasedAt) {
    await assertStillBills(dependencies, asking, [cart.product, ...cart.items.map(({ application }) => application.product)])
    throw new ApiError('PAYMENTS_UNAVAILABLE')
  }
  return {
    status: payment === 'done' ? 'purchased' : payment,
    clientSecret,
    cart: await showCart(database, cart, { shopper: asking, rules, publicUrl, at: now }),
  }
}
