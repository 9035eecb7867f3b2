import type { Cart } from '@marketplace/contracts/carts/schemas'
import { hostPurchase } from '../../../lib/host/host-cart.ts'
import { tellApplication } from '../../../lib/host/tell-application.ts'
import { tellHost } from '../../../lib/host/tell-host.ts'
import { track } from '../../../lib/signals.ts'
import { endPurchase } from '../../../lib/purchases/purchases.ts'
import { trackPurchase } from '../../../lib/purchases/tell-charge.ts'

/**
 * If this tab has paid for the cart, counts what was bought and tells the host. Only the first call for a cart has an effect, whichever
 * screen makes it.
 */
export const tellPurchase = (cart: Cart): void => {
  if (endPurchase(cart.id) === null) return
  const purchase = hostPurchase(cart)
  const bought = cart.products.filter(({ purchasedAt }) => purchasedAt !== null)
  if (bought.length < cart.products.length) track('purchase_failed', { detail: 'cart' })
  if (!purchase) return
  tellHost('cart_purchased', purchase)
  trackPurchase(
    'cart',
    bought.map(({ id }) => id),
  )
  for (const product of bought) {
    tellApplication('app_purchased', product)
    // A product with a note was not installed, because something is missing, such as its licence.
    if (product.note === null) tellApplication('app_installed', product)
  }
}
