import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'
import { CardRefused } from '../buying/provider.ts'

export type Charge = RecurrentCharge | DirectCharge
export type ChargeProgress = Charge & { payment: 'done' | 'processing' | 'action_required'; client_secret: string | null }

/** The status of a charge for its buyer: `waiting` for agreement, `running`, `paid`, `ended` without payment, or `failed`. */
export type ChargeStatus = 'waiting' | 'running' | 'paid' | 'ended' | 'failed'

const STATUSES: ReadonlyMap<string, ChargeStatus> = new Map([
  ['pending', 'waiting'],
  // An application that has offered the charge activates it after the buyer has returned.
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

/** Reads `state` if there is one: the `status` of a recurrent charge is coarser. */
export const chargeStatus = (charge: Charge): ChargeStatus =>
  STATUSES.get('state' in charge ? charge.state : charge.status) ?? 'running'

export const typeOf = (charge: Charge): ChargeType => ('state' in charge ? 'recurrent_charge' : 'direct_charge')

export type ChargePayment = {
  activate: () => Promise<ChargeProgress>
  /** Lets the cardholder confirm at the bank; false if they put it off. */
  challenge: (clientSecret: string) => Promise<boolean>
}

/**
 * Pays a charge. If the bank asks for a confirmation, the cardholder gives it and the same payment continues. The payment may still be
 * under way afterwards: check the charge until it has ended. Throws CardRefused if the bank refused and the server has started another
 * payment that asks again: one press of the button asks only once.
 */
export const payCharge = async ({ activate, challenge }: ChargePayment): Promise<{ charge: Charge; left: boolean }> => {
  let answer = await activate()
  for (let asked = 0; answer.payment === 'action_required'; asked++) {
    const secret = answer.client_secret
    if (asked > 2 || !secret || !(await challenge(secret))) return { charge: answer, left: true }
    answer = await activate()
    if (answer.payment === 'action_required' && answer.client_secret !== secret) throw new CardRefused()
  }
  return { charge: answer, left: false }
}
