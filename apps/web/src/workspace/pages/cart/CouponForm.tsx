import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { formatDollars } from '@marketplace/domain/pricing'
import { type FormEvent, useState } from 'react'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { call } from '../../data/use-endpoint.ts'
import { failureText, showFailure } from '../buying/cart-failure.ts'
import type { CartChange } from '../buying/use-cart.ts'

const MOST_LETTERS = 40

const worthOf = ({ percent, amount }: NonNullable<Cart['coupon']>): string =>
  percent === null ? `${formatDollars(amount ?? 0)} off the first payment` : `${percent} % off the first payment`

type Props = { cart: Cart; busy: boolean; change: CartChange }

/** The coupon of a cart, or the field for one. */
export const CouponForm = ({ cart: { id, coupon, can }, busy, change }: Props) => {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const wanted = code.trim()
    if (!wanted) return setProblem('Enter the code of a coupon.')
    void change(
      () => call('product', 'PATCH /products-carts/{id}/coupon/{coupon}', { params: { id, coupon: wanted } }),
      (cart) => {
        // The answer must contain the coupon.
        if (!cart.coupon) return showToast(CART_TEXTS.couponFailed)
        setCode('')
        setProblem(null)
        showToast(CART_TEXTS.couponAdded)
      },
      (error) => {
        const cause = failureText(error, '')
        if (cause === null) return
        showToast(CART_TEXTS.couponFailed)
        setProblem(cause || 'The server did not answer. Nothing was changed.')
      },
    )
  }
  const remove = () =>
    change(
      () => call('product', 'DELETE /products-carts/{id}/coupon', { params: { id } }),
      undefined,
      (error) => showFailure(error, CART_TEXTS.updateFailed),
    )
  if (coupon)
    return (
      <div className="flex items-center justify-between gap-3 text-sm">
        <p>
          Coupon <strong className="font-semibold">{coupon.code}</strong>
          <span className="block text-xs text-muted">{worthOf(coupon)}</span>
        </p>
        {can.change && (
          <Button variant="quiet" size="sm" disabled={busy} onClick={remove} className="-me-3">
            Remove<span className="sr-only"> the coupon</span>
          </Button>
        )}
      </div>
    )
  if (!can.change) return null
  return (
    <form onSubmit={add} noValidate>
      <Field label="Coupon" {...(problem && { error: problem })}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              value={code}
              maxLength={MOST_LETTERS}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setCode(event.target.value)}
              className="min-h-10 min-w-0 grow rounded-control border border-control bg-surface px-3 text-sm uppercase"
            />
            <Button type="submit" variant="secondary" disabled={busy}>
              Apply
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
