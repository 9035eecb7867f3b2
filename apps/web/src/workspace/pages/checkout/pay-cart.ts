import type { Cart, PurchaseAnswer } from '@marketplace/contracts/carts/schemas'
import { PURCHASE_POLL } from '@marketplace/contracts/carts/texts'

/** The result of a purchase. `left`: the bank asked for a confirmation and the cardholder postponed it. */
export type CartOutcome = { kind: 'over' | 'processing' | 'left'; cart: Cart }

export type CartPayment = {
  purchase: () => Promise<PurchaseAnswer>
  /** Lets the cardholder confirm at the bank. Returns false if they postpone it. */
  challenge: (clientSecret: string) => Promise<boolean>
  read: () => Promise<Cart>
  pause: (ms: number) => Promise<void>
}

const isRunning = ({ purchasedAt, state }: Cart): boolean => purchasedAt === null && state === 'processing'

/**
 * Pays for a cart that this person has locked. If the bank asks for a confirmation, the cardholder gives it and the same purchase
 * continues. A purchase under way is checked for a short time; after that it counts as being processed, not as failed.
 */
export const payCart = async ({ purchase, challenge, read, pause }: CartPayment): Promise<CartOutcome> => {
  let answer = await purchase()
  for (let asked = 0; answer.status === 'action_required'; asked++) {
    if (asked > 2 || !answer.clientSecret || !(await challenge(answer.clientSecret))) return { kind: 'left', cart: answer.cart }
    answer = await purchase()
  }
  let { cart } = answer
  if (answer.status === 'purchased') return { kind: 'over', cart }
  for (let tries = 0; tries < PURCHASE_POLL.times && isRunning(cart); tries++) {
    await pause(PURCHASE_POLL.everyMs)
    cart = await read().catch(() => cart)
  }
  return { kind: isRunning(cart) ? 'processing' : 'over', cart }
}
