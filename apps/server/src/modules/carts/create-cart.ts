import type { Cart } from '@marketplace/contracts/carts/schemas'
import { BRAND } from '@marketplace/contracts/core/brand'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Asking } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { isActive } from './buy-rules.ts'
import { assertPaysFor } from './change-cart.ts'
import { readCart } from './read/repository.ts'
import { insertCart, licensesLocking } from './repository.ts'
import { type CartDependencies, showCart } from './show-cart.ts'

/**
 * Returns the open cart for the licence of a product, or creates it if there is none. A licence has at most one: of simultaneous requests,
 * one creates the cart, and the others get the same cart.
 */
export const createCart = async (
  { database, clock, lockCaller, rules, publicUrl }: CartDependencies,
  asking: Asking,
  product: Product,
): Promise<{ isNew: boolean; cart: Cart }> => {
  const at = clock.now()
  const context = { rules, publicUrl, at }
  return inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking, [licensesLocking(asking.organizationId)])
    assertPaysFor(caller, product)
    const { organizationId, accountId } = caller
    const id = newId()
    const name = `${BRAND.products[product]} cart`
    const inserted = await insertCart(transaction, { id, organizationId, product, createdBy: accountId, name, createdAt: at })
    const { license = null, cart: added = null } = inserted ?? {}
    // The rollback removes the new cart.
    if (added && !isActive(license, at)) throw new ApiError('LICENSE_INACTIVE', { product: BRAND.products[product] })
    if (added)
      await recordAudit(transaction, {
        action: 'cart.created',
        at,
        who: caller,
        subject: id,
        details: { license: license?.id ?? null },
      })
    const cart = added ?? (await readCart(transaction, organizationId, { product }, at))
    if (!cart && !isActive(license, at)) throw new ApiError('LICENSE_INACTIVE', { product: BRAND.products[product] })
    // The cart was closed between the two statements, so the caller may try again.
    if (!cart) throw new ApiError('CART_CLOSED')
    return { isNew: added !== null, cart: await showCart(transaction, cart, { ...context, shopper: caller }) }
  })
}
