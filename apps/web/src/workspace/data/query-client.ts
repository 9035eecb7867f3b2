import { QueryClient } from '@tanstack/react-query'
import { onInstallsNews } from '../../lib/installs-news.ts'
import { currentSession, onSession, whoOf } from '../../lib/session/store.ts'

/** Marks a query whose answer is the same for everybody, so that it is kept when another person signs in. */
export const FOR_EVERYBODY = { forEverybody: true }

/** Marks a query that creates something on the server. It runs again only if a component asks for it. */
export const CREATES = { creates: true }

/** Reloads all data on the screen. */
export const refreshAll = (queries: QueryClient): void =>
  void queries.invalidateQueries({ predicate: ({ meta }) => meta !== CREATES })

/**
 * The cache of queries. It is cleared when another person signs in. Queries in use are loaded again when the person returns to the tab, or
 * has made a change in another tab.
 */
export const createQueryClient = (): QueryClient => {
  const queries = new QueryClient({
    defaultOptions: {
      // A failure is shown at once with a button to try again, so there are no automatic retries.
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
  onInstallsNews(() => refreshAll(queries))
  return queries
}
