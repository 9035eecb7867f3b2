import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'
import { CardRefused } from '../buying/provider.ts'

export type Charge = RecurrentCharge | DirectCharge
export type ChargeProgress = Charge & { payment: 'done' | 'processing' | 'action_required'; client_secret: string | null }

/** How a charge stands, in the words of who pays: `waiting` for the agreement, `running`, paid for, or ended without that. */
export type ChargeStanding = 'waiting' | 'running' | 'paid' | 'ended' | 'failed'

const STANDINGS: ReadonlyMap<string, ChargeStanding> = new Map([
  ['pending', 'waiting'],
  // An application that has asked for it activates it once the buyer has come back.
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

/** The record's own state: the status of a recurrent charge says less. */
export const standingOf = (charge: Charge): ChargeStanding =>
  STANDINGS.get('state' in charge ? charge.state : charge.status) ?? 'running'

export const typeOf = (charge: Charge): ChargeType => ('state' in charge ? 'recurrent_charge' : 'direct_charge')

export type ChargePayment = {
  activate: () => Promise<ChargeProgress>
  /** False where its owner put off what the bank wants to know. */
  challenge: (clientSecret: string) => Promise<boolean>
}

/**
 * Pays a charge. What the bank wants to know is asked, then the same payment goes on. It may still be on its way afterwards: whoever calls
 * looks at it until it has ended. Throws CardRefused if the bank refused, and the call has begun another payment of which it asks again:
 * nobody is asked twice for one press of a button.
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
