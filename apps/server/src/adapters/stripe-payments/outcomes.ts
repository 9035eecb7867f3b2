import { Stripe } from 'stripe'
import type { Declined, Refused, Unknown } from '../../ports/payments.ts'

/** Stripe's decline codes after which the same card cannot succeed unless its owner does something. */
const FINAL_CODES = new Set([
  'authentication_required',
  'card_not_supported',
  'currency_not_supported',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
  'test_mode_live_card',
  'transaction_not_allowed',
])

const unknown = (reason: Unknown['reason'], replayed = false): Unknown => ({ kind: 'unknown', reason, replayed })

export const timedOut = unknown('timeout')
export const stillProcessing = unknown('in_progress')
/** The outcome for an answer that means neither success nor refusal. */
export const strangeAnswer = unknown('provider_error')

const declinedBy = (error: Stripe.errors.StripeCardError): Declined => {
  const code = error.decline_code || error.code || 'card_declined'
  return {
    kind: 'declined',
    code,
    final: error.advice_code === 'do_not_try_again' || FINAL_CODES.has(code),
    intentId: error.payment_intent?.id ?? null,
  }
}

const isTimeout = (error: Stripe.errors.StripeConnectionError): boolean =>
  error.detail instanceof Error && 'code' in error.detail && error.detail.code === 'ETIMEDOUT'

/**
 * The outcome of a payment for an error of the library. Only a refusal by the provider itself counts as a refusal. For errors of the
 * program or the settings it throws an error of its own, because the library's error contains the provider's whole answer.
 */
export const outcomeOf = (error: unknown): Declined | Refused | Unknown => {
  const { errors } = Stripe
  if (error instanceof errors.StripeConnectionError) return unknown(isTimeout(error) ? 'timeout' : 'connection')
  if (error instanceof errors.StripeCardError) return declinedBy(error)
  if (error instanceof errors.StripeRateLimitError) return unknown('too_many_requests')
  if (error instanceof errors.StripeInvalidRequestError && !error.code?.startsWith('parameter_'))
    return { kind: 'refused', code: error.code ?? 'invalid_request' }
  if (error instanceof errors.StripeAPIError)
    return error.statusCode === 409
      ? stillProcessing
      : unknown('provider_error', error.headers?.['idempotent-replayed'] === 'true')
  if (error instanceof errors.StripeError)
    throw new Error(
      `the payment provider refused the call: ${error.type}, ${error.code ?? 'no code'}, ${error.param ?? 'no parameter'}`,
    )
  throw error
}
