import { CallError } from '@marketplace/contracts/api/client'
import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { tellCart } from '../../lib/cart-news.ts'
import { track } from '../../lib/signals.ts'
import { hostCart } from '../../lib/host/host-cart.ts'
import { tellHost } from '../../lib/host/tell-host.ts'
import { openedSession } from '../../lib/session/start.ts'
import { keepContents } from './contents.ts'

/** Adds an application to the open cart, with the given plan; null means the plan whose price the application's card shows. */
export const addToCart = async (id: string, planId: string | null): Promise<void> => {
  const { product } = await openedSession()
  const cart = await product('POST /products-carts')
  const params = { id: cart.id, appId: id }
  const changed =
    planId === null
      ? await product('PATCH /products-carts/{id}/applications/{appId}', { params })
      : await product('PATCH /products-carts/{id}/applications/{appId}/plans/{planId}', { params: { ...params, planId } })
  const { products } = changed
  keepContents(products.map((each) => each.id))
  tellCart()
  tellHost('marketplace_cart_update', { cart: hostCart(changed) })
  // The server answered with a cart that does not contain the application.
  if (!products.some((each) => each.id === id)) throw new Error('not added')
  track('add_to_cart', { application: id })
}

/** The message if the application could not be added. If the API refused, it is the API's own message. */
export const addFailure = (error: unknown): string =>
  error instanceof CallError && error.status < 500 ? error.message : CART_TEXTS.addFailed
