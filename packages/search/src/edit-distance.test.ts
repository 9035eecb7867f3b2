import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { likelySlips, type Slips, typoBudget, typosBetween, unlikelySlips } from './edit-distance.ts'
import { eachSimilar } from './fuzzy.ts'

describe('how many slips a word may have', () => {
  test.each([
    ['app', 0],
    ['apps', 1],
    ['mailer', 1],
    ['mailers', 2],
    ['2024', 0],
    ['20242025', 0],
    ['lms365', 1],
  ])('%s: %i', (word, budget) => {
    expect(typoBudget(word)).toBe(budget)
  })
})

describe('slips between a word and a term', () => {
  test.each([
    ['slack', 'slack', 0],
    ['slck', 'slack', 1],
    ['slaack', 'slack', 1],
    ['slark', 'slack', 1],
    ['salck', 'slack', 1],
    ['slakc', 'slack', 1],
    ['slcak', 'slack', 1],
    ['flack', 'slack', 2],
    ['lack', 'slack', 2],
    ['xslack', 'slack', 2],
    ['lsack', 'slack', 2],
    ['sslack', 'slack', 1],
    ['slxxk', 'slack', 2],
    ['flxck', 'slack', Infinity],
    ['sl', 'slack', Infinity],
  ])('%s for %s: %s', (word, term, typos) => {
    expect(typosBetween(word, term, { budget: 2, unlike: 1, prefix: false })).toBe(typos)
  })

  test.each([
    ['quic', 'quickbooks', 0],
    ['qucik', 'quickbooks', 1],
    ['quikb', 'quickbooks', 1],
    ['uick', 'quickbooks', 2],
    ['quickbooksss', 'quickbooks', 2],
    ['zzzz', 'quickbooks', Infinity],
  ])('%s as the beginning of %s: %s', (word, term, typos) => {
    expect(typosBetween(word, term, { budget: 2, unlike: 1, prefix: true })).toBe(typos)
  })
})

describe('slips in four letters', () => {
  const typed = (word: string, term: string) =>
    [likelySlips, unlikelySlips].map((slipsOf) => typosBetween(word, term, slipsOf(word, true)))
  test.each([
    ['a letter missed', 'slak', 'slack', 1, 1],
    ['in an unfinished word', 'slak', 'slackbot', 1, Infinity],
    ['letters swapped', 'jria', 'jira', 1, 1],
    ['another letter', 'etzy', 'etsy', Infinity, 1],
    ['in an unfinished word', 'cafe', 'calendar', Infinity, Infinity],
    ['a letter too many', 'crmm', 'crm', Infinity, 1],
    ['five letters', 'etzyy', 'etsyy', 1, Infinity],
  ])('%s: %s for %s', (_, word, term, likely, unlikely) => {
    expect(typed(word, term)).toEqual([likely, unlikely])
  })
})

/** The textbook distance: the whole table, each cell computed from its neighbours. */
const byTheBook = (word: string, term: string, { unlike, prefix }: Slips): number => {
  const first = (row: number, column: number, edge: number, other: number) => (row === edge && column === edge ? 2 : other)
  const table: number[][] = [Array.from({ length: word.length + 1 }, (_, column) => (column === 0 ? 0 : column + 1))]
  for (let row = 1; row <= term.length; row++) {
    table[row] = [row + 1]
    for (let column = 1; column <= word.length; column++) {
      const at = (up: number, left: number) => table[row - up]?.[column - left] ?? Infinity
      const same = term[row - 1] === word[column - 1]
      const swapped = row > 1 && column > 1 && term[row - 1] === word[column - 2] && term[row - 2] === word[column - 1]
      ;(table[row] as number[])[column] = Math.min(
        at(1, 0) + 1,
        at(0, 1) + unlike,
        at(1, 1) + (same ? 0 : first(row, column, 1, unlike)),
        swapped ? at(2, 2) + first(row, column, 2, 1) : Infinity,
      )
    }
  }
  const ends = table.map((row) => row[word.length] as number)
  return prefix ? Math.min(...ends.slice(1)) : (ends.at(-1) as number)
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä'), minLength: 1, maxLength: 9 })

const slips = fc.record({ budget: fc.constantFrom(1, 2), unlike: fc.constantFrom(1, 2), prefix: fc.boolean() })

test('within the budget the distance is that by the book', () => {
  fc.assert(
    fc.property(word, word, slips, (typed, term, allowed) => {
      const distance = byTheBook(typed, term, allowed)
      expect(typosBetween(typed, term, allowed)).toBe(distance <= allowed.budget ? distance : Infinity)
    }),
    { numRuns: 2000 },
  )
})

test('the stored data of a word serves its slips and its dictionary only', () => {
  const similar = (dictionary: readonly string[], allowed: Slips) => {
    const found: string[] = []
    eachSimilar(dictionary, 'invoice', allowed, (number) => found.push(dictionary[number] as string))
    return found
  }
  const [one, other] = [['invoice', 'invoices', 'invoke'], ['invoise']]
  for (let time = 0; time < 2; time++) {
    expect(similar(one, { budget: 2, unlike: 1, prefix: false })).toEqual(['invoice', 'invoices', 'invoke'])
    expect(similar(one, { budget: 1, unlike: 1, prefix: false })).toEqual(['invoice', 'invoices'])
    expect(similar(one, { budget: 0, unlike: 1, prefix: true })).toEqual(['invoice', 'invoices'])
    expect(similar(other, { budget: 1, unlike: 1, prefix: false })).toEqual(['invoise'])
  }
})

test('going through a dictionary finds what comparing with each term does', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 80 }), word, slips, (terms, typed, allowed) => {
      const dictionary = terms.sort()
      const compared = dictionary
        .map((term) => [term, typosBetween(typed, term, allowed)] as const)
        .filter(([, typos]) => typos <= allowed.budget)
      // The second run uses the kept list.
      for (let time = 1; time <= 2; time++) {
        const found: [string | undefined, number][] = []
        eachSimilar(dictionary, typed, allowed, (number, typos) => found.push([dictionary[number], typos]))
        expect(found).toEqual(compared)
      }
    }),
    { numRuns: 500 },
  )
})
