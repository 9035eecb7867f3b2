// How many slips of the finger lie between what was typed and a term: a letter too many, too few, another one, or two swapped
// (Damerau's four, in the restricted form). A slip at the first letter counts double, for people rarely err there.

const FIRST_LETTER = 2
/** Of a word with no more letters only three are left by another letter in it, or one too many. */
const SHORT_WORD = 4
/** More than any distance that matters; two of them still fit into a cell. */
const FAR = 100

/** One slip from four letters on, two from seven. A number is what it is: 2024 is no slip for 2025. */
export const typoBudget = (word: string): number => (word.length < 4 || /^\p{N}+$/u.test(word) ? 0 : word.length < 7 ? 1 : 2)

/** How far a term may be from a word. `unlike` is what another letter counts, and one too many; `prefix`: its beginning will do. */
export type Slips = { budget: number; unlike: number; prefix: boolean }

/** The slips that a word may have; `prefix` says whether it may be unfinished. */
export type SlipsOf = (word: string, prefix: boolean) => Slips

/** Those that leave at least four letters of it. */
export const likelySlips: SlipsOf = (word, prefix) => ({
  budget: typoBudget(word),
  unlike: word.length > SHORT_WORD ? 1 : 2,
  prefix,
})

/** Those that leave three letters of a short word. It counts as finished, for three letters begin nearly anything. */
export const unlikelySlips: SlipsOf = (word) => ({
  budget: word.length > SHORT_WORD ? 0 : typoBudget(word),
  unlike: 1,
  prefix: false,
})

/**
 * The table of distances between the beginnings of a word and those of terms, filled row by row, a row for each letter of the
 * term. What begins alike shares its rows. Distances beyond the budget are not worked out but are some number beyond it.
 */
export const createDistances = (word: string, { budget, unlike }: Slips) => {
  const width = word.length + 1
  /** Longer beginnings of a term are all too far. */
  const longest = word.length + budget
  const cells = new Uint8Array((longest + 1) * width)
  const cost = (count: number): number => (count === 0 ? 0 : Math.min(FAR, FIRST_LETTER + count - 1))
  for (let column = 0; column < width; column++) cells[column] = cost(column)

  /** Fills the row of the term's letter `row`, counted from 1; the rows before are there. Answers the row's least distance. */
  const fillRow = (term: string, row: number): number => {
    const letter = term.charCodeAt(row - 1)
    const letterBefore = row > 1 ? term.charCodeAt(row - 2) : -1
    const here = row * width
    const above = here - width
    // As many letters too many or too few as the columns are away from the diagonal.
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
 * Makes a function that says how many slips lie between a word and a term, or the beginning of the term that is nearest; Infinity beyond
 * the budget. One table serves all terms, and most terms are refused by their first letter or their length.
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

/** The same for one term. */
export const typosBetween = (word: string, term: string, slips: Slips): number => createTypoMeasure(word, slips)(term)
