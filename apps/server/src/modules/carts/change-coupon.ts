import type { Cart } from '@marketplace/contracts/carts/schemas'
import { ApiError } from '../../core/api-error.ts'
import type { Asking } from '../../core/caller.ts'
import { isStorable } from '../../db/storable.ts'
import { findCoupon } from '../billing/index.ts'
import { assertLegal } from './cart-state.ts'
import { changeCart } from './change-cart.ts'
import { openExpired } from './checkout.ts'
import { unlockCart } from './repository.ts'
import type { CartDependencies } from './show-cart.ts'

/** Sets the coupon of a cart; null removes it. */
export const changeCoupon = (
  dependencies: CartDependencies,
  asking: Asking,
  cartId: string,
  code: string | null,
): Promise<Cart> =>
  changeCart(dependencies, asking, { cartId }, async (found) => {
    const { transaction, cart, at } = found
    assertLegal(cart, 'change', at)
    const coupon = code === null || !isStorable(code) ? null : await findCoupon(transaction, code, at)
    if (code !== null && !coupon) throw new ApiError('COUPON_NOT_FOUND')
    if (coupon?.refusal) throw new ApiError(coupon.refusal)
    if ((coupon?.code ?? null) === (cart.coupon?.code ?? null)) return false
    await openExpired(found)
    await unlockCart(transaction, cart.id, { couponCode: coupon?.code ?? null }, at)
    return true
  })
