import { createRecentMap } from '../../../core/recent-map.ts'

/** The most values that are remembered. */
const MOST = 50_000

/**
 * Replaces equal values with one shared value, and equal strings with one string, to save memory. The database returns new values each
 * time, but tens of thousands of applications have only a few hundred different lists, and most were accepted and published at the same
 * instant.
 */
export const createSharing = () => {
  const values = createRecentMap<string, object>(MOST)
  const texts = createRecentMap<string, string>(MOST)
  const instants = createRecentMap<number, Date>(MOST)
  const share = <T extends object>(given: T): T => {
    const key = JSON.stringify(given)
    const known = values.get(key) ?? Object.freeze(given)
    values.set(key, known)
    return known as T
  }
  return {
    text: <T extends string | null>(given: T): T => {
      if (given === null) return given
      const known = texts.get(given)
      if (known === undefined) texts.set(given, given)
      return (known ?? given) as T
    },
    instant: <T extends Date | null>(given: T): T => {
      if (given === null) return given
      const known = instants.get(given.getTime()) ?? given
      instants.set(known.getTime(), known)
      return known as T
    },
    list: <T>(given: readonly T[]): readonly T[] => share(given),
    /** Returns the remembered object with the same content; the first such object is frozen and remembered. */
    share,
    /** Clears the memory. Values that were already shared stay shared. */
    clear: (): void => {
      for (const known of [values, texts, instants]) known.clear()
    },
  }
}
