/**
 * The payment sandbox's keys. They are no secrets: it listens on loopback only, and there is no money in it. They keep apart what a
 * server and what a browser may do, as Stripe's do.
 */
export const SANDBOX_KEYS = {
  secret: 'sk_test_payments_sandbox',
  publishable: 'pk_test_payments_sandbox',
  webhook: 'whsec_payments_sandbox',
} as const
