import type { Cart, PurchaseAnswer } from '@marketplace/contracts/carts/schemas'
import { PURCHASE_POLL } from '@marketplace/contracts/carts/texts'

/** How the purchase of a cart stands. `left`: the bank was asked and has not got its answer. */
export type CartOutcome = { kind: 'over' | 'processing' | 'left'; cart: Cart }

export type CartPayment = {
  purchase: () => Promise<PurchaseAnswer>
  /** False where its owner put off what the bank wants to know. */
  challenge: (clientSecret: string) => Promise<boolean>
  read: () => Promise<Cart>
  pause: (ms: number) => Promise<void>
}

const isRunning = ({ purchasedAt, state }: Cart): boolean => purchasedAt === null && state === 'processing'

/**
 * Pays for a cart that this person has locked. What the bank wants to know is asked, then the same purchase goes on. A purchase that is on its way
 * is looked at for a moment; what takes longer is being processed, and has not failed.
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
