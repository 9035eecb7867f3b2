import { LRUCache } from 'lru-cache'

/** Remembers values by their keys. */
export type RecentMap<K extends {}, V extends {}> = Pick<LRUCache<K, V>, 'get' | 'set' | 'has' | 'delete' | 'clear'>

/**
 * Keeps the most recently used entries, at most so many. It takes memory for the entries that it has. The library's option `max` would
 * allocate memory for all of them at once: 440 KB for 20,000.
 */
export const createRecentMap = <K extends {}, V extends {}>(most: number): RecentMap<K, V> =>
  new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1 })
