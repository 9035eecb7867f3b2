import { CallError } from '@marketplace/contracts/api/client'
import { useRef, useState } from 'react'
import { showToast } from './toasts.ts'

/**
 * Something that a person can do with a button: one run at a time, however often it is pressed. `failed` gets what went wrong, and
 * answers what to say of it; null where that stands on the screen already. A session that has ended says so by itself.
 */
export const useAction = (work: () => Promise<void>, failed: (error: unknown) => string | null) => {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const message = failed(error)
      if (message !== null && !(error instanceof CallError && error.status === 401)) showToast(message)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
