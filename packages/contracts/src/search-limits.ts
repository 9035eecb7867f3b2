// What a search is bound by (specification, sections 5 and 9). No schemas here: a browser loads this without them.

/** How many results a search answers with at most. */
export const SEARCH_LIMIT = 200
/** With fewer letters and digits than this our own screens find nothing; the protocol answers any query. */
export const SEARCH_MIN_LENGTH = 2
/** How many hits each section of the dropdown has. */
export const SEARCH_SECTION_SIZE = 5
/** How long a search may take before the screen says so, in ms. */
export const SEARCH_STALLED_MS = 200
/** Longer than any name or sentence that somebody looks for; the rest of a query is not read. */
export const SEARCH_QUERY_LENGTH = 200

/** What a screen asks for when this is in its field: spaces at its ends and between words make no difference. */
export const searchText = (typed: string): string => {
  const text = typed
    .slice(0, 4 * SEARCH_QUERY_LENGTH)
    .trim()
    .replace(/\s+/g, ' ')
  return text.length <= SEARCH_QUERY_LENGTH
    ? text
    : text
        .slice(0, SEARCH_QUERY_LENGTH)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
}

/** A letter or digit and what follows it that words are made of; + and # are part of a word that they end: C++, C#. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}+#]*/gu

/**
 * Whether there is enough to look for, counted in characters as people see them. A text without a letter or digit has no word in it,
 * and to look for no word finds everything.
 */
export const isSearchable = (text: string): boolean => {
  // Unicode's normal form takes the square of a heap of marks.
  const read = text.slice(0, 4 * SEARCH_QUERY_LENGTH).normalize('NFC')
  return [...(read.match(WORD) ?? []).join('')].length >= SEARCH_MIN_LENGTH
}
