import { cutAtWord, plainText, readEntities } from '@marketplace/domain/text'

/** The characters of a long description that are searched. */
const LONGEST_TEXT = 20_000
/** How much longer the HTML of a text may be. */
export const LONGEST_HTML = 3 * LONGEST_TEXT

/** Inline elements: they may mark a part of a word. */
const INLINE = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|samp|small|strong|sub|sup|u)(?:\s[^<>]*)?>/g

/** The words of sanitized HTML. Each < begins an element, and only the last one may be cut off. */
const wordsOfHtml = (html: string): string =>
  readEntities(
    html
      .replace(/<[^<>]*$/, '')
      .replace(INLINE, '')
      .replace(/<[^<>]*>/g, ' '),
  )

/** Removes control characters, because two of them mark matches. */
export const plainLine = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()

/** A long description: its sanitized HTML, or the given text if it is not sanitized yet. */
export type LongText = { html: string | null; given: string | null }

/** A long description as plain text on one line. */
export const plainLongText = ({ html, given }: LongText): string =>
  cutAtWord(plainLine(html === null ? plainText(given ?? '') : wordsOfHtml(html)), LONGEST_TEXT)
