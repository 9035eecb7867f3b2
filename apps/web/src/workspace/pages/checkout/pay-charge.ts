import type { Charge } from '../../../lib/purchases/charge-status.ts'
import { CardRefused } from '../buying/provider.ts'

type Progress = { payment: 'done' | 'processing' | 'action_required'; client_secret: string | null }
export type ChargeProgress = Charge & Progress

export type ChargePayment<Answer extends Progress> = {
  activate: () => Promise<Answer>
  /** Lets the cardholder confirm at the bank. Returns false if they postpone it. */
  challenge: (clientSecret: string) => Promise<boolean>
}

/**
 * Pays a charge. If the bank asks for a confirmation, the cardholder gives it and the same payment continues. Afterwards the payment may
 * still be under way, so check the charge until it has ended. Throws CardRefused if the bank refused and the server's next payment asks for
 * a confirmation again, because one press of the button must not ask twice.
 */
export const payCharge = async <Answer extends Progress>({
  activate,
  challenge,
}: ChargePayment<Answer>): Promise<{ charge: Answer; left: boolean }> => {
  let answer = await activate()
  for (let asked = 0; answer.payment === 'action_required'; asked++) {
    const secret = answer.client_secret
    if (asked > 2 || !secret || !(await challenge(secret))) return { charge: answer, left: true }
    answer = await activate()
    if (answer.payment === 'action_required' && answer.client_secret !== secret) throw new CardRefused()
  }
  return { charge: answer, left: false }
}
