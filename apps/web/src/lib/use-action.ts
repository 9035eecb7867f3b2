import { CallError } from '@marketplace/contracts/api/client'
import { showToast } from './toasts.ts'
import { useOneRun } from './use-one-run.ts'

/**
 * The action of a button, which runs once at a time. `failed` gets the error and returns the message to show, or null if the screen already
 * shows it. If the session has ended, the session's own dialog tells the person.
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
