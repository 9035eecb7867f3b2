import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TextPart } from './highlight.ts'
import { anyText, indexOfNames } from './test-documents.ts'
import type { Synonym } from './synonyms.ts'

const marked = (parts: readonly TextPart[]) => parts.map(({ text, matched }) => (matched ? `[${text}]` : text)).join('')

/** The marked parts of a name, in an index with this name only. */
const highlightOf = (query: string, name: string, synonyms: readonly Synonym[] = []) =>
  indexOfNames([name], { synonyms }).search({ query }).highlight(name)

describe('the highlighted words', () => {
  test.each([
    ['a word', 'parcel', 'My Parcel, parcel', 'My [Parcel], [parcel]'],
    ['all words', 'post parcel', 'Parcel and Post', '[Parcel] and [Post]'],
    ['the typed beginning of the last word', 'my par', 'My Parcel', '[My] [Par]cel'],
    ['with accents', 'bjo', 'Die Björk', 'Die [Bjö]rk'],
    ['a letter that is folded into two, whole', 'stras', 'Straße', '[Straß]e'],
    ['an inflection, whole', 'invoices desk', 'Invoicing Desk', '[Invoicing] [Desk]'],
    ['a misspelled word, whole', 'parcle', 'Parcel', '[Parcel]'],
    ['not what is more misspelled', 'parcel', 'Parcel Parcal', '[Parcel] Parcal'],
    ['a piece of a word', 'hub', 'GitHub', 'Git[Hub]'],
    ['words behind hyphens', 'ecomm', 'An e-commerce', 'An [e-comm]erce'],
    ['words joined', 'git hub', 'GitHub', '[GitHub]'],
    ['words joined, with a slip', 'taly forze', 'My Tallyforce', 'My [Tallyforce]'],
    ['a word split', 'tallyforce', 'Tally Force, tally', '[Tally] [Force], tally'],
    ['a word split and unfinished', 'tallyfor', 'Tally Force', '[Tally] [For]ce'],
    ['a synonym', 'bill', 'Send Invoice', 'Send [Invoice]'],
    ['a phrase', 'crm', 'Customer Relationship Desk', '[Customer] [Relationship] Desk'],
    ['pairs of characters that overlap', '東京都', '東京都アプリ', '[東京都]アプリ'],
    ['one of such characters', '京', '東京都', '東[京]都'],
    ['no markup', '<b>', '<b>&amp;', '<[b]>&amp;'],
    ['nothing without a query', '', 'Parcel', 'Parcel'],
  ])('%s', (_, query, name, expected) => {
    const synonyms = [{ words: ['bill', 'invoice'] }, { words: ['crm', 'customer relationship'] }]
    expect(marked(highlightOf(query, name, synonyms).parts)).toBe(expected)
  })
})

describe('how well a text fits', () => {
  test.each([
    ['parcel post', 'Parcel Post', { matchedWords: ['parcel', 'post'], matchLevel: 'full', fullyHighlighted: true }],
    ['parcel', 'Parcel Post', { matchedWords: ['parcel'], matchLevel: 'full', fullyHighlighted: false }],
    ['parcel lantern', 'Parcel', { matchedWords: ['parcel'], matchLevel: 'partial', fullyHighlighted: true }],
    ['lantern', 'Parcel', { matchedWords: [], matchLevel: 'none', fullyHighlighted: false }],
    ['tally force', 'Tallyforce', { matchedWords: ['tally', 'force'], matchLevel: 'full', fullyHighlighted: true }],
    ['', '', { matchedWords: [], matchLevel: 'none', fullyHighlighted: false }],
  ])('%s: %s', (query, name, expected) => {
    expect(highlightOf(query, name)).toMatchObject(expected)
  })
})

test('the parts of any text put together are the text', () => {
  const { highlight } = indexOfNames(['Parcel']).search({ query: 'a b c 1 京' })
  fc.assert(
    fc.property(anyText(60), (text) => {
      expect(
        highlight(text)
          .parts.map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
