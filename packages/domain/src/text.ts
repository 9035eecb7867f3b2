// Plain text out of what strangers wrote, for places that can show no markup. This is not a sanitizer: what it returns is text
// and has to be escaped like any other.

/** Far more than any of these places shows; keeps the expressions below cheap on a hostile text. */
const READ_LIMIT = 2000

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
}

/** Elements whose content is no text, and comments. */
const UNREADABLE: readonly (readonly [RegExp, string])[] = [
  [/<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi, ' '],
  [/<!--[\s\S]*?-->/g, ' '],
]
const TAG = /<\/?[a-z!][^<>]*>/gi

const MARKDOWN: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^[\]]*)\]\([^()]*\)/g, '$1'],
  [/^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+/gm, ''],
  [/\*\*|__|~~|`+/g, ''],
  [/\*(?=\S)([^*\n]*?\S)\*/g, '$1'],
  // An underscore inside a word, as in snake_case, is no mark.
  [/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}_])/gu, '$1'],
]

const apply = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text)

/** Taking one mark out can leave another, <scr<b>ipt> or <**b>, so it goes on until nothing is left to take. */
const withoutMarks = (text: string): string => {
  const rest = apply(text.replace(TAG, ' '), MARKDOWN)
  return rest === text ? rest : withoutMarks(rest)
}

/** The words of a Markdown or HTML text, without marks and on one line. Reads its first 2,000 characters. */
export const plainText = (markup: string): string =>
  withoutMarks(apply(markup.slice(0, READ_LIMIT), UNREADABLE))
    .replace(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/gi, (entity) => ENTITIES[entity.toLowerCase()] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

const CUT_OFF = /[\s,;:.–—-]/

/** Without the spaces and signs at its end. From the end on: an expression for them would begin at each of those in the middle. */
const withoutEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && CUT_OFF.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/**
 * A text of at most `limit` characters (UTF-16 units), cut between words and ended with '…' where something was left out. A first
 * word longer than that is cut inside, never inside a surrogate pair.
 */
export const cutAtWord = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const room = text.slice(0, Math.max(0, limit - 1))
  const end = text[room.length] === ' ' ? room.length : room.lastIndexOf(' ')
  const cut = end > 0 ? room.slice(0, end) : room.replace(/[\uD800-\uDBFF]$/, '')
  return `${withoutEnd(cut)}…`
}
