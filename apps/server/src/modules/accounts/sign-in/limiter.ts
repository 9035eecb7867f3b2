import { LRUCache } from 'lru-cache'
import { addRequest, type Allowance, secondsToWait } from '@marketplace/domain/pace'

/** Counts what happens to a key within a window that begins with the first time. It is this process's own, and forgets what is over. */
export type Limiter = {
  /** Counts once more, and says whether that is still within what is allowed. */
  hit: (key: string, now: Date) => boolean
  /** Whether once more would be too often. */
  isFull: (key: string, now: Date) => boolean
  forget: (key: string) => void
}

/** More keys than this are strangers' making: the oldest go. */
const MAX_KEYS = 20_000

export const createLimiter = ({ max, seconds }: { max: number; seconds: number }): Limiter => {
  const windows = new Map<string, { count: number; ends: number }>()
  const current = (key: string, now: Date) => {
    const found = windows.get(key)
    if (found && found.ends > now.getTime()) return found
    windows.delete(key)
    return null
  }
  return {
    hit: (key, now) => {
      const window = current(key, now) ?? { count: 0, ends: now.getTime() + seconds * 1_000 }
      window.count += 1
      windows.set(key, window)
      const [oldest] = windows.keys()
      if (windows.size > MAX_KEYS && oldest !== undefined) windows.delete(oldest)
      return window.count <= max
    },
    isFull: (key, now) => (current(key, now)?.count ?? 0) >= max,
    forget: (key) => void windows.delete(key),
  }
}

/** Allows something to each key as often as the allowance says. It is this process's own. */
export type Pacer = {
  /** How many seconds too early one more would come; 0 if it may come now. */
  wait: (key: string, now: Date) => number
  count: (key: string, now: Date) => void
}

export const createPacer = (allowance: Allowance): Pacer => {
  const keys = new LRUCache<string, number>({ max: MAX_KEYS })
  return {
    wait: (key, now) => secondsToWait(keys.get(key), now.getTime(), allowance),
    count: (key, now) => void keys.set(key, addRequest(keys.get(key), now.getTime(), allowance)),
  }
}
