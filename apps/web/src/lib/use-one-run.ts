import { useRef, useState } from 'react'

/** One run at a time, however often a button is pressed: another one that begins meanwhile does nothing. `failed` gets what went wrong. */
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
