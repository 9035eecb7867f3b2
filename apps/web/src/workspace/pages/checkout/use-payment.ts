import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { useRef, useState } from 'react'
import { isSignedOut } from '../buying/cart-failure.ts'
import { useLeaveHome } from '../../kit/use-leave-home.ts'
import { paymentFailure } from './payment-failure.ts'

/** One payment at a time, however often the button is pressed. What went wrong stands beside it until the next try. */
export const usePayment = () => {
  const leaveHome = useLeaveHome()
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
      setProblem(paymentFailure(error))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, pay }
}
