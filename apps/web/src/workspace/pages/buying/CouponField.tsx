import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { type FormEvent, useState } from 'react'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { failureText } from './cart-failure.ts'

const MOST_LETTERS = 40

type Props = {
  /** The coupon that is used, with its worth in words; null for none. */
  coupon: { code: string; worth: string } | null
  /** Whether a coupon can be added or removed now. */
  changeable: boolean
  busy: boolean
  /** Adds a coupon. Calls `added` with whether the answer has it, or `failed`. */
  onAdd: (code: string, told: { added: (isThere: boolean) => void; failed: (error: unknown) => void }) => void
  onRemove: () => void
}

/** The coupon of a purchase, or the field for one. */
export const CouponField = ({ coupon, changeable, busy, onAdd, onRemove }: Props) => {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const wanted = code.trim()
    if (!wanted) return setProblem('Enter the code of a coupon.')
    onAdd(wanted, {
      added: (isThere) => {
        if (!isThere) return showToast(CART_TEXTS.couponFailed)
        setCode('')
        setProblem(null)
        showToast(CART_TEXTS.couponAdded)
      },
      failed: (error) => {
        const cause = failureText(error, '')
        if (cause === null) return
        showToast(CART_TEXTS.couponFailed)
        setProblem(cause || 'The server did not answer. Nothing was changed.')
      },
    })
  }
  if (coupon)
    return (
      <div className="flex items-center justify-between gap-3 text-sm">
        <p>
          Coupon <strong className="font-semibold">{coupon.code}</strong>
          <span className="block text-xs text-muted">{coupon.worth}</span>
        </p>
        {changeable && (
          <Button variant="quiet" size="sm" disabled={busy} onClick={onRemove} className="-me-3">
            Remove<span className="sr-only"> the coupon</span>
          </Button>
        )}
      </div>
    )
  if (!changeable) return null
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
