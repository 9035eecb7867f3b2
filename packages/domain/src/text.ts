// Turns markup from strangers into plain text, for places that cannot show markup. This is not a sanitizer: the result is text and has to
// be escaped like any other text.

/**
 * The number of characters that are read: far more than these places show, and few enough to keep the expressions below fast for a hostile
 * text.
 */
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

/** The text with HTML's named characters that occur in prose, such as `&amp;`, decoded. Others stay as they are. */
export const readEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/gi, (entity) => ENTITIES[entity.toLowerCase()] ?? entity)

/** Comments, and elements whose content is not for people. */
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
  // An underscore inside a word, as in snake_case, does not start emphasis.
  [/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}_])/gu, '$1'],
]

const apply = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text)

/** Removes tags and Markdown marks. Removing one can form another, as in <scr<b>ipt> or <**b>, so this repeats until nothing changes. */
const withoutMarks = (text: string): string => {
  const rest = apply(text.replace(TAG, ' '), MARKDOWN)
  return rest === text ? rest : withoutMarks(rest)
}

/** The text of Markdown or HTML, without marks and on one line. Reads only the first 2,000 characters. */
export const plainText = (markup: string): string =>
  readEntities(withoutMarks(apply(markup.slice(0, READ_LIMIT), UNREADABLE)))
    .replace(/\s+/g, ' ')
    .trim()

const CUT_OFF = /[\s,;:.–—-]/

/** Removes spaces and punctuation at the end. A loop, because a regular expression for this would take quadratic time on a hostile text. */
const withoutEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && CUT_OFF.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/**
 * Cuts a text to at most `limit` UTF-16 units, between words and with '…' at the end. A first word that is longer is cut inside, but never
 * inside a surrogate pair. A text within the limit is returned unchanged.
 */
export const cutAtWord = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const room = text.slice(0, Math.max(0, limit - 1))
  const end = text[room.length] === ' ' ? room.length : room.lastIndexOf(' ')
  const cut = end > 0 ? room.slice(0, end) : room.replace(/[\uD800-\uDBFF]$/, '')
  return `${withoutEnd(cut)}…`
}
