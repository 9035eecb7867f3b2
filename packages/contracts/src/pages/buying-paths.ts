import type { Product } from '../core/enumerations.ts'
import type { HostProduct } from '../core/variants.ts'

/** The two kinds of charges, by their names in addresses. */
export type ChargeType = 'recurrent_charge' | 'direct_charge'
export const isChargeType = (text: string | undefined): text is ChargeType =>
  text === 'recurrent_charge' || text === 'direct_charge'

const below = (section: string, ...parts: string[]) =>
  `/${section}/${parts.map((part) => `${encodeURIComponent(part)}/`).join('')}`

/** The addresses of the buying screens. They are not part of `paths`, because no page of the storefront needs them at its start. */
export const buyingPaths = {
  cart: () => '/cart/',
  /** The checkout of one application, with the given plan or else the first one. */
  checkout: (slug: string, planId?: string) => below('checkout', slug) + (planId ? `?plan=${encodeURIComponent(planId)}` : ''),
  thanks: (slug: string) => below('checkout', slug, 'thank-you'),
  cartCheckout: (id: string) => below('checkout', 'cart', id),
  cartThanks: (id: string) => below('checkout', 'cart', id, 'thank-you'),
  cartReview: (id: string) => below('checkout', 'cart', id, 'review-order'),
  chargeCheckout: (id: string, type: ChargeType) => below('checkout', 'charge', id, type),
  chargeThanks: (id: string, type: ChargeType) => below('checkout', 'charge', id, type, 'thank-you'),
  billing: (view?: 'invoices' | 'payment') => `/billing/${view ? `?view=${view}` : ''}`,
  /** The screen that changes a subscription, or pays for its overdue renewal. */
  subscription: (id: string) => below('billing', 'subscriptions', id),
  invoice: (id: string) => below('billing', 'invoices', id),
}

/** Pages of the host product that buying screens link to, under HOST_URL. */
export const hostPages = {
  chats: '/chats',
  reports: '/reports',
  /** The terms that customers of this product agree to by buying. */
  terms: (of: HostProduct) => `/terms/${of}`,
  /** The page that activates a product's licence, for customers of the host's product `of`. */
  subscription: (of: HostProduct, product: Product) => `/subscription/${of === 'text' && product === 'livechat' ? of : product}`,
}
