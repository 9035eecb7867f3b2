import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_TEXTS } from '@marketplace/contracts/carts/texts'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { LockKeyhole } from 'lucide-react'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Notice } from '../buying/Notice.tsx'
import { timeLeft, useNow } from '../buying/use-now.ts'

type Props = { cart: Cart; busy: boolean; onLeave: () => void }

/** Says that the cart is locked, by whom, and until when. */
export const LockNotice = ({ cart: { id, state, lockedByMe, lockedBy, checkedOutUntil }, busy, onLeave }: Props) => {
  const { data: agents } = useEndpoint('product', 'GET /agents')
  const holder = agents?.find(({ id: agent }) => agent === lockedBy)?.name
  const left = timeLeft(checkedOutUntil, useNow(state === 'locked'))
  if (state === 'processing')
    return (
      <Notice role="status" className="mb-4">
        <p className="font-semibold">The payment for this cart is being processed.</p>
        <p>It cannot be changed until that has ended. This page says when it has.</p>
      </Notice>
    )
  if (state !== 'locked') return null
  return (
    <Notice tone="warning" icon={LockKeyhole} role="status" className="mb-4">
      <p className="font-semibold">{lockedByMe ? 'Your checkout of this cart is not finished.' : CART_TEXTS.locked}</p>
      <p>
        {!lockedByMe && holder && `${holder} is paying for it. `}
        It can be changed again
        {left ? (
          <>
            {' '}
            in <span className="font-semibold tabular-nums">{left}</span>
            {lockedByMe ? ', or as soon as you give up the checkout.' : ' at the latest.'}
          </>
        ) : (
          ' in a moment.'
        )}
      </p>
      {lockedByMe && (
        <p className="mt-3 flex flex-wrap gap-2">
          <ButtonLink to={buyingPaths.cartCheckout(id)} size="sm">
            Go on with the checkout
          </ButtonLink>
          <Button variant="secondary" size="sm" disabled={busy} onClick={onLeave}>
            Change the cart
          </Button>
        </p>
      )}
    </Notice>
  )
}
