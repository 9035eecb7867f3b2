import type { TextParts } from '@marketplace/contracts/search/schemas'
import { escapeHtml } from '../../lib/escape-html.ts'

/** A text whose matches are marked. Whatever it says, it is text. */
export const Marked = ({ parts }: { parts: TextParts }) => {
  // Each part with where it begins, which no other part does.
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((length, { text }) => length + text.length, 0))
  return parts.map(({ text, matched }, index) =>
    matched ? <mark key={starts[index]}>{text}</mark> : <span key={starts[index]}>{text}</span>,
  )
}

/** The same as HTML, for a slot of a card that is rendered without it. */
export const markedHtml = (parts: TextParts): string =>
  parts.map(({ text, matched }) => (matched ? `<mark>${escapeHtml(text)}</mark>` : `<span>${escapeHtml(text)}</span>`)).join('')
