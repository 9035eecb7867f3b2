import type { Product } from '@marketplace/contracts/core/enumerations'
import { addUtcDays } from '@marketplace/domain/dates'
import type { Database } from '../../db/client.ts'
import type { Clock } from '../../core/clock.ts'
import { addMisses, removeMissesBefore } from './repository.ts'

export type Misses = {
  /** Counts a search that found nothing. Does not delay the request and never fails. */
  note: (text: string, product: Product) => void
  close: () => Promise<void>
}

/** The most different searches that are counted a day, so that nobody can fill the table. */
export const MOST_A_DAY = 2_000
const KEPT_DAYS = 365
const READ_LENGTH = 1_000
const GATHER_MS = 1_000
/**
 * Within this time (ms), the same search counts once, because a person may reload or go back. Nothing is stored about who searches, so the
 * searches of several people count once too, and nobody can raise a count much by repeating a search.
 */
export const ONE_SEARCH_MS = 60_000

/**
 * The form in which a search is counted: lower case and single spaces. Null for a text that may be personal (an address, a number) and
 * for one that is too short or too long.
 */
export const missOf = (text: string): string | null => {
  const query = text
    // Normalizing many combining marks takes quadratic time, so long texts are dropped first.
    .slice(0, READ_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  const length = [...query].length
  const personal = query.includes('@') || /\d(?:[\s().+/-]*\d){5}/.test(query) || /:\/\/|\bwww\./.test(query)
  return length < 3 || length > 60 || personal || !/\p{L}/u.test(query) ? null : query
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Counts searches without a match by day and query. Stores nothing about the person. */
export const countMisses = (
  database: Database,
  clock: Clock,
  log: { warn: (details: object, message: string) => void },
): Misses => {
  let gathered = new Map<string, { query: string; product: Product; count: number }>()
  /** When each search was last counted; the oldest is first. */
  const counted = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let tidied = ''

  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const misses = [...gathered.values()]
    gathered = new Map()
    if (misses.length === 0) return
    const now = clock.now()
    const today = dayOf(now)
    try {
      await addMisses(database, today, misses, MOST_A_DAY)
      if (tidied !== today) await removeMissesBefore(database, dayOf(addUtcDays(now, -KEPT_DAYS)))
      tidied = today
    } catch (err) {
      log.warn({ err }, 'searches without a result could not be counted')
    }
  }
  const isCounted = (key: string): boolean => {
    const now = clock.now().getTime()
    if (now - (counted.get(key) ?? -Infinity) < ONE_SEARCH_MS) return true
    counted.delete(key)
    counted.set(key, now)
    for (const [oldest] of counted) if (counted.size > MOST_A_DAY) counted.delete(oldest)
    return false
  }
  const flush = (): Promise<void> => (writing = writing.then(write))

  return {
    note: (text, product) => {
      const query = missOf(text)
      if (query === null) return
      const key = `${product} ${query}`
      if (isCounted(key)) return
      const known = gathered.get(key)
      if (known) known.count++
      else if (gathered.size < MOST_A_DAY) gathered.set(key, { query, product, count: 1 })
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    },
    close: flush,
  }
}
