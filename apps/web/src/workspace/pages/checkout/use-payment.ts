import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import type { PURCHASES } from '@marketplace/contracts/analytics/events'
import { useEffect, useRef, useState } from 'react'
import { track } from '../../../lib/signals.ts'
import { isSignedOut } from '../buying/cart-failure.ts'
import { useLeaveHome } from '../../kit/use-leave-home.ts'
import { paymentFailure } from './payment-failure.ts'

/**
 * One payment at a time, however often the button is pressed. What went wrong stands beside it until the next try. `of`: what is bought; null
 * where a card is entered and nothing bought. `otherwise`: what failed, where nobody has answered.
 */
export const usePayment = (of: (typeof PURCHASES)[number] | null = null, otherwise?: string) => {
  const leaveHome = useLeaveHome()
  useEffect(() => {
    if (of) track('checkout_started', { detail: of })
  }, [of])
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const pay = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      // The session has ended, and nobody signed in again.
      if (isSignedOut(error)) leaveHome(SESSION_TEXTS.loggedOut)
      else if (of) track('purchase_failed', { detail: of })
      setProblem(paymentFailure(error, otherwise))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, pay }
}

/** Counts a purchase that the server has confirmed, and each application in it. */
export const trackPurchase = (of: (typeof PURCHASES)[number], applications: readonly string[]): void => {
  track('app_purchased', { detail: of })
  for (const application of applications) track('app_purchased', { detail: of, application })
}
