import { bitsWhere, countBits, hasBit } from '@marketplace/domain/bit-set'
import { describe, expect, test } from 'vitest'
import type { SearchIndex } from './search-index.ts'
import { doAll } from './steps.ts'
import { documentOf, indexOf } from './test-documents.ts'

const COUNT = 300
const OTHER = COUNT
const documents = Array.from({ length: COUNT }, (_, number) =>
  documentOf(`${number}`, { name: 'Parcel Post', order: -number, facets: { colour: [number % 2 ? 'red' : 'blue'] } }),
)
const red = { facet: 'colour', value: 'red' }
/** The place of a document, in another order than the documents. The document 'nowhere' has no place. */
const placeOf = (number: number) => (number * 11) % (COUNT + 1)
const numberAt = new Map(Array.from({ length: COUNT + 1 }, (_, number) => [placeOf(number), number]))
const places = {
  of: new Map(Array.from({ length: COUNT + 1 }, (_, number) => [number === OTHER ? 'other' : `${number}`, placeOf(number)])),
  size: COUNT + 1,
}
const open = () =>
  indexOf([...documents, documentOf('other', { name: 'Quill' }), documentOf('nowhere', { name: 'Parcel', order: 9 })])
const numbers = (found: readonly number[]) => found.map((place) => numberAt.get(place))
/** The matches of a query, after all steps. */
const match = (index: SearchIndex, question: Parameters<SearchIndex['match']>[0]) => {
  const { best, ...matches } = doAll(index.match(question, places))
  return { ...matches, best: (...wanted: Parameters<typeof best>) => doAll(best(...wanted)) }
}
const setOf = (...wanted: number[]) => bitsWhere(places.size, (place) => wanted.includes(numberAt.get(place) as number))

describe('all matches of a query, without a limit', () => {
  test('is all that a search counts and that has a place', () => {
    const index = open()
    const matches = match(index, { query: 'parcel', filter: red })
    expect([matches.total, countBits(matches.places()), matches.allWords, matches.asTyped]).toEqual([150, 150, true, true])
    expect([1, 2].map((number) => hasBit(matches.places(), placeOf(number)))).toEqual([true, false])
    expect(numbers(matches.best(200)).map(String)).toEqual(index.search({ query: 'parcel', filter: red, limit: 200 }).ids)
    const every = match(index, { query: 'parcel' })
    expect([every.total, countBits(every.places()), numbers(every.best(1))]).toEqual([COUNT + 1, COUNT, [0]])
  })

  test('is ranked among what is wanted, however far behind that stands', () => {
    const parcels = match(open(), { query: 'parcel' })
    expect(numbers(parcels.best(2, setOf(280, 290, 0, OTHER)))).toEqual([0, 280])
    expect(numbers(parcels.best(9, setOf(280, 290, 0, OTHER)))).toEqual([0, 280, 290])
    expect(numbers(match(open(), { query: '' }).best(2, setOf(9, 19, OTHER)))).toEqual([OTHER, 9])
  })

  test('says how it was found', () => {
    const index = open()
    expect(match(index, { query: 'quil zzzz' })).toMatchObject({ total: 1, allWords: false, asTyped: false })
    expect(match(index, { query: 'quill' })).toMatchObject({ total: 1, allWords: true, asTyped: true })
    expect(match(index, { query: 'quilt' })).toMatchObject({ total: 1, allWords: true, asTyped: false })
    expect(match(index, { query: 'nothing' })).toMatchObject({ total: 0, asTyped: false })
    // The document that has the word as typed has another colour.
    expect(match(indexOf([...documents, documentOf('x', { name: 'Parcol' })]), { query: 'parcol', filter: red })).toMatchObject({
      allWords: true,
      asTyped: false,
    })
  })

  test.each(['', 'parcel'])('of %j is of what the index has by then', (query) => {
    const index = open()
    const before = match(index, { query }).places()
    index.remove(['0', '1'])
    index.put([documentOf('2', { name: 'Inkwell', order: 8 })])
    const after = match(index, { query })
    expect(countBits(before) - countBits(after.places())).toBe(query === '' ? 2 : 3)
    expect(numbers(after.best(1))).toEqual([query === '' ? 2 : 3])
  })
})
