import type { CartProduct } from '@marketplace/contracts/carts/schemas'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { BRAND } from '@marketplace/contracts/core/brand'

/** Why a product of a cart was not bought; null if it was, or if no purchase was tried. Tests compare the wording. */
export const noteText = ({ note, product }: Pick<CartProduct, 'note' | 'product'>): string | null => {
  if (note === null) return null
  if (note === 'billing-error') return PAYMENT_TEXTS.failed
  return note === 'product-inactive'
    ? `Was not installed, please activate ${BRAND.products[product]} first`
    : 'Was not installed, please contact support'
}

/** The products of a cart that were bought, and those that were not. */
export const splitPurchased = (products: readonly CartProduct[]) => ({
  bought: products.filter(({ purchasedAt }) => purchasedAt !== null),
  failed: products.filter(({ purchasedAt }) => purchasedAt === null),
})

/** Whether to show the order for review after a purchase. Products whose licence is inactive alone are no reason. */
export const needsReview = (products: readonly CartProduct[]): boolean =>
  splitPurchased(products).failed.some(({ note }) => note !== 'product-inactive')
