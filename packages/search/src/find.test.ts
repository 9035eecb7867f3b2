import { describe, expect, test } from 'vitest'
import { MOST_READ } from './find.ts'
import { documentOf, indexOf, indexOfNames } from './test-documents.ts'

const found = (names: readonly string[], query: string) => [...indexOfNames(names).search({ query }).ids].sort()

/** Enough hits that slips are not tried. */
const many = (name: string) => Array.from({ length: 5 }, (_, number) => `${name} ${number}`)

describe('words as they are typed', () => {
  test.each([
    [
      'all words of a query, in any order',
      ['Parcel Post', 'Parcel', 'Post Parcel'],
      'parcel post',
      ['Parcel Post', 'Post Parcel'],
    ],
    ['case and accents make no difference', ['Café Rösti', 'Caftan'], 'CAFE rosti', ['Café Rösti']],
    [
      'the last word may be unfinished',
      ['Parcel Post', 'Parcel Poster', 'Parcel'],
      'parcel pos',
      ['Parcel Post', 'Parcel Poster'],
    ],
    ['the others not', ['Parcel Post', 'Parc Poster'], 'parc post', ['Parc Poster']],
    ['a word of one letter is enough', ['Quill', 'Quarry', 'Bell'], 'q', ['Quarry', 'Quill']],
    ['letters that make up no word', ['Quill'], ' !?… ', ['Quill']],
  ])('%s', (_, names, query, expected) => {
    expect(found(names, query)).toEqual(expected)
  })

  test('words may stand in different attributes', () => {
    const index = indexOf([
      documentOf('a', { name: 'Quill', longDescription: 'Writes letters' }),
      documentOf('b', { name: 'Quill' }),
    ])
    expect(index.search({ query: 'quill letters' }).ids).toEqual(['a'])
  })
})

describe('inflections', () => {
  test.each([
    ['invoices', ['Invoice Desk', 'Invoicing Desk', 'Invoiced', 'Inverse'], ['Invoice Desk', 'Invoiced', 'Invoicing Desk']],
    ['invoicing desk', ['Invoice Desk', 'Invoices Desk', 'Inverse Desk'], ['Invoice Desk', 'Invoices Desk']],
    ['category', ['Categories', 'Catalogue'], ['Categories']],
  ])('%s', (query, names, expected) => {
    expect(found(names, query)).toEqual(expected)
  })
})

describe('names in mixed case, with digits and signs', () => {
  test.each([
    ['git hub', ['GitHub', 'Git'], ['GitHub']],
    ['hub', ['GitHub', 'Gitea'], ['GitHub']],
    ['github actions', ['GitHub Actions', 'Git Actions'], ['GitHub Actions']],
    ['365', ['Office365', 'Office'], ['Office365']],
    ['office 365', ['Office365', 'Office'], ['Office365']],
    ['c++', ['C++ Tools', 'C# Tools'], ['C++ Tools']],
    ['c#', ['C++ Tools', 'C# Tools'], ['C# Tools']],
    ['hook and line', ['Hook & Line', 'Hook'], ['Hook & Line']],
    ['hook & line', ['Hook and Line', 'Hook & Line'], ['Hook & Line', 'Hook and Line']],
    ['r&d', ['R&D Board', 'D'], ['R&D Board']],
    ['support@larkspur.example', ['Write to support@larkspur.example', 'Larkspur'], ['Write to support@larkspur.example']],
    ['esign', [...many('eSign'), 'Quick E-Sign', 'Sign'], [...many('eSign'), 'Quick E-Sign'].sort()],
    ['owners', ["The Owner's Desk", 'Desk'], ["The Owner's Desk"]],
    ['東京', ['東京都アプリ', '京東'], ['東京都アプリ']],
    ['京', ['東京都アプリ', '大阪'], ['東京都アプリ']],
    ['京 app', ['東京 App', '京都 App', '大阪 App'], ['京都 App', '東京 App']],
    ['국어', ['한국어 팩', '영어 팩'], ['한국어 팩']],
    ['привет', ['Привет, мир', 'Мир'], ['Привет, мир']],
  ])('%s', (query, names, expected) => {
    expect(found(names, query)).toEqual(expected)
  })
})

