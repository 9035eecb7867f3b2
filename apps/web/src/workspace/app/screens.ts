import type { ComponentType } from 'react'

const hostedApplication = () => import('../pages/hosted-application/HostedApplicationPage.tsx')
const ownApplications = async () => (await import('../pages/own-applications/OwnApplicationsPage.tsx')).OwnApplicationsPage
const ownApplication = async () => (await import('../pages/own-application/OwnApplicationPage.tsx')).OwnApplicationPage

/**
 * The routes of the screens, with a function that loads each screen's chunk. The addresses are those of SCREENS in
 * packages/domain/src/workspace-screens.ts.
 */
export const SCREEN_ROUTES: readonly (readonly [path: string, load: () => Promise<ComponentType>])[] = [
  ['cart/*', async () => (await import('../pages/cart/CartPage.tsx')).CartPage],
  ['checkout/cart/:id/', async () => (await import('../pages/checkout/CartCheckoutPage.tsx')).CartCheckoutPage],
  ['checkout/cart/:id/thank-you/', async () => (await import('../pages/thank-you/CartThanksPage.tsx')).CartThanksPage],
  ['checkout/cart/:id/review-order/', async () => (await import('../pages/thank-you/ReviewOrderPage.tsx')).ReviewOrderPage],
  ['checkout/charge/:id/:type/', async () => (await import('../pages/checkout/ChargeCheckoutPage.tsx')).ChargeCheckoutPage],
  [
    'checkout/charge/:id/:type/thank-you/',
    async () => (await import('../pages/thank-you/ChargeThanksPage.tsx')).ChargeThanksPage,
  ],
  ['checkout/:slug/', async () => (await import('../pages/checkout/ApplicationCheckoutPage.tsx')).ApplicationCheckoutPage],
  ['checkout/:slug/thank-you/', async () => (await import('../pages/thank-you/ApplicationThanksPage.tsx')).ApplicationThanksPage],
  ['apps/:slug/open/', async () => (await hostedApplication()).OpenApplicationPage],
  ['apps/:slug/settings/', async () => (await hostedApplication()).ApplicationSettingsPage],
  ['billing/', async () => (await import('../pages/billing/BillingPage.tsx')).BillingPage],
  ['billing/subscriptions/:id/', async () => (await import('../pages/billing/SubscriptionPage.tsx')).SubscriptionPage],
  ['billing/invoices/:id/', async () => (await import('../pages/billing/InvoicePage.tsx')).InvoicePage],
  ['my-apps/receipts/:id/', async () => (await import('../pages/my-apps/ReceiptPage.tsx')).ReceiptPage],
  ['my-apps/*', async () => (await import('../pages/my-apps/MyAppsPage.tsx')).MyAppsPage],
  ...['private-apps', 'in-review-apps', 'embedded-apps', 'embedded-private-apps'].flatMap((list) => [
    [`${list}/`, ownApplications] as const,
    [`${list}/:slug/`, ownApplication] as const,
  ]),
]
