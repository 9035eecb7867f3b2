/**
 * The payment sandbox's keys. They are no secrets: the sandbox listens on loopback only and has no real money. As at Stripe, they
 * separate what a server may do from what a browser may do.
 */
export const SANDBOX_KEYS = {
  secret: 'sk_test_payments_sandbox',
  publishable: 'pk_test_payments_sandbox',
  webhook: 'whsec_payments_sandbox',
} as const