describe('neighbours joined or split', () => {
  test.each([
    ['two words for one', 'tally force', ['Tallyforce', 'Tally'], ['Tallyforce']],
    ['three words for one', 'pay as go', ['Payasgo', 'Pay'], ['Payasgo']],
    ['joined and unfinished', 'tally for', ['Tallyforce', 'Tally'], ['Tallyforce']],
    ['joined among others', 'new tally force desk', ['New Tallyforce Desk', 'New Desk'], ['New Tallyforce Desk']],
    ['one word for two', 'tallyforce', ['Tally Force', 'Force Tally', 'Tally and Force'], ['Tally Force']],
    ['split and unfinished', 'tallyfor', ['Tally Force', 'Tally Word'], ['Tally Force']],
    ['split short', 'att', ['AT&T Desk', 'AT Desk'], ['AT&T Desk']],
    ['split among others', 'new tallyforce desk', ['New Tally Force Desk', 'New Desk'], ['New Tally Force Desk']],
    ['two words for one, with a slip', 'taly forze', ['Tallyforce', 'Tally'], ['Tallyforce']],
    ['joined and unfinished, with a slip', 'taly for', ['Tallyforce', 'Tally'], ['Tallyforce']],
  ])('%s', (_, query, names, expected) => {
    expect(found(names, query)).toEqual(expected)
  })

  test('a word that several have is not split', () => {
    expect(found([...many('Tallyforce'), 'Tally Force'], 'tallyforce')).toEqual(many('Tallyforce'))
  })
})

describe('neighbours that too many documents would have to be read for', () => {
  const common = Array.from({ length: MOST_READ }, (_, number) =>
    documentOf(`${number}`, { longDescription: 'Tally with force' }),
  )
  const index = indexOf([
    ...common,
    documentOf('in name', { name: 'Tally Force' }),
    documentOf('in text', { longDescription: 'A tally force' }),
  ])
  test('are looked for in names only', () => {
    expect(index.search({ query: 'tallyforce' }).ids).toEqual(['in name'])
  })
  test('and what was removed does not count', () => {
    index.remove(['0', '1'])
    expect(index.search({ query: 'tallyforce' }).ids).toEqual(['in name', 'in text'])
  })
})

describe('slips of the finger', () => {
  test.each([
    ['none in three letters', 'tik', 'Tok', false],
    ['one in four', 'qill', 'Quill', true],
    ['not two in six', 'qillls', 'Quills', false],
    ['two in seven', 'havrset', 'Harvest', true],
    ['not three in eight', 'hrvesstt', 'Harvest', false],
    ['not the first letter in six', 'xuills', 'Quills', false],
    ['the first letter in seven', 'xarvest', 'Harvest', true],
    ['but nothing else then', 'xarvset', 'Harvest', false],
    ['in an unfinished word', 'hrav', 'Harvest Desk', true],
    ['in each of several words', 'havrest qill', 'Harvest Quill', true],
    ['another letter in four', 'qusl', 'Qual', true],
    ['not in four that may be unfinished', 'qusl', 'Quality', false],
    ['never in a number', '2025', '2024 Planner', false],
  ])('%s', (_, query, name, expected) => {
    expect(found([name], query)).toEqual(expected ? [name] : [])
  })

  test('only where few documents have the words as they are typed', () => {
    expect(found([...many('Quill'), 'Quilt'], 'quill')).toEqual(many('Quill'))
    expect(found([...many('Quill').slice(1), 'Quilt'], 'quill')).toContain('Quilt')
  })
  test('that leave three letters, only where nothing else is found', () => {
    expect(found(['Qill', 'Quilt'], 'qilt')).toEqual(['Quilt'])
    expect(found(['Qill', 'Quarry'], 'qilt')).toEqual(['Qill'])
  })
  test('not where they are not wanted', () => {
    expect(indexOfNames(['Quill']).search({ query: 'qill', typoTolerance: false }).total).toBe(0)
  })
  test('not in pieces of words', () => {
    expect(found(['BrightHarvest'], 'harvset')).toEqual([])
  })
})

