import type { Comparison, Filter } from '@marketplace/search/filter'
import { SearchRefused } from '../../ports/search.ts'
import { readTokens, type Token } from './filter-tokens.ts'

/** A condition on a facet's value, or on a number if the attribute is one. */
export type ToFilter = (attribute: string, value: string) => Filter

/** The deepest nesting of a filter. Real clients nest less. */
const DEEPEST = 50
/** The most conditions of a filter. */
export const MOST_CONDITIONS = 500

const COMPARISONS: readonly string[] = ['<', '<=', '=', '!=', '>=', '>'] satisfies Comparison[]
const isComparison = (text: string): text is Comparison => COMPARISONS.includes(text)
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Reads a number of a filter. Null for any other text. */
export const readNumber = (text: string): number | null => {
  const number = NUMBER.test(text) ? Number(text) : NaN
  return Number.isFinite(number) ? number : null
}

/** A range, both ends included. */
export const between = (number: string, from: number, to: number): Filter => ({
  all: [
    { number, is: '>=', than: from },
    { number, is: '<=', than: to },
  ],
})

/**
 * Parses the filter language: conditions `attribute:value`, `attribute < number`, `attribute:number TO number`, combined with AND, OR, NOT
 * and parentheses. NOT has the highest precedence, then AND, then OR. Names and values with spaces are quoted, separately or together:
 * `"attribute:a value"`.
 */
export const parseFilters = (text: string, toFilter: ToFilter): Filter => {
  const tokens = readTokens(text)
  let next = 0
  let depth = 0
  let conditions = 0

  const refuse = (what: string): never => {
    const token = tokens[next]
    throw new SearchRefused('malformed', `filters: ${what} ${token ? `at character ${token.at + 1}` : 'at the end'}`)
  }
  const isSign = (sign: string): boolean => tokens[next]?.kind === 'sign' && tokens[next]?.text === sign
  const isWord = (word: string): boolean => tokens[next]?.kind === 'text' && !tokens[next]?.quoted && tokens[next]?.text === word
  const takeText = (what: string): Token => {
    const token = tokens[next]
    if (token?.kind !== 'text' || (!token.quoted && /^(?:AND|OR|NOT|TO)$/.test(token.text))) return refuse(`${what} is missing`)
    next++
    return token
  }
  const takeNumber = (): number => {
    const number = readNumber(takeText('a number').text)
    if (number !== null) return number
    next--
    return refuse('a number is missing')
  }

  const condition = (): Filter => {
    if (++conditions > MOST_CONDITIONS) refuse(`there are more than ${MOST_CONDITIONS} conditions`)
    const { text: name, quoted } = takeText('a condition')
    const sign = tokens[next]
    if (sign?.kind === 'sign' && isComparison(sign.text)) {
      next++
      return { number: name, is: sign.text, than: takeNumber() }
    }
    if (!isSign(':')) {
      const colon = name.indexOf(':')
      // Quotes around the whole condition: "attribute:value".
      return quoted && colon > 0 ? toFilter(name.slice(0, colon), name.slice(colon + 1)) : refuse('a value is missing')
    }
    next++
    const value = takeText('a value')
    if (!isWord('TO')) return toFilter(name, rest(value))
    const from = readNumber(value.text) ?? refuse('a range is one of numbers')
    next++
    return between(name, from, takeNumber())
  }

  /** A value without quotes may contain colons, such as an address. */
  const rest = ({ text, quoted, end }: Token): string => {
    let whole = text
    let upTo = end
    if (quoted) return whole
    while (isSign(':') && tokens[next]?.at === upTo) {
      const after = tokens[next + 1]
      const joined = after?.kind === 'text' && !after.quoted && after.at === upTo + 1 ? after : null
      whole += `:${joined?.text ?? ''}`
      upTo = joined?.end ?? upTo + 1
      next += joined ? 2 : 1
    }
    return whole
  }

  const nested = (read: () => Filter): Filter => {
    if (++depth > DEEPEST) refuse('it is nested too deeply')
    const filter = read()
    depth--
    return filter
  }
  const unary = (): Filter => {
    if (isWord('NOT')) {
      next++
      return { not: nested(unary) }
    }
    if (!isSign('(')) return condition()
    next++
    const inner = nested(any)
    if (!isSign(')')) refuse('a closing parenthesis is missing')
    next++
    return inner
  }
  const sequence = (word: string, read: () => Filter): Filter[] => {
    const parts = [read()]
    while (isWord(word)) {
      next++
      parts.push(read())
    }
    return parts
  }
  const all = (): Filter => one(sequence('AND', unary), (parts) => ({ all: parts }))
  const any = (): Filter => one(sequence('OR', all), (parts) => ({ any: parts }))

  const filter = any()
  if (next < tokens.length) refuse('AND or OR is missing')
  return filter
}

const one = (parts: readonly Filter[], several: (parts: readonly Filter[]) => Filter): Filter =>
  parts.length === 1 ? (parts[0] as Filter) : several(parts)
