import { isSearchable, searchText } from '@marketplace/contracts/search/limits'
import { readStored, store } from '../../lib/storage.ts'

export const RECENT_KEY = 'marketplace-recent-searches'
const MOST = 5

/** The stored searches, the latest first; an invalid value gives an empty list. */
export const parseRecent = (stored: string | null): string[] => {
  try {
    const kept: unknown = JSON.parse(stored ?? '[]')
    const texts = Array.isArray(kept) ? kept.filter((value) => typeof value === 'string').map(searchText) : []
    return [...new Set(texts)].filter(isSearchable).slice(0, MOST)
  } catch {
    return []
  }
}

/** Adds a text as the latest. Texts that differ only in case are the same. */
export const withRecent = (recent: readonly string[], typed: string): string[] => {
  const text = searchText(typed)
  if (!isSearchable(text)) return [...recent]
  const same = (other: string) => other.toLowerCase() === text.toLowerCase()
  return [text, ...recent.filter((other) => !same(other))].slice(0, MOST)
}

export const readRecent = (): string[] => parseRecent(readStored('localStorage', RECENT_KEY))

export const keepRecent = (recent: readonly string[]): boolean =>
  store('localStorage', RECENT_KEY, recent.length > 0 ? JSON.stringify(recent) : null)

/** Remembers a search after the person has followed a result of it. */
export const rememberSearch = (typed: string): boolean => keepRecent(withRecent(readRecent(), typed))
