import type { Cart } from '@marketplace/contracts/carts/schemas'
import { canBillFor, hasPermission } from '@marketplace/domain/permissions'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { ApiError } from '../../core/api-error.ts'
import type { Caller } from '../../core/caller.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import type { CartRecord } from './read/records.ts'
import { readCart } from './read/repository.ts'
import { lockCart } from './repository.ts'
import { type CartDependencies, showCart } from './show-cart.ts'

/** Throws FORBIDDEN unless the caller may pay for what is bought for this product. */
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
 * Changes a cart of the caller's organization and answers how it is then. Rights, cart and what `work` finds are of one transaction. `work`
 * answers whether it changed anything.
 */
export const changeCart = async (
  dependencies: CartDependencies,
  asking: Caller,
  { cartId, also = [] }: { cartId: string; also?: readonly string[] },
  work: (found: CartWork) => Promise<boolean>,
): Promise<Cart> => {
  const { database, clock, lockCaller, rules, publicUrl } = dependencies
  const at = clock.now()
  return inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    if (!hasPermission(caller.scopes, 'manageBilling')) throw new ApiError('FORBIDDEN')
    const cart = await lockCart(transaction, caller.organizationId, cartId, at, also)
    assertPaysFor(caller, cart.product)
    const isChanged = await work({ transaction, caller, cart, at })
    const changed = isChanged ? await readCart(transaction, caller.organizationId, { id: cart.id }, at) : cart
    if (!changed) throw new Error(`cart ${cart.id} is gone in the transaction that locked it`)
    return showCart(transaction, changed, { shopper: caller, rules, publicUrl, at })
  })
}
