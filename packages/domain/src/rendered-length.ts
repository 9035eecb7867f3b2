import { escapeHtml } from './escape-html.ts'

/** HTML that is no longer is shown whatever text it was made of. */
const ALWAYS = 65_536
/** Beyond that it is at most so many times as long as its text. Prose, lists and tables with words in them stay below. */
const TIMES = 2

/**
 * How many characters the HTML of a text may have. A few marks can stand for many elements: a table of empty cells grows with the square
 * of what was written, and a page holds the HTML twice.
 */
export const longestHtml = (text: string): number => Math.max(ALWAYS, TIMES * text.length)

/** A text cut where its HTML would be longer than `room`, with '…' where something is left out. */
export const cutForHtml = (text: string, room: number): string => {
  let left = room
  for (let end = 0; end < text.length; end++) {
    left -= escapeHtml(text.charAt(end)).length
    if (left < 0) return `${text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')}…`
  }
  return text
}
