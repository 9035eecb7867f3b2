import type { Product } from '../core/enumerations.ts'
import type { HostProduct } from '../core/variants.ts'

/** The two kinds of charges, as addresses name them. */
export type ChargeType = 'recurrent_charge' | 'direct_charge'
export const isChargeType = (text: string | undefined): text is ChargeType =>
  text === 'recurrent_charge' || text === 'direct_charge'

const below = (section: string, ...parts: string[]) =>
  `/${section}/${parts.map((part) => `${encodeURIComponent(part)}/`).join('')}`

/** Addresses of the screens of buying, apart from `paths` because no page of the storefront needs them at its start. */
export const buyingPaths = {
  cart: () => '/cart/',
  /** Buys one application, with the plan that is given or else the first. */
  checkout: (slug: string, planId?: string) => below('checkout', slug) + (planId ? `?plan=${encodeURIComponent(planId)}` : ''),
  thanks: (slug: string) => below('checkout', slug, 'thank-you'),
  cartCheckout: (id: string) => below('checkout', 'cart', id),
  cartThanks: (id: string) => below('checkout', 'cart', id, 'thank-you'),
  cartReview: (id: string) => below('checkout', 'cart', id, 'review-order'),
  chargeCheckout: (id: string, type: ChargeType) => below('checkout', 'charge', id, type),
  chargeThanks: (id: string, type: ChargeType) => below('checkout', 'charge', id, type, 'thank-you'),
  billing: (view?: 'invoices' | 'payment') => `/billing/${view ? `?view=${view}` : ''}`,
  /** Changes a subscription, or pays for what is overdue of it. */
  subscription: (id: string) => below('billing', 'subscriptions', id),
  invoice: (id: string) => below('billing', 'invoices', id),
}

/** Pages of the host product that screens of buying lead to, under HOST_URL. */
export const hostPages = {
  chats: '/chats',
  reports: '/reports',
  /** What a customer agrees to by buying in a variant of this product. */
  terms: (of: HostProduct) => `/terms/${of}`,
  /** Where the licence of a product is activated, for customers of the host's product `of`. */
  subscription: (of: HostProduct, product: Product) => `/subscription/${of === 'text' && product === 'livechat' ? of : product}`,
}
