import type { Cart } from '@marketplace/contracts/carts/schemas'
import type { HostCart, MessagesToHost } from '@marketplace/contracts/host-messages/messages'

/** Of a cart what hosts are told: no card, no address, nobody's id. */
export const hostCart = ({ id, state, products, totals }: Cart): HostCart => ({
  id,
  state,
  products: products.map(({ id, slug, name, quantity, purchasedAt }) => ({ id, slug, name, quantity, purchasedAt })),
  total: totals.due.total,
})

/** What hosts are told of a cart that was paid for; null where nothing of it was bought. */
export const hostPurchase = (cart: Cart): MessagesToHost['cart_purchased'] | null => {
  const products = cart.products
    .filter(({ purchasedAt }) => purchasedAt !== null)
    .map(({ id, slug, name, product }) => ({ id, slug, name, product }))
  const [first] = products
  return first ? { id: cart.id, slug: first.slug, products } : null
}
