import { createRecentMap } from '../../../core/recent-map.ts'
import { addRequest, type Allowance, secondsToWait } from '@marketplace/domain/pace'

/** Counts events of a key in a time window that begins with the first event. Each process counts separately. */
export type Limiter = {
  /** Counts an event. Returns whether it is within the limit. */
  hit: (key: string, now: Date) => boolean
  /** Whether another event would exceed the limit. */
  isFull: (key: string, now: Date) => boolean
  forget: (key: string) => void
}

/** Strangers can invent any number of keys, so only this number is kept. The oldest keys are dropped. */
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

/** Allows events of a key at a certain pace. Each process counts separately. */
export type Pacer = {
  /** The seconds until another event is allowed; 0 if it is allowed now. */
  wait: (key: string, now: Date) => number
  count: (key: string, now: Date) => void
}

export const createPacer = (allowance: Allowance): Pacer => {
  const keys = createRecentMap<string, number>(MAX_KEYS)
  return {
    wait: (key, now) => secondsToWait(keys.get(key), now.getTime(), allowance),
    count: (key, now) => void keys.set(key, addRequest(keys.get(key), now.getTime(), allowance)),
  }
}
