import { cutAtWord, plainText } from '@marketplace/domain/text'

/** Of a long description no more characters are searched. */
const LONGEST_TEXT = 20_000
/** Its HTML may be so much longer. */
export const LONGEST_HTML = 3 * LONGEST_TEXT

/** Elements inside a sentence: what they mark may be a part of a word. */
const INLINE = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|samp|small|strong|sub|sup|u)(?:\s[^<>]*)?>/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** The words of a text that we have cleaned ourselves: every < in it begins an element, and none is left open but a cut one. */
const wordsOfHtml = (html: string): string =>
  html
    .replace(/<[^<>]*$/, '')
    .replace(INLINE, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)

/** Without what no text has: control characters also stand around matches on their way to a screen. */
export const plainLine = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()

/** A long description: its clean HTML, or what was given where there is none yet. */
export type LongText = { html: string | null; given: string | null }

/** A long description as plain text on one line. */
export const plainLongText = ({ html, given }: LongText): string =>
  cutAtWord(plainLine(html === null ? plainText(given ?? '') : wordsOfHtml(html)), LONGEST_TEXT)
