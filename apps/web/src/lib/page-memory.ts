import type { PageData } from '@marketplace/contracts/pages/page-data'

/** Page data is not fetched again before it is this old. */
export const LIST_REFRESH_MS = 15_000
/** What was fetched ahead of a click may be shown for this long; older than LIST_REFRESH_MS, it is refreshed once it is shown. */
export const PREFETCHED_MS = 5 * 60_000
const MOST_DOCUMENTS = 30

/** The page data fetched last, by address; the clock counts milliseconds. */
export const createPageMemory = (clock: () => number) => {
  // The first one in the map is the one whose use lies back the furthest.
  const kept = new Map<string, { data: PageData; until: number }>()
  const fetchedAt = new WeakMap<PageData, number>()
  return {
    /** Keeps what was fetched just now. */
    keep: (address: string, data: PageData, usableMs = LIST_REFRESH_MS): void => {
      kept.delete(address)
      kept.set(address, { data, until: clock() + usableMs })
      fetchedAt.set(data, clock())
      const [oldest] = kept.keys()
      if (kept.size > MOST_DOCUMENTS && oldest !== undefined) kept.delete(oldest)
    },
    /** What may be shown at the address without asking again, or null. */
    read: (address: string): PageData | null => {
      const entry = kept.get(address)
      if (!entry) return null
      kept.delete(address)
      if (clock() >= entry.until) return null
      kept.set(address, entry)
      return entry.data
    },
    /** Whether it is time to look whether this data still holds. */
    isOld: (data: PageData): boolean => clock() - (fetchedAt.get(data) ?? -LIST_REFRESH_MS) >= LIST_REFRESH_MS,
  }
}
