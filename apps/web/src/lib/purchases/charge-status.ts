import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'
import { openedSession } from '../session/start.ts'

export type Charge = RecurrentCharge | DirectCharge

/**
 * The status of a charge for its buyer: `waiting` for the buyer's agreement, `running`, `paid`, `over` if it was cancelled after its payment
 * or trial had begun, `ended` without payment, or `failed`.
 */
export type ChargeStatus = 'waiting' | 'running' | 'paid' | 'over' | 'ended' | 'failed'

const STATUSES: ReadonlyMap<string, ChargeStatus> = new Map([
  ['pending', 'waiting'],
  // After the buyer has returned to the application that offered the charge, the application activates it.
  ['accepted', 'running'],
  ['processed', 'running'],
  ['active', 'paid'],
  ['past_due', 'paid'],
  ['frozen', 'paid'],
  ['success', 'paid'],
  ['declined', 'ended'],
  ['cancelled', 'ended'],
  ['failed', 'failed'],
])

/** Whether a recurrent charge was paid, or its trial has begun. */
const hasBegun = ({ current_charge_at: paid, trial_ends_at: trial }: RecurrentCharge): boolean => Boolean(paid ?? trial)

/** A recurrent charge has the more exact `state` besides `status`. */
export const chargeStatus = (charge: Charge): ChargeStatus => {
  if (!('state' in charge)) return STATUSES.get(charge.status) ?? 'running'
  return charge.state === 'cancelled' && hasBegun(charge) ? 'over' : (STATUSES.get(charge.state) ?? 'running')
}

export const typeOf = (charge: Charge): ChargeType => ('state' in charge ? 'recurrent_charge' : 'direct_charge')

/** Loads a charge. */
export const readChargeOf = async (type: ChargeType, product: Product, id: string): Promise<Charge> => {
  const { billing } = await openedSession()
  const params = { product, id }
  return type === 'recurrent_charge'
    ? billing('GET /recurrent_charge/{product}/{id}', { params })
    : billing('GET /direct_charge/{product}/{id}', { params })
}
