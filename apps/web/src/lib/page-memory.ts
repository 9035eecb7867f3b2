import type { PageData } from '@marketplace/contracts/pages/page-data'

/** Page data younger than this (ms) is not fetched again. */
export const LIST_REFRESH_MS = 15_000
/** How long (ms) prefetched data may be shown. If it is older than LIST_REFRESH_MS, it is refreshed after it is shown. */
export const PREFETCHED_MS = 5 * 60_000
const MOST_DOCUMENTS = 30

/** A cache of page data by address. `clock` returns milliseconds. */
export const createPageMemory = (clock: () => number) => {
  // A Map keeps its order: the first entry is the least recently used.
  const kept = new Map<string, { data: PageData; until: number }>()
  const fetchedAt = new WeakMap<PageData, number>()
  return {
    /** Stores data that was just fetched. */
    keep: (address: string, data: PageData, usableMs = LIST_REFRESH_MS): void => {
      kept.delete(address)
      kept.set(address, { data, until: clock() + usableMs })
      fetchedAt.set(data, clock())
      const [oldest] = kept.keys()
      if (kept.size > MOST_DOCUMENTS && oldest !== undefined) kept.delete(oldest)
    },
    /** The data for an address, if it may be shown without a request; otherwise null. */
    read: (address: string): PageData | null => {
      const entry = kept.get(address)
      if (!entry) return null
      kept.delete(address)
      if (clock() >= entry.until) return null
      kept.set(address, entry)
      return entry.data
    },
    /** Whether the data is old enough to be refreshed. */
    isOld: (data: PageData): boolean => clock() - (fetchedAt.get(data) ?? -LIST_REFRESH_MS) >= LIST_REFRESH_MS,
  }
}
