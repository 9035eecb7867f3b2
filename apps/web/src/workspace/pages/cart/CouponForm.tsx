import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { formatDollars } from '@marketplace/domain/pricing'
import { call } from '../../data/use-endpoint.ts'
import { CouponField } from '../buying/CouponField.tsx'
import { showFailure } from '../buying/cart-failure.ts'
import type { CartChange } from '../buying/use-cart.ts'

const worthOf = ({ percent, amount }: NonNullable<Cart['coupon']>): string =>
  percent === null ? `${formatDollars(amount ?? 0)} off the first payment` : `${percent} % off the first payment`

type Props = { cart: Cart; busy: boolean; change: CartChange }

/** The coupon of a cart, or the field for one. */
export const CouponForm = ({ cart: { id, coupon, can }, busy, change }: Props) => (
  <CouponField
    coupon={coupon && { code: coupon.code, worth: worthOf(coupon) }}
    changeable={can.change}
    busy={busy}
    onAdd={(code, { added, failed }) =>
      void change(
        () => call('product', 'PATCH /products-carts/{id}/coupon/{coupon}', { params: { id, coupon: code } }),
        (cart) => added(cart.coupon !== null),
        failed,
      )
    }
    onRemove={() =>
      void change(
        () => call('product', 'DELETE /products-carts/{id}/coupon', { params: { id } }),
        undefined,
        (error) => showFailure(error, CART_TEXTS.updateFailed),
      )
    }
  />
)
