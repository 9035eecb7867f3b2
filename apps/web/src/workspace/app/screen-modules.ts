import { SCREENS } from '@marketplace/domain/workspace-screens'

/**
 * The module of each screen that people open by a link in a mail or from an application. The document names its chunks, so that the browser
 * loads them together with the entry. The addresses are those of SCREENS.
 */
const MODULES: Readonly<Record<string, string>> = {
  '/cart/*': 'src/workspace/pages/cart/CartPage.tsx',
  '/checkout/cart/:id/': 'src/workspace/pages/checkout/CartCheckoutPage.tsx',
  '/checkout/cart/:id/thank-you/': 'src/workspace/pages/thank-you/CartThanksPage.tsx',
  '/checkout/charge/:id/:type/': 'src/workspace/pages/checkout/ChargeCheckoutPage.tsx',
  '/checkout/:application/': 'src/workspace/pages/checkout/ApplicationCheckoutPage.tsx',
  '/billing/': 'src/workspace/pages/billing/BillingPage.tsx',
  '/billing/subscriptions/:id/': 'src/workspace/pages/billing/SubscriptionPage.tsx',
  '/billing/invoices/:id/': 'src/workspace/pages/billing/InvoicePage.tsx',
  '/my-apps/': 'src/workspace/pages/my-apps/MyAppsPage.tsx',
}

const SESSION = 'src/lib/session/open-session.ts'

const moduleOf = new Map(Object.entries(MODULES).map(([address, module]) => [SCREENS[address]?.title, module]))

/** The modules, besides the entry, that the screen with this title needs at its start, by their names in the build's manifest. */
export const modulesOf = (title: string): string[] => [SESSION, moduleOf.get(title) ?? []].flat()
