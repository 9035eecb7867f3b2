import { isSearchable, searchText } from '@marketplace/contracts/search/limits'
import { readStored, store } from '../../lib/storage.ts'

export const RECENT_KEY = 'marketplace-recent-searches'
const MOST = 5

/** The texts that were kept, the latest first; whatever else stands there is none. */
export const parseRecent = (stored: string | null): string[] => {
  try {
    const kept: unknown = JSON.parse(stored ?? '[]')
    const texts = Array.isArray(kept) ? kept.filter((value) => typeof value === 'string').map(searchText) : []
    return [...new Set(texts)].filter(isSearchable).slice(0, MOST)
  } catch {
    return []
  }
}

/** With this text as the latest. Two that differ in capitals alone are the same. */
export const withRecent = (recent: readonly string[], typed: string): string[] => {
  const text = searchText(typed)
  if (!isSearchable(text)) return [...recent]
  const same = (other: string) => other.toLowerCase() === text.toLowerCase()
  return [text, ...recent.filter((other) => !same(other))].slice(0, MOST)
}

export const readRecent = (): string[] => parseRecent(readStored('localStorage', RECENT_KEY))

export const keepRecent = (recent: readonly string[]): boolean =>
  store('localStorage', RECENT_KEY, recent.length > 0 ? JSON.stringify(recent) : null)

/** The person has gone on from a search for this. */
export const rememberSearch = (typed: string): boolean => keepRecent(withRecent(readRecent(), typed))
