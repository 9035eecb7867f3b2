/** The reason why a card was declined, with Stripe's codes. */
export type Decline = { code: string; declineCode: string; adviceCode: string | null; message: string }

export type Behaviour = {
  /** `always`: also when the card is only saved. `charge`: at each payment. `capture`: at the capture, after the authorization. */
  declines?: { on: 'always' | 'charge' | 'capture'; because: Decline }
  /** 3-D Secure: `always` at each payment, or `until_set_up`, until the card was confirmed for payments without the cardholder. */
  challenge?: 'always' | 'until_set_up'
  refunds?: 'fail' | 'wait'
}

const declined = (declineCode: string, message: string, adviceCode: string | null = 'try_again_later'): Decline => ({
  code: 'card_declined',
  declineCode,
  adviceCode,
  message,
})
const NEVER_AGAIN = 'do_not_try_again'

export const EXPIRED: Decline = {
  ...declined('expired_card', 'Your card has expired.', NEVER_AGAIN),
  code: 'expired_card',
}
export const AUTHENTICATION_REQUIRED: Decline = {
  ...declined('authentication_required', 'Your card was declined. This transaction requires authentication.', null),
  code: 'authentication_required',
}
export const NOT_A_TEST_CARD = declined(
  'test_mode_live_card',
  'Your card was declined. The payment sandbox takes test cards only, such as 4242 4242 4242 4242.',
  NEVER_AGAIN,
)

const GENERIC = declined('generic_decline', 'Your card was declined.')

/** Stripe's well-known test cards, by number. The card that fails at the capture exists only in this sandbox. */
const TEST_CARDS: ReadonlyMap<string, [name: string, behaviour: Behaviour]> = new Map([
  ['4242424242424242', ['visa', {}]],
  ['5555555555554444', ['mastercard', {}]],
  ['378282246310005', ['amex', {}]],
  ['4000000000000002', ['declined', { declines: { on: 'always', because: GENERIC } }]],
  [
    '4000000000009995',
    ['no_funds', { declines: { on: 'always', because: declined('insufficient_funds', 'Your card has insufficient funds.') } }],
  ],
  ['4000000000000069', ['expired', { declines: { on: 'always', because: EXPIRED } }]],
  ['4000000000009987', ['lost', { declines: { on: 'always', because: declined('lost_card', GENERIC.message, NEVER_AGAIN) } }]],
  [
    '4000000000009979',
    ['stolen', { declines: { on: 'always', because: declined('stolen_card', GENERIC.message, NEVER_AGAIN) } }],
  ],
  ['4000000000000341', ['declined_when_charged', { declines: { on: 'charge', because: GENERIC } }]],
  ['4000000000004210', ['declined_at_capture', { declines: { on: 'capture', because: GENERIC } }]],
  ['4000002500003155', ['challenge_until_set_up', { challenge: 'until_set_up' }]],
  ['4000002760003184', ['challenge', { challenge: 'always' }]],
  ['4000008400001629', ['challenge_then_declined', { challenge: 'always', declines: { on: 'charge', because: GENERIC } }]],
  ['4000000000005126', ['refund_fails', { refunds: 'fail' }]],
  ['4000000000007726', ['refund_waits', { refunds: 'wait' }]],
])
const BY_NAME: ReadonlyMap<string, Behaviour> = new Map(TEST_CARDS.values())

export const behaviourOf = (name: string): Behaviour => BY_NAME.get(name) ?? {}

/** The behaviour of the card with this number; null if it is not a test card. */
export const behaviourOfNumber = (number: string): string | null => TEST_CARDS.get(number)?.[0] ?? null
