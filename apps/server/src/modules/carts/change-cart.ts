import type { Cart } from '@marketplace/contracts/carts/schemas'
import { canBillFor, hasPermission } from '@marketplace/domain/permissions'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Asking, Caller } from '../../core/caller.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { CartRecord } from './read/records.ts'
import { readCart } from './read/repository.ts'
import { lockTogether } from '../../db/locks.ts'
import { cartLocking, priceLockings, readLocked } from './repository.ts'
import { type CartDependencies, showCart } from './show-cart.ts'

/** Throws FORBIDDEN unless the caller may pay for purchases for this product. */
export const assertPaysFor = ({ scopes }: Caller, product: Product): void => {
  if (!canBillFor(scopes, product)) throw new ApiError('FORBIDDEN')
}

export type CartWork = {
  transaction: Transaction
  caller: Caller
  cart: CartRecord
  at: Date
}

/**
 * Changes a cart of the caller's organization and returns the changed cart. Rights and cart are locked in one transaction. `work` returns
 * whether it has changed anything, or the changed cart if it can compute it without reading it again. `holdsPrices` also locks everything
 * that the cart's price depends on.
 */
export const changeCart = async (
  dependencies: CartDependencies,
  asking: Asking,
  { cartId, also = [], holdsPrices = false }: { cartId: string; also?: readonly string[]; holdsPrices?: boolean },
  work: (found: CartWork) => Promise<boolean | CartRecord>,
): Promise<Cart> => {
  const { database, clock, lockCaller, rules, publicUrl } = dependencies
  const at = clock.now()
  return inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking, [cartLocking(asking.organizationId, cartId)])
    if (!hasPermission(caller.scopes, 'manageBilling')) throw new ApiError('FORBIDDEN')
    const { organizationId } = caller
    if (holdsPrices) await lockTogether(transaction, priceLockings(organizationId, cartId))
    const cart = await readLocked(transaction, organizationId, cartId, at, also)
    assertPaysFor(caller, cart.product)
    const done = await work({ transaction, caller, cart, at })
    const changed = done === true ? await readCart(transaction, organizationId, { id: cart.id }, at) : done || cart
    if (!changed) throw new Error(`cart ${cart.id} is gone in the transaction that locked it`)
    return showCart(transaction, changed, { shopper: caller, rules, publicUrl, at })
  })
}
