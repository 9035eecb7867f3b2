// Limits of a search: docs/product/search.md. This file has no schemas, so that browsers need not load them.

/** The most results of a search. */
export const SEARCH_LIMIT = 200
/** The marketplace's screens do not search for fewer letters and digits. The hosted-index protocol answers any query. */
export const SEARCH_MIN_LENGTH = 2
/** The most hits in each section of the dropdown. */
export const SEARCH_SECTION_SIZE = 5
/** If a search takes longer than this (ms), the screen says so. */
export const SEARCH_STALLED_MS = 200
/** The number of characters of a query that are read. It is longer than any name or sentence that people search for. */
export const SEARCH_QUERY_LENGTH = 200

/** The first UTF-16 units of a text, without half a surrogate pair at the end. */
const firstOf = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/** The query that a screen sends for the typed text: without extra spaces, cut to SEARCH_QUERY_LENGTH. */
export const searchText = (typed: string): string => {
  const text = firstOf(typed, 4 * SEARCH_QUERY_LENGTH)
    .trim()
    .replace(/\s+/g, ' ')
  return firstOf(text, SEARCH_QUERY_LENGTH).trimEnd()
}

/** A word: a letter or digit, then letters, digits and marks. + and # belong to the word they end, as in C++ and C#. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}+#]*/gu

/**
 * Whether a text has at least SEARCH_MIN_LENGTH visible letters and digits. A text without words must not reach the index, because a query
 * without words finds everything.
 */
export const isSearchable = (text: string): boolean => {
  // The text is cut first, because normalizing a long run of combining marks takes quadratic time.
  const read = text.slice(0, 4 * SEARCH_QUERY_LENGTH).normalize('NFC')
  return [...(read.match(WORD) ?? []).join('')].length >= SEARCH_MIN_LENGTH
}
