import { CallError } from '@marketplace/contracts/api/client'
import { CART_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { ChallengeLeft } from '../buying/use-card-choice.ts'
import { CardRefused, ProviderBlocked } from '../buying/provider.ts'

/** Whether what was agreed to costs something else than what was shown. */
export const isPriceChanged = (error: unknown): boolean => error instanceof CallError && error.code === 'PRICE_CHANGED'

export const LEFT = 'Your bank still wants to know that it is you. Nothing was paid. Pay again to be asked once more.'

/**
 * What is said of a payment that did not go through, by its cause; null where the session's own question says it. `otherwise`: what failed,
 * where nobody has answered.
 */
export const paymentFailure = (error: unknown, otherwise: string = CART_TEXTS.transactionFailed): string | null => {
  if (error instanceof ProviderBlocked) return PAYMENT_TEXTS.blocked
  if (error instanceof ChallengeLeft) return LEFT
  if (error instanceof CardRefused) return error.message || PAYMENT_TEXTS.cardRefused
  if (!(error instanceof CallError)) return otherwise
  if (error.status === 401) return null
  // Its own words, which fit the cause: a declined card, our own failure at the provider, a cart that is held.
  if (error.status < 500 || error.code === 'PAYMENTS_UNAVAILABLE') return error.message
  return otherwise
}
