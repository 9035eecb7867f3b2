/**
 * The payment sandbox's keys. They are not secret, because the sandbox listens on loopback only and has no real money. As at Stripe, a
 * server with the secret key may do more than a browser with the publishable key.
 */
export const SANDBOX_KEYS = {
  secret: 'sk_test_payments_sandbox',
  publishable: 'pk_test_payments_sandbox',
  webhook: 'whsec_payments_sandbox',
} as const
