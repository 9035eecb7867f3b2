import { useRef, useState } from 'react'

/** Runs an action once at a time: further presses of a button during a run do nothing. `failed` gets the error. */
export const useOneRun = () => {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const once = async (work: () => Promise<void>, failed: (error: unknown) => void): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } catch (error) {
      failed(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, once }
}
