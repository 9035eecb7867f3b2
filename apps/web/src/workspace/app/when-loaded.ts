import type { QueryClient } from '@tanstack/react-query'

/** The time (ms) without a running query after which a screen counts as loaded: one answer may lead to the next query. */
const QUIET_MS = 100
/** The longest wait (ms). */
const LATEST_MS = 1500

/**
 * Returns a function that runs its work once the screen of this document shows its data, and at once after that. What the screen does not
 * need would compete with it for the connection and the processor.
 */
export const whenLoaded = (queries: QueryClient): ((work: () => void) => void) => {
  const loaded = new Promise<void>((resolve) => {
    const cache = queries.getQueryCache()
    let quiet: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      stop()
      clearTimeout(quiet)
      clearTimeout(latest)
      resolve()
    }
    const look = () => {
      clearTimeout(quiet)
      if (queries.isFetching() === 0) quiet = setTimeout(end, QUIET_MS)
    }
    const stop = cache.subscribe(look)
    const latest = setTimeout(end, LATEST_MS)
  })
  return (work) => void loaded.then(work)
}
