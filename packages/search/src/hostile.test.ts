import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LONGEST_QUERY, MOST_WORDS } from './query.ts'
import { anyText, documentOf, indexOf, searchFacet } from './test-documents.ts'

const index = indexOf([
  documentOf('a', { name: 'Parcel Post', longDescription: 'Sends parcels. '.repeat(50), facets: { colour: ['red'] } }),
  documentOf('b', { name: '東京 \ud800 (.*)+ [a-z]', longDescription: '\u0000\u0001\uffff', facets: { colour: ['\ud800', ''] } }),
  documentOf('c', { name: 'x'.repeat(10_000), longDescription: 'ab'.repeat(50_000) }),
])

/** Everything that must hold for any answer to a query. */
const answerTo = (query: string) => {
  const { ids, total, highlight } = index.search({ query, facets: ['colour'] })
  const { parts } = highlight(query)
  const values = searchFacet(index, { query, facet: 'colour', facetQuery: query })
  return { shown: ids.length === Math.min(total, 20), text: parts.map(({ text }) => text).join(''), values: values.length < 4 }
}
const soundAnswerTo = (query: string) => ({ shown: true, text: query, values: true })

describe('a hostile query has an answer', () => {
  test.each([
    ['10,000 letters', 'a'.repeat(10_000)],
    ['10,000 characters without spaces', '京'.repeat(10_000)],
    ['500 words', Array.from({ length: 500 }, (_, number) => `word${number}`).join(' ')],
    ['500 times the same word', 'parcel '.repeat(500)],
    ['many words with slips', 'prcael psot sedns paercls '.repeat(20)],
    ['control characters', '\u0000\u0001\u001f\u007f\u0085 parcel\u0000post'],
    ['an expression', '(.*)+[a-z]{1,9}\\b|^$(?=x)'],
    ['half a surrogate pair', '\ud800 \udc00parcel\ud83d'],
    ['marks piled up', `e${'\u0301'.repeat(5000)}`],
    ['signs only', '!"§$%&/()=?`´*+~#\'-_.:,;<>|^°{[]}\\@€'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['right to left', '\u202eparcel \u05d0\u05d1'],
    ['names of methods', '__proto__ constructor toString hasOwnProperty'],
    ['pieces', '\u0001parcel \u0001'],
  ])('%s', (_, query) => {
    expect(answerTo(query)).toEqual(soundAnswerTo(query))
  })

  test('whatever it is', () => {
    fc.assert(
      fc.property(anyText(80), (query) => {
        expect(answerTo(query)).toEqual(soundAnswerTo(query))
      }),
    )
  })
})

describe('limits of the work', () => {
  test('no more words are looked for than so many', () => {
    const words = Array.from({ length: MOST_WORDS + 5 }, (_, number) => `w${number}`)
    const many = indexOf([documentOf('a', { name: words.slice(0, MOST_WORDS).join(' ') })])
    expect(many.search({ query: words.join(' ') })).toMatchObject({ ids: ['a'], allWords: true })
  })
  test('no more of a query is read than so much', () => {
    expect(index.search({ query: `parcel${' '.repeat(LONGEST_QUERY)} zzzz` })).toMatchObject({ ids: ['a'], allWords: true })
  })
})
