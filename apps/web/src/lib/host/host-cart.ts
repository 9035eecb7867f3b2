import type { Cart } from '@marketplace/contracts/carts/schemas'
import type { HostCart, MessagesToHost } from '@marketplace/contracts/host-messages/messages'

/** The part of a cart that is sent to hosts: no card, no address, and no ids of people. */
export const hostCart = ({ id, state, products, totals }: Cart): HostCart => ({
  id,
  state,
  products: products.map(({ id, slug, name, quantity, purchasedAt }) => ({ id, slug, name, quantity, purchasedAt })),
  total: totals.due.total,
})

/** The message to hosts about a purchased cart; null if none of its applications was bought. */
export const hostPurchase = (cart: Cart): MessagesToHost['cart_purchased'] | null => {
  const products = cart.products
    .filter(({ purchasedAt }) => purchasedAt !== null)
    .map(({ id, slug, name, product }) => ({ id, slug, name, product }))
  const [first] = products
  return first ? { id: cart.id, slug: first.slug, products } : null
}
