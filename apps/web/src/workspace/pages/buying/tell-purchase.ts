import type { Cart } from '@marketplace/contracts/carts/schemas'
import { hostPurchase } from '../../../lib/host/host-cart.ts'
import { tellApplication } from '../../../lib/host/tell-application.ts'
import { tellHost } from '../../../lib/host/tell-host.ts'

const told = new Set<string>()

/** Tells the host what was bought with a cart, once for each document, whichever screen sees it first. */
export const tellPurchase = (cart: Cart): void => {
  const purchase = hostPurchase(cart)
  if (!purchase || told.has(cart.id)) return
  told.add(cart.id)
  tellHost('cart_purchased', purchase)
  for (const product of cart.products.filter(({ purchasedAt }) => purchasedAt !== null)) {
    tellApplication('app_purchased', product)
    // A product with a note was not installed: it waits for something, such as its licence.
    if (product.note === null) tellApplication('app_installed', product)
  }
}
