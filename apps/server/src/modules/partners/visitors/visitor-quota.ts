import { createRecentMap } from '../../../core/recent-map.ts'

/** The most keys that are remembered. Only an attack has more. The oldest are forgotten. */
const MOST_KEYS = 20_000

export type VisitorQuota = {
  /** Takes one place for each key, or none if one of them has none left. Returns the seconds to wait; 0 if the places were taken. */
  take: (keys: readonly string[], now: Date) => number
  /** Frees the places that `take` took at `at`, because the request failed. */
  giveBack: (keys: readonly string[], at: Date) => void
}

/**
 * Limits what is accepted under a key: `most` within the last `seconds`. Unlike the rate limit of an endpoint it counts only accepted
 * requests. Each process counts its own in memory, so that no network address is stored.
 */
export const createVisitorQuota = ({ most, seconds }: { most: number; seconds: number }): VisitorQuota => {
  const taken = createRecentMap<string, readonly number[]>(MOST_KEYS)
  const windowMs = seconds * 1_000
  const within = (key: string, now: number) => (taken.get(key) ?? []).filter((at) => at > now - windowMs)
  return {
    take: (keys, date) => {
      const now = date.getTime()
      const waits = keys.map((key) => {
        const before = within(key, now)
        const oldest = before.at(-most)
        return oldest === undefined ? 0 : (oldest + windowMs - now) / 1_000
      })
      const wait = Math.max(0, ...waits)
      if (wait === 0) for (const key of keys) taken.set(key, [...within(key, now), now])
      return wait
    },
    giveBack: (keys, at) => {
      for (const key of keys) {
        const held = taken.get(key) ?? []
        const index = held.indexOf(at.getTime())
        if (index !== -1) taken.set(key, held.toSpliced(index, 1))
      }
    },
  }
}
