import type { TextParts } from '@marketplace/contracts/search/schemas'
import { escapeHtml } from '@marketplace/contracts/core/escape-html'

/** A text with marked matches. It is always shown as text, never as HTML. */
export const Marked = ({ parts }: { parts: TextParts }) => {
  // The start of each part, as a unique key.
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((length, { text }) => length + text.length, 0))
  return parts.map(({ text, matched }, index) =>
    matched ? <mark key={starts[index]}>{text}</mark> : <span key={starts[index]}>{text}</span>,
  )
}

/** The same as an HTML string, for a slot of a card that is rendered separately. */
export const markedHtml = (parts: TextParts): string =>
  parts.map(({ text, matched }) => (matched ? `<mark>${escapeHtml(text)}</mark>` : `<span>${escapeHtml(text)}</span>`)).join('')
