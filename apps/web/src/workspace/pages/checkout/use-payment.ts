import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import type { PURCHASES } from '@marketplace/contracts/analytics/events'
import { useEffect, useState } from 'react'
import { track } from '../../../lib/signals.ts'
import { useOneRun } from '../../../lib/use-one-run.ts'
import { isSignedOut } from '../buying/cart-failure.ts'
import { useLeaveHome } from '../../kit/use-leave-home.ts'
import { paymentFailure } from './payment-failure.ts'

/**
 * Runs one payment at a time. Its error message stays until the next try. `of` is the kind of purchase; null if only a card is saved.
 * `otherwise`: the message if there was no answer.
 */
export const usePayment = (of: (typeof PURCHASES)[number] | null = null, otherwise?: string) => {
  const leaveHome = useLeaveHome()
  useEffect(() => {
    if (of) track('checkout_started', { detail: of })
  }, [of])
  const { busy, once } = useOneRun()
  const [problem, setProblem] = useState<string | null>(null)
  const pay = (work: () => Promise<void>): Promise<void> =>
    once(
      () => {
        setProblem(null)
        return work()
      },
      (error) => {
        // The session has ended, and the person did not sign in again.
        if (isSignedOut(error)) leaveHome(SESSION_TEXTS.loggedOut)
        else if (of) track('purchase_failed', { detail: of })
        setProblem(paymentFailure(error, otherwise))
      },
    )
  return { busy, problem, setProblem, pay }
}
