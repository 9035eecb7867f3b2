import type { Comparison, Filter } from '@marketplace/search/filter'
import { SearchRefused } from '../../ports/search.ts'
import { between, MOST_CONDITIONS, readNumber, type ToFilter } from './parse-filters.ts'

/** All conditions of the outer list must hold, and at least one of each inner list. */
type Conditions = string | readonly (string | readonly string[])[]

/** Reads conditions from a string: commas separate them, parentheses hold alternatives: "a:1,(b:2,c:3)". */
const listOf = (given: Conditions): readonly (string | readonly string[])[] => {
  if (typeof given !== 'string') return given
  return (given.match(/\([^()]*\)|[^,()]+/g) ?? []).flatMap((part): (string | string[])[] => {
    const inner = part.startsWith('(') ? part.slice(1, -1).split(',') : null
    const texts = (inner ?? [part]).map((text) => text.trim()).filter(Boolean)
    return texts.length === 0 ? [] : [inner ? texts : (texts[0] as string)]
  })
}

const allOf = (given: Conditions, read: (condition: string) => Filter): Filter[] => {
  const list = listOf(given)
  if (list.flat().length > MOST_CONDITIONS)
    throw new SearchRefused('malformed', `there are more than ${MOST_CONDITIONS} conditions in a filter`)
  // An empty inner list is no condition.
  return list.flatMap((each) =>
    typeof each === 'string' ? [read(each)] : each.length === 0 ? [] : [{ any: each.map((condition) => read(condition)) }],
  )
}

/** Reads facetFilters: `attribute:value`; `attribute:-value` excludes the value; `attribute:\-value` is a value that begins with a dash. */
export const readFacetFilters = (given: Conditions, toFilter: ToFilter): Filter[] =>
  allOf(given, (condition) => {
    const colon = condition.indexOf(':')
    if (colon < 1) throw new SearchRefused('malformed', `facetFilters: "${brief(condition)}" is not of the form attribute:value`)
    const attribute = condition.slice(0, colon).trim()
    const value = condition.slice(colon + 1)
    if (value.startsWith('-')) return { not: toFilter(attribute, value.slice(1)) }
    return toFilter(attribute, value.replace(/^\\-/, '-'))
  })

const COMPARISON = /<=|>=|!=|<|>|=/

/** Reads numericFilters: `attribute >= 4`, `attribute:1 TO 5`, `attribute:4`. */
export const readNumericFilters = (given: Conditions): Filter[] =>
  allOf(given, (condition) => {
    const found = COMPARISON.exec(condition)
    const at = found?.index ?? condition.indexOf(':')
    const sign = found?.[0] ?? ':'
    const name = condition.slice(0, Math.max(0, at)).trim()
    const [text = '', to, end, ...more] = condition
      .slice(at + sign.length)
      .trim()
      .split(/\s+/)
    const [than, last] = [readNumber(text), readNumber(end ?? '')]
    if (name && than !== null && to === undefined) return { number: name, is: found ? (sign as Comparison) : '=', than }
    if (name && than !== null && !found && to === 'TO' && last !== null && more.length === 0) return between(name, than, last)
    throw new SearchRefused('malformed', `numericFilters: "${brief(condition)}" compares no number`)
  })

const brief = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
