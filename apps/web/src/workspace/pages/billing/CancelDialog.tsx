import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { useAction } from '../../../lib/use-action.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { call } from '../../data/use-endpoint.ts'
import { failureText } from '../buying/cart-failure.ts'
import { useNow } from '../buying/use-now.ts'
import { day, type Of, priceOf } from './charges.ts'

/** What stops when, if it is cancelled now. */
export const lossOf = (charge: RecurrentCharge, name: string, now: number): string => {
  const { trial_ends_at: trialEnd, next_charge_at: next, state } = charge
  if (state === 'frozen') return `${name} stays without access, and is not charged again.`
  if (trialEnd && Date.parse(trialEnd) > now)
    return `The trial ends, and nothing is ever charged. ${name} works until ${day(trialEnd)}, then it stops for everybody in your organization.`
  const end = next ? `until ${day(next)}` : 'until the end of what is paid for'
  return `It is not charged again: the ${priceOf(charge)} end. ${name} works ${end}, then it stops for everybody in your organization. Nothing is paid back.`
}

type Props = { charge: Of<RecurrentCharge>; name: string; onClose: () => void; onDone: () => Promise<void> }

/** Asks before a subscription is ended. */
export const CancelDialog = ({ charge, name, onClose, onDone }: Props) => {
  const { busy, run } = useAction(
    async () => {
      const { product, id } = charge
      const after = await call('billing', 'PUT /recurrent_charge/{product}/{id}/cancel', { params: { product, id } })
      // What the answer does not say has not happened.
      if (after.state !== 'cancelled') throw new Error('not cancelled')
      await onDone()
    },
    (error) => failureText(error, "Recurrent charge couldn't be cancelled"),
  )
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Cancel ${name}?`}
      loses={lossOf(charge, name, useNow(false))}
      keep="Keep it"
      confirm="Cancel it"
      busy={busy}
      onConfirm={() => void run()}
    />
  )
}
