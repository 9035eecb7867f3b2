// The number of slips of the finger between a typed word and a term: a letter too many, one too few, a wrong one, or two swapped (restricted
// Damerau–Levenshtein distance). A slip at the first letter counts double, because people rarely mistype it.

const FIRST_LETTER = 2
/** In a word of at most this many letters, a wrong or an extra letter leaves only three right letters. */
const SHORT_WORD = 4
/** Larger than any distance that matters; the sum of two still fits into a cell. */
const FAR = 100

/**
 * The number of slips that a word may have: one from four letters on, two from seven. Numbers may have none: 2024 is not a slip for 2025.
 */
export const typoBudget = (word: string): number => (word.length < 4 || /^\p{N}+$/u.test(word) ? 0 : word.length < 7 ? 1 : 2)

/** How far a term may be from a word. `unlike` is the cost of a wrong or an extra letter. `prefix`: the term may continue after the word. */
export type Slips = { budget: number; unlike: number; prefix: boolean }

/** The slips allowed for a word; `prefix` says whether the word may be unfinished. */
export type SlipsOf = (word: string, prefix: boolean) => Slips

/** Slips that leave at least four letters of the word. */
export const likelySlips: SlipsOf = (word, prefix) => ({
  budget: typoBudget(word),
  unlike: word.length > SHORT_WORD ? 1 : 2,
  prefix,
})

/** Slips that leave three letters of a short word. The word counts as finished, because three letters begin nearly anything. */
export const unlikelySlips: SlipsOf = (word) => ({
  budget: word.length > SHORT_WORD ? 0 : typoBudget(word),
  unlike: 1,
  prefix: false,
})

/**
 * The table of distances between all beginnings of a word and of a term, with a row for each letter of the term. Terms with the same beginning
 * share its rows. A distance beyond the budget is not exact, only larger than the budget.
 */
export const createDistances = (word: string, { budget, unlike }: Slips) => {
  const width = word.length + 1
  /** Every longer beginning of a term is too far away. */
  const longest = word.length + budget
  const cells = new Uint8Array((longest + 1) * width)
  const cost = (count: number): number => (count === 0 ? 0 : Math.min(FAR, FIRST_LETTER + count - 1))
  for (let column = 0; column < width; column++) cells[column] = cost(column)

  /** Fills the row of the term's letter number `row`, counted from 1. All rows before must be filled. Returns the smallest distance in it. */
  const fillRow = (term: string, row: number): number => {
    const letter = term.charCodeAt(row - 1)
    const letterBefore = row > 1 ? term.charCodeAt(row - 2) : -1
    const here = row * width
    const above = here - width
    // A column's distance from the diagonal is the number of missing or extra letters so far.
    const from = Math.max(1, row - budget)
    const to = Math.min(word.length, row + budget)
    let least = from === 1 ? cost(row) : FAR
    cells[here + from - 1] = least
    for (let column = from; column <= to; column++) {
      const typed = word.charCodeAt(column - 1)
      const other = row === 1 && column === 1 ? FIRST_LETTER : unlike
      let distance = (cells[above + column - 1] as number) + (typed === letter ? 0 : other)
      distance = Math.min(distance, (cells[above + column] as number) + 1, (cells[here + column - 1] as number) + unlike)
      if (typed === letterBefore && column > 1 && word.charCodeAt(column - 2) === letter) {
        const swapped = row === 2 && column === 2 ? FIRST_LETTER : 1
        distance = Math.min(distance, (cells[above - width + column - 2] as number) + swapped)
      }
      cells[here + column] = distance
      if (distance < least) least = distance
    }
    if (to < word.length) cells[here + to + 1] = FAR
    return least
  }
  return {
    longest,
    fillRow,
    /** The distance between the whole word and the term's first `row` letters. */
    at: (row: number): number => (row + budget < word.length ? FAR : (cells[row * width + word.length] as number)),
  }
}

/**
 * Makes a function that returns the number of slips between a word and a term (with `prefix`: the nearest beginning of the term), or Infinity
 * beyond the budget. All terms share one table, and most are refused by their first letter or their length.
 */
export const createTypoMeasure = (word: string, slips: Slips): ((term: string) => number) => {
  const { budget, prefix } = slips
  const distances = createDistances(word, slips)
  const first = budget < FIRST_LETTER ? word.charCodeAt(0) : null
  return (term) => {
    if (first !== null && word !== '' && term.charCodeAt(0) !== first) return Infinity
    if (word.length - term.length > budget || (!prefix && term.length > distances.longest)) return Infinity
    const letters = Math.min(term.length, distances.longest)
    let nearest = Infinity
    for (let row = 1; row <= letters; row++) {
      if (distances.fillRow(term, row) > budget) break
      if (prefix || row === term.length) nearest = Math.min(nearest, distances.at(row))
    }
    return nearest <= budget ? nearest : Infinity
  }
}

/** The same as a single call, for one term. */
export const typosBetween = (word: string, term: string, slips: Slips): number => createTypoMeasure(word, slips)(term)