describe('any word', () => {
  const index = indexOf([
    documentOf('common', { name: 'Parcel Desk' }),
    documentOf('common2', { name: 'Parcel Counter' }),
    documentOf('rare', { name: 'Quarry' }),
    documentOf('two', { name: 'Parcel Lantern', order: -1 }),
    documentOf('neither', { name: 'Desk' }),
    documentOf('neither2', { name: 'Bell' }),
  ])
  test('if no document has all words: those with most words first, then those with the rarest', () => {
    const { ids, total, allWords } = index.search({ query: 'parcel quarry lantern' })
    expect({ ids, total, allWords }).toEqual({ ids: ['two', 'rare', 'common', 'common2'], total: 4, allWords: false })
  })
  test('a rare word in the text weighs less than one in the name', () => {
    const index = indexOf([
      documentOf('in text', { longDescription: 'Quarry' }),
      documentOf('in name', { name: 'Parcel' }),
      documentOf('other', { name: 'Parcel', order: -1 }),
      documentOf('neither', { name: 'Lantern' }),
    ])
    expect(index.search({ query: 'quarry parcel' }).ids).toEqual(['in name', 'other', 'in text'])
  })
  test('a word that more than half of the documents have says nothing beside others', () => {
    const index = indexOfNames(['Parcel Desk', 'Parcel Counter', 'Quarry'])
    const { ids, highlight } = index.search({ query: 'parcel quarry zzzz' })
    expect(ids).toEqual(['Quarry'])
    expect(highlight('Parcel Quarry').matchedWords).toEqual(['quarry'])
    expect(index.search({ query: 'parcel zzzz' }).ids).toEqual(['Parcel Counter', 'Parcel Desk'])
    expect(index.search({ query: 'parcel zzzz' }).highlight('Parcel').matchedWords).toEqual(['parcel'])
  })
  test('not where one has all', () => {
    expect(index.search({ query: 'parcel lantern' })).toMatchObject({ ids: ['two'], total: 1, allWords: true })
  })
  test('not for a single word', () => {
    expect(index.search({ query: 'zzzzz' })).toMatchObject({ ids: [], total: 0 })
  })
})

describe('synonyms', () => {
  const names = ['CRM Desk', 'Customer Relationship Management Desk', 'Customer Desk', 'Telephone', 'Phone', 'Laptop', 'Computer']
  const index = indexOfNames(names, {
    synonyms: [
      { words: ['crm', 'customer relationship management'] },
      { words: ['Phone', 'telephone'] },
      { from: 'computer', to: ['laptop', '!?'] },
    ],
  })
  const find = (query: string) => [...index.search({ query, typoTolerance: false }).ids].sort()

  test.each([
    ['both ways', 'phone', ['Phone', 'Telephone']],
    ['both ways', 'telephone', ['Phone', 'Telephone']],
    ['one way', 'computer', ['Computer', 'Laptop']],
    ['and not the other', 'laptop', ['Laptop']],
    ['a phrase for a word', 'crm', ['CRM Desk', 'Customer Relationship Management Desk']],
    ['a word for a phrase', 'customer relationship management', ['CRM Desk', 'Customer Relationship Management Desk']],
    ['among other words', 'crm desk', ['CRM Desk', 'Customer Relationship Management Desk']],
  ])('%s: %s', (_, query, expected) => {
    expect(find(query)).toEqual(expected)
  })
  test('can be changed', () => {
    const changing = indexOfNames(['Phone', 'Telephone'], { synonyms: [{ words: ['phone', 'telephone'] }] })
    changing.setSynonyms([])
    expect(changing.search({ query: 'phone' }).ids).toEqual(['Phone'])
  })
})
