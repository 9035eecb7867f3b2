import type { Caller } from '../../../core/caller.ts'
import type { Clock } from '../../../core/clock.ts'
import { createRecentMap } from '../../../core/recent-map.ts'

const MOST = 1_000
const KEPT_MS = 60_000

/**
 * The callers that this process has found in the last minute, by the hashes of their tokens. Their rights may have changed since: only
 * LockCaller, which compares them with the database, may act on them.
 */
export type RecentCallers = {
  recall: (tokenHash: string) => Caller | null
  remember: (caller: Caller) => void
  forget: (tokenHash: string) => void
}

export const createRecentCallers = (clock: Clock): RecentCallers => {
  const found = createRecentMap<string, { caller: Caller; until: number }>(MOST)
  return {
    recall: (tokenHash) => {
      const recent = found.get(tokenHash)
      return recent && clock.now().getTime() < recent.until ? recent.caller : null
    },
    remember: (caller) => {
      found.set(caller.tokenHash, { caller, until: clock.now().getTime() + KEPT_MS })
    },
    forget: (tokenHash) => {
      found.delete(tokenHash)
    },
  }
}
