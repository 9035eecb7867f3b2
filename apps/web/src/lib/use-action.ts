import { CallError } from '@marketplace/contracts/api/client'
import { showToast } from './toasts.ts'
import { useOneRun } from './use-one-run.ts'

/**
 * The action of a button: one run at a time. `failed` gets the error and returns the message to show; null if it is already on the
 * screen. If the session has ended, the session itself says so.
 */
export const useAction = (work: () => Promise<void>, failed: (error: unknown) => string | null) => {
  const { busy, once } = useOneRun()
  const run = (): Promise<void> =>
    once(work, (error) => {
      const message = failed(error)
      if (message !== null && !(error instanceof CallError && error.status === 401)) showToast(message)
    })
  return { busy, run }
}
