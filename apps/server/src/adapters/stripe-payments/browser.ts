import type { PaymentsInBrowser } from '../../ports/payments.ts'

/**
 * What a page needs of the payment provider. Stripe's origins are those of its guide to security for Stripe.js and 3-D Secure; the sandbox has
 * one for everything. `sandboxUrl` is null for Stripe itself.
 */
export const paymentsInBrowser = (publishableKey: string | null, sandboxUrl: string | null): PaymentsInBrowser => {
  if (sandboxUrl !== null)
    return {
      script: `${sandboxUrl}/elements.js`,
      publishableKey,
      origins: { scripts: [sandboxUrl], connections: [sandboxUrl], frames: [sandboxUrl] },
    }
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return {
    script: 'https://js.stripe.com/v3/',
    publishableKey,
    origins: { scripts, connections: ['https://api.stripe.com'], frames: [...scripts, 'https://hooks.stripe.com'] },
  }
}
