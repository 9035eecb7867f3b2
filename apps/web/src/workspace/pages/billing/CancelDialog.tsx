import { CHARGE_TEXTS } from '@marketplace/contracts/carts/texts'
import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { useAction } from '../../../lib/use-action.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { call } from '../../data/use-endpoint.ts'
import { failureText } from '../buying/cart-failure.ts'
import { useNow } from '../buying/use-now.ts'
import { lossOf, type Of } from './charges.ts'

type Props = { charge: Of<RecurrentCharge>; name: string; onClose: () => void; onDone: () => Promise<void> }

/** Asks before a subscription is cancelled. */
export const CancelDialog = ({ charge, name, onClose, onDone }: Props) => {
  const isAgreed = charge.state === 'accepted'
  const { busy, run } = useAction(
    async () => {
      const { product, id } = charge
      const after = await call('billing', 'PUT /recurrent_charge/{product}/{id}/cancel', { params: { product, id } })
      // The answer must confirm the cancellation.
      if (after.state !== 'cancelled') throw new Error('not cancelled')
      await onDone()
    },
    (error) => failureText(error, CHARGE_TEXTS.recurrent_charge.notCancelled),
  )
  return (
    <Confirm
      open
      onClose={onClose}
      title={isAgreed ? `Withdraw your agreement to ${charge.name}?` : `Cancel ${name}?`}
      loses={lossOf(charge, name, useNow(false))}
      keep="Keep it"
      confirm={isAgreed ? 'Withdraw it' : 'Cancel it'}
      busy={busy}
      onConfirm={() => void run()}
    />
  )
}
