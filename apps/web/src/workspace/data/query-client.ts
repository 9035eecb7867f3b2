import { QueryClient } from '@tanstack/react-query'
import { onInstallsNews } from '../../lib/installs-news.ts'
import { currentSession, onSession, whoOf } from '../../lib/session/store.ts'

/** Marks a question whose answer is the same for everybody. */
export const FOR_EVERYBODY = { forEverybody: true }

/**
 * Holds what screens have asked for. It belongs to whoever is signed in and goes with them. What is shown is asked for again when the
 * person comes back to the tab, or has changed something in another one.
 */
export const createQueryClient = (): QueryClient => {
  const queries = new QueryClient({
    defaultOptions: {
      // A failure is shown at once, with a button to try again.
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  let who: string | null = null
  onSession(() => {
    const data = currentSession()?.data
    const now = data ? whoOf(data) : null
    if (now !== who) void queries.resetQueries({ predicate: ({ meta }) => meta !== FOR_EVERYBODY })
    who = now
  })
  onInstallsNews(() => void queries.invalidateQueries())
  return queries
}
