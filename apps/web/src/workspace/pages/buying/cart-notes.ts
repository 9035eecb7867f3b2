import type { Cart, CartProduct } from '@marketplace/contracts/carts/schemas'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { BRAND } from '@marketplace/contracts/core/brand'

/** Why a product of a cart was not bought; null if it was bought, or if no purchase was tried. Tests compare the exact text. */
export const noteText = ({ note, product }: Pick<CartProduct, 'note' | 'product'>): string | null => {
  if (note === null) return null
  if (note === 'billing-error') return PAYMENT_TEXTS.failed
  return note === 'product-inactive'
    ? `Was not installed, please activate ${BRAND.products[product]} first`
    : 'Was not installed, please contact support'
}

/** Splits the products of a cart into bought ones and others. */
export const splitPurchased = (products: readonly CartProduct[]) => ({
  bought: products.filter(({ purchasedAt }) => purchasedAt !== null),
  failed: products.filter(({ purchasedAt }) => purchasedAt === null),
})

/** Whether to show the order for review after a purchase. It is not shown if inactive licences are the only problem. */
export const needsReview = (products: readonly CartProduct[]): boolean =>
  splitPurchased(products).failed.some(({ note }) => note !== 'product-inactive')

/**
 * How a payment has ended that bought nothing, by the notes of the products: the bank refused the card, something could not be installed, or,
 * without a note, the provider failed.
 */
export const unpaidCause = (products: readonly Pick<CartProduct, 'note'>[]): 'card' | 'not-installed' | 'provider' => {
  if (products.some(({ note }) => note === 'billing-error')) return 'card'
  return products.some(({ note }) => note === 'not-installed') ? 'not-installed' : 'provider'
}

/** The names of the products that none of the chosen agents can use; none if everybody may use them. */
export const forNobody = ({ agents, agentsChosen, products }: Pick<Cart, 'agents' | 'agentsChosen' | 'products'>): string[] =>
  agentsChosen ? products.flatMap(({ name, product }) => (agents.some((each) => each.product === product) ? [] : [name])) : []
