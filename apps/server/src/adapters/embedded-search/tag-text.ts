import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import type { Highlight, TextPart } from '@marketplace/search/highlight'
import type { Highlight as TaggedHighlight, SearchParameters } from '@marketplace/contracts/search/protocol'

/** The tags around a match. If one of them is markup (`html`), the whole text is HTML. */
export type Tags = { pre: string; post: string; html: boolean }

/** The tags that a request names, or the default ones. */
export const tagsOf = ({ highlightPreTag, highlightPostTag }: SearchParameters): Tags => {
  const [pre, post] = [highlightPreTag ?? '<em>', highlightPostTag ?? '</em>']
  return { pre, post, html: /[<>]/.test(pre + post) }
}

/**
 * Puts tags around the matches of a text. With HTML tags such as <em> the result is HTML, and the text is escaped. With other tags the text
 * is unchanged: clients that request such tags, for example InstantSearch, escape the text themselves.
 */
export const tagText = (parts: readonly TextPart[], { pre, post, html }: Tags): string =>
  parts
    .map(({ text, matched }) => {
      const safe = html ? escapeHtml(text) : text
      return matched ? pre + safe + post : safe
    })
    .join('')

/** The part of an answer about a searched text. */
export const tagHighlight = ({ parts, matchLevel, matchedWords, fullyHighlighted }: Highlight, tags: Tags): TaggedHighlight => ({
  value: tagText(parts, tags),
  matchLevel,
  ...(matchLevel !== 'none' && { fullyHighlighted }),
  matchedWords: [...matchedWords],
})

/** The same for a text without a match. */
export const unmarkedHighlight = (text: string, html: boolean): TaggedHighlight => ({
  value: html ? escapeHtml(text) : text,
  matchLevel: 'none',
  matchedWords: [],
})

/** The most words before the first match of a snippet. The rest follows the match. */
const WORDS_BEFORE = 3

/** About `words` words around the first match, or from the start without one. `ellipsis` marks what is left out. */
export const snippetOf = (parts: readonly TextPart[], words: number, ellipsis: string): TextPart[] => {
  const text = parts.map((part) => part.text).join('')
  const starts = [...text.matchAll(/\S+/g)].map(({ index }) => index)
  if (starts.length <= words) return [...parts]
  const match = startOfFirstMatch(parts)
  const hit =
    match === null
      ? 0
      : Math.max(
          0,
          starts.findLastIndex((start) => start <= match),
        )
  const before = Math.min(WORDS_BEFORE, Math.max(0, (words - 1) >> 1))
  const first = Math.max(0, Math.min(hit - before, starts.length - words))
  const from = first === 0 ? 0 : (starts[first] as number)
  const to = first + words >= starts.length ? text.length : text.slice(0, starts[first + words]).trimEnd().length
  return [
    ...(from > 0 ? [{ text: ellipsis, matched: false }] : []),
    ...cut(parts, from, to),
    ...(to < text.length ? [{ text: ellipsis, matched: false }] : []),
  ]
}

const startOfFirstMatch = (parts: readonly TextPart[]): number | null => {
  let at = 0
  for (const { text, matched } of parts) {
    if (matched) return at
    at += text.length
  }
  return null
}

const cut = (parts: readonly TextPart[], from: number, to: number): TextPart[] => {
  let at = 0
  return parts.flatMap(({ text, matched }) => {
    const start = at
    at += text.length
    const piece = text.slice(Math.max(0, from - start), Math.max(0, to - start))
    return piece === '' ? [] : [{ text: piece, matched }]
  })
}
