import { LRUCache } from 'lru-cache'

/** The most values that are remembered. */
const MOST = 50_000

/**
 * Replaces equal strings and equal values by one instance each, to save memory. Each row from the database has new instances,
 * while tens of thousands of applications have only a few hundred different lists.
 */
export const createSharing = () => {
  const values = new LRUCache<string, object>({ max: MOST })
  const texts = new LRUCache<string, string>({ max: MOST })
  const share = <T extends object>(given: T): T => {
    const key = JSON.stringify(given)
    const known = values.get(key) ?? Object.freeze(given)
    values.set(key, known)
    return known as T
  }
  return {
    text: <T extends string>(given: T): T => {
      const known = texts.get(given)
      if (known === undefined) texts.set(given, given)
      return (known ?? given) as T
    },
    list: <T>(given: readonly T[]): readonly T[] => share(given),
    /** The same for an object. */
    share,
  }
}
