import { SearchRefused } from '../../ports/search.ts'

/** A token of a filter: a sign or a text. A text in quotes is never a keyword. */
export type Token = { kind: 'sign' | 'text'; text: string; quoted: boolean; at: number; end: number }

const SPACE = /\s+/y
const SIGN = /<=|>=|!=|[()<>=:]/y
const QUOTED = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'/y
/** A text without quotes ends before a space or a sign. A backslash escapes a character. */
const PLAIN = /(?:[^\s()<>=!:"'\\]|!(?!=)|\\[^]|(?<=[^\s()<>=!:"'])['"])+/y

const unescape = (text: string): string => text.replace(/\\([^])/g, '$1')

/** Splits a filter into tokens. */
export const readTokens = (text: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < text.length) {
    const start = at
    if (match(SPACE)) continue
    const sign = match(SIGN)
    const quoted = sign ? null : match(QUOTED)
    const plain = sign || quoted ? null : match(PLAIN)
    const place = { quoted: quoted !== null, at: start, end: at }
    if (sign) tokens.push({ kind: 'sign', text: sign[0], ...place })
    else if (quoted) tokens.push({ kind: 'text', text: unescape(quoted[1] ?? quoted[2] ?? ''), ...place })
    else if (plain) tokens.push({ kind: 'text', text: unescape(plain[0]), ...place })
    else throw new SearchRefused('malformed', `filters: a quote is not closed at character ${start + 1}`)
  }
  return tokens
}
