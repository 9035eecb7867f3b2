import { escapeHtml } from '@marketplace/contracts/core/escape-html'

/** HTML up to this length is always shown in full. */
const ALWAYS = 65_536
/** Longer HTML may have at most this many times the length of its text. Prose, lists and normal tables stay below. */
const TIMES = 2

/**
 * The most characters that the HTML of a text may have. Few marks can produce many elements: a table of empty cells grows with the square
 * of its text, and a page contains the HTML twice.
 */
export const longestHtml = (text: string): number => Math.max(ALWAYS, TIMES * text.length)

/** Cuts a text whose HTML would be longer than `room`, with '…' in place of what is left out. */
export const cutForHtml = (text: string, room: number): string => {
  let left = room
  for (let end = 0; end < text.length; end++) {
    left -= escapeHtml(text.charAt(end)).length
    if (left < 0) return `${text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')}…`
  }
  return text
}
