/** The terms of a segment, each once, in the order of their UTF-16 units. A term's number is its place. */
export type Dictionary = readonly string[]

/** Terms with consecutive numbers: `from` is the first, `to` the one after the last. */
export type TermRange = { from: number; to: number }
export const NOTHING: TermRange = { from: 0, to: 0 }

/**
 * The first place at or after `from` for which `reached` holds. `reached` must hold for every place after that one. Searches near `from`
 * first, because the place is often there.
 */
const firstPlace = (dictionary: Dictionary, from: number, reached: (term: string) => boolean): number => {
  let low = from
  let high = from
  for (let step = 1; high < dictionary.length && !reached(dictionary[high] as string); step *= 2) {
    low = high + 1
    high += step
  }
  high = Math.min(high, dictionary.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (reached(dictionary[middle] as string)) high = middle
    else low = middle + 1
  }
  return low
}

/** The number of the first term that is not before `text`. */
export const firstNotBefore = (dictionary: Dictionary, text: string): number => firstPlace(dictionary, 0, (term) => term >= text)

/** The range of a term itself: one number, or none if the segment does not have the term. */
export const rangeOfTerm = (dictionary: Dictionary, term: string): TermRange => {
  const from = firstNotBefore(dictionary, term)
  return { from, to: dictionary[from] === term ? from + 1 : from }
}

/** The range of the terms that begin with `prefix`. The search starts at the number `from`. */
export const rangeOfPrefix = (dictionary: Dictionary, prefix: string, from = 0): TermRange => {
  const first = firstPlace(dictionary, from, (term) => term >= prefix)
  return { from: first, to: firstPlace(dictionary, first, (term) => !term.startsWith(prefix)) }
}
