import type { Cart, PurchaseAnswer } from '@marketplace/contracts/carts/schemas'
import { PURCHASE_POLL } from '@marketplace/contracts/carts/texts'
import { isCode } from '../../../lib/is-code.ts'

/** The result of a purchase. `left`: the bank asked for a confirmation and the cardholder postponed it. */
export type CartOutcome = { kind: 'over' | 'processing' | 'left'; cart: Cart }

export type CartPayment = {
  purchase: () => Promise<PurchaseAnswer>
  /** Lets the cardholder confirm at the bank. Returns false if they postpone it. */
  challenge: (clientSecret: string) => Promise<boolean>
  read: () => Promise<Cart>
  pause: (ms: number) => Promise<void>
}

/**
 * Goes on with a purchase after the bank's answer. A webhook may have told the server before, which then refuses the call; the cart shows how
 * the purchase goes on.
 */
const goOn = async ({ purchase, read }: CartPayment): Promise<Pick<PurchaseAnswer, 'status' | 'clientSecret' | 'cart'>> => {
  try {
    return await purchase()
  } catch (error) {
    const cart = isCode(error, 'PRODUCTS_CART_CHECKOUT_STARTED') ? await read() : null
    if (!cart || !(cart.purchasedAt !== null || (isRunning(cart) && cart.lockedByMe))) throw error
    return { status: 'processing', clientSecret: null, cart }
  }
}

const isRunning = ({ purchasedAt, state }: Cart): boolean => purchasedAt === null && state === 'processing'

/**
 * Pays for a cart that this person has locked. If the bank asks for a confirmation, the cardholder gives it and the same purchase
 * continues. A purchase under way is checked for a short time; after that it counts as being processed, not as failed.
 */
export const payCart = async (payment: CartPayment): Promise<CartOutcome> => {
  const { purchase, challenge, read, pause } = payment
  let answer = await purchase()
  for (let asked = 0; answer.status === 'action_required'; asked++) {
    if (asked > 2 || !answer.clientSecret || !(await challenge(answer.clientSecret))) return { kind: 'left', cart: answer.cart }
    answer = await goOn(payment)
  }
  let { cart } = answer
  if (answer.status === 'purchased') return { kind: 'over', cart }
  for (let tries = 0; tries < PURCHASE_POLL.times && isRunning(cart); tries++) {
    await pause(PURCHASE_POLL.everyMs)
    cart = await read().catch(() => cart)
  }
  return { kind: isRunning(cart) ? 'processing' : 'over', cart }
}
