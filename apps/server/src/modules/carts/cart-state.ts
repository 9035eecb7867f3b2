import { CART, type CartCommand, type CartState } from '@marketplace/domain/buying/cart-states'
import { stepOf } from '@marketplace/domain/buying/transitions'
import { ApiError } from '../../core/api-error.ts'
import type { CartRecord } from './read/records.ts'

/** The state of a cart. If its lock has expired, it counts as open even before a job removes the lock, unless a payment is under way. */
export const stateOf = (
  { purchasedAt, closedAt, paying, checkedOutUntil }: Pick<CartRecord, 'purchasedAt' | 'closedAt' | 'paying' | 'checkedOutUntil'>,
  at: Date,
): CartState => {
  if (purchasedAt) return 'purchased'
  if (closedAt) return 'closed'
  if (paying) return 'processing'
  return checkedOutUntil !== null && checkedOutUntil > at ? 'locked' : 'open'
}

const REFUSALS = {
  open: 'PRODUCTS_CART_CHECKSUM',
  locked: 'PRODUCTS_CART_CHECKOUT_STARTED',
  processing: 'PRODUCTS_CART_CHECKOUT_STARTED',
  purchased: 'CART_PURCHASED',
  closed: 'CART_CLOSED',
} as const satisfies Record<CartState, string>

/** The 409 for a command that a cart in this state refuses. */
export const conflictOf = (state: CartState): ApiError => new ApiError(REFUSALS[state])

/**
 * Whether the command would change the cart; false if the cart is already in the state to which the command leads. Throws a 409 if the
 * state does not allow the command.
 */
export const assertLegal = (cart: CartRecord, command: CartCommand, at: Date): boolean => {
  const state = stateOf(cart, at)
  const step = stepOf(CART, state, command)
  if (step.kind === 'illegal') throw conflictOf(state)
  return step.kind === 'moved'
}
