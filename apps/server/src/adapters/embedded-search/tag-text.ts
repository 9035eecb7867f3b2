import { escapeHtml } from '@marketplace/domain/escape-html'
import type { Highlight, TextPart } from '@marketplace/search/highlight'
import type { Highlight as TaggedHighlight } from '@marketplace/contracts/search/protocol'

/** What stands around a match. Where either is markup, the whole is HTML. */
export type Tags = { pre: string; post: string }

/**
 * A text with its matches between tags. With tags of HTML, which <em> and </em> are, it is HTML, and what strangers wrote is escaped in
 * it. With any other tags it is text, as it is: a client that asks so, as InstantSearch does, escapes it itself.
 */
export const tagText = (parts: readonly TextPart[], { pre, post }: Tags): string => {
  const asWritten = !/[<>]/.test(pre + post)
  return parts
    .map(({ text, matched }) => {
      const safe = asWritten ? text : escapeHtml(text)
      return matched ? pre + safe + post : safe
    })
    .join('')
}

/** What an answer says of a text that was looked through. */
export const tagHighlight = ({ parts, matchLevel, matchedWords, fullyHighlighted }: Highlight, tags: Tags): TaggedHighlight => ({
  value: tagText(parts, tags),
  matchLevel,
  ...(matchLevel !== 'none' && { fullyHighlighted }),
  matchedWords: [...matchedWords],
})

/** So many words at most before the first match give it a context; the rest of a snippet follows it. */
const WORDS_BEFORE = 3

/** About `words` words of a text around its first match, or its first ones; `ellipsis` stands where something is left out. */
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
