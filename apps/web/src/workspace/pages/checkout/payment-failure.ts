import { CallError } from '@marketplace/contracts/api/client'
import { CART_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { ChallengeLeft } from '../buying/use-card-choice.ts'
import { CardRefused, ProviderBlocked } from '../buying/provider.ts'

/** Whether the price differs from the one that the buyer saw and agreed to. */
export const isPriceChanged = (error: unknown): boolean => error instanceof CallError && error.code === 'PRICE_CHANGED'

/** A payment that was refused because the price had changed. The message says what it costs now and what it did before. */
export class PriceMoved extends Error {
  constructor(refusal: unknown, changes: readonly string[]) {
    super([refusal instanceof Error ? refusal.message : '', ...changes].join(' ').trim(), { cause: refusal })
  }
}

export const LEFT = 'Your bank still wants to know that it is you. Nothing was paid. Pay again to be asked once more.'

/**
 * The message for a failed payment, depending on its cause; null if the session's own dialog tells the person. `otherwise`: the message if
 * there was no answer.
 */
export const paymentFailure = (error: unknown, otherwise: string = CART_TEXTS.transactionFailed): string | null => {
  if (error instanceof ProviderBlocked) return PAYMENT_TEXTS.blocked
  if (error instanceof ChallengeLeft) return LEFT
  if (error instanceof PriceMoved) return error.message
  if (error instanceof CardRefused) return error.message || PAYMENT_TEXTS.cardRefused
  if (!(error instanceof CallError)) return otherwise
  if (error.status === 401) return null
  // The API's own message is right for a declined card, a failure between server and provider, and a locked cart.
  if (error.status < 500 || error.code === 'PAYMENTS_UNAVAILABLE') return error.message
  return otherwise
}
