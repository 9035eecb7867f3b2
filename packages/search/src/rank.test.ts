import { describe, expect, test } from 'vitest'
import { MOST_RANKED } from './best.ts'
import type { SearchDocument } from './document.ts'
import { createSearchIndex } from './search-index.ts'
import { ATTRIBUTES, documentOf, indexOf } from './test-documents.ts'

/** The worst values of all criteria that follow the tested one. */
const last = { order: -1, installations: -1 }

/** A query, and documents in the order in which it must return them. */
const RANKED: readonly (readonly [string, string, readonly SearchDocument[]])[] = [
  [
    'fewer slips, wherever the word stands',
    'harvest',
    [
      documentOf('exact', { longDescription: 'Beside the harvest', ...last }),
      documentOf('one', { name: 'Harvst' }),
      documentOf('two', { name: 'Hravst' }),
    ],
  ],
  [
    'the whole name, the start of the name, a word of it, the beginning of one',
    'parcel post',
    [
      documentOf('whole', { name: 'Parcel Post', ...last }),
      documentOf('swapped', { name: 'Post, Parcel', ...last }),
      documentOf('start', { name: 'Parcel Post Office', ...last }),
      documentOf('within', { name: 'My Parcel Post' }),
      documentOf('rough', { name: 'Parcel Poster', order: 9 }),
    ],
  ],
  [
    'a name that the words begin after one in which another word does',
    'post',
    [
      documentOf('word', { name: 'The Post', ...last }),
      documentOf('start', { name: 'Postbox', ...last }),
      documentOf('within', { name: 'My Postbox', order: 9 }),
    ],
  ],
  [
    'two words are the whole name that is written as one',
    'tally force',
    [documentOf('whole', { name: 'Tallyforce', ...last }), documentOf('within', { name: 'Your Force Tally' })],
  ],
  [
    'one word is the whole name that is written as two',
    'tallyforce',
    [documentOf('whole', { name: 'Tally Force', ...last }), documentOf('within', { name: 'A Tally Force' })],
  ],
  [
    'the piece of a word behind the word',
    'hub',
    [
      documentOf('word', { name: 'The Hub', ...last }),
      documentOf('beginning', { name: 'Hubbub', ...last }),
      documentOf('piece', { name: 'GitHub', order: 9 }),
    ],
  ],
  [
    'name, short description, long description, category',
    'harvest',
    [
      documentOf('name', { name: 'The Big Harvest', ...last }),
      documentOf('short', { shortDescription: 'A tool for the harvest', ...last }),
      documentOf('long', { longDescription: 'With it comes the harvest', ...last }),
      documentOf('category', { category: 'Harvest', order: 9 }),
    ],
  ],
  [
    'attributes of all words together',
    'harvest quill',
    [
      documentOf('name and short', { name: 'Harvest', shortDescription: 'A quill', ...last }),
      documentOf('name and long', { name: 'Harvest', longDescription: 'Here is a quill', ...last }),
      documentOf('long', { longDescription: 'A harvest quill', order: 9 }),
    ],
  ],
  [
    'a phrase before words in two attributes',
    'harvest quill',
    [
      documentOf('short', { shortDescription: 'A harvest quill', ...last }),
      documentOf('name and short', { name: 'Harvest', shortDescription: 'A quill', ...last }),
      documentOf('short apart', { shortDescription: 'A harvest with a quill', ...last }),
      documentOf('name and long', { name: 'Harvest', longDescription: 'A quill', ...last }),
      documentOf('long', { longDescription: 'A harvest quill', ...last }),
      documentOf('short and long', { shortDescription: 'Harvest', longDescription: 'A quill', ...last }),
      documentOf('long apart', { longDescription: 'A harvest with a quill', order: 9 }),
    ],
  ],
  [
    'words beside each other, then swapped, then apart',
    'harvest quill',
    [
      documentOf('beside', { longDescription: 'Once there was a harvest quill', ...last }),
      documentOf('swapped', { longDescription: 'A quill harvest', ...last }),
      documentOf('apart', { longDescription: 'A harvest of one quill', ...last }),
      documentOf('far', { longDescription: 'A harvest, and then when it was over and done a quill', order: 9 }),
    ],
  ],
  [
    'an earlier place',
    'harvest',
    [
      documentOf('early', { longDescription: 'The harvest', ...last }),
      documentOf('late', { longDescription: 'When comes the harvest', order: 9 }),
    ],
  ],
  [
    'recommendation, installations, id',
    'harvest',
    [
      documentOf('order', { name: 'Harvest', order: 2 }),
      documentOf('installed', { name: 'Harvest', order: 1, installations: 7 }),
      documentOf('a', { name: 'Harvest', order: 1 }),
      documentOf('b', { name: 'Harvest', order: 1 }),
    ],
  ],
]

describe('the order of results', () => {
  test.each(RANKED)('%s', (_, query, documents) => {
    expect(indexOf(documents.toReversed()).search({ query }).ids).toEqual(documents.map(({ id }) => id))
  })
  test('a word as it is typed, its inflection, a synonym', () => {
    const documents = [
      documentOf('typed', { shortDescription: 'Send invoices', ...last }),
      documentOf('inflected', { shortDescription: 'Send invoice', ...last }),
      documentOf('synonym', { shortDescription: 'Send bill', order: 9 }),
    ]
    const index = indexOf(documents.toReversed(), { synonyms: [{ words: ['invoices', 'bill'] }] })
    expect(index.search({ query: 'invoices' }).ids).toEqual(['typed', 'inflected', 'synonym'])
  })
})

describe('a related word', () => {
  test('ranks behind the plural of the word, and as if it stood an attribute further', () => {
    const documents = [
      documentOf('plural', { name: 'Our Postings', ...last }),
      documentOf('whole', { name: 'Post', ...last }),
      documentOf('short', { shortDescription: 'Here for posting', ...last }),
      documentOf('related', { name: 'Our Post', ...last }),
      documentOf('long', { longDescription: 'Here for posting', ...last }),
      documentOf('related in short', { shortDescription: 'A post', ...last }),
      documentOf('category', { category: 'Posting', order: 9 }),
    ]
    expect(indexOf(documents.toReversed()).search({ query: 'posting' }).ids).toEqual(documents.map(({ id }) => id))
  })
})

describe('more documents than are ranked in full', () => {
  const names = [...Array.from({ length: MOST_RANKED + 700 }, (_, number) => `Quillon ${number}`), 'Quill', 'My Quill']
  const documents = names.map((name, number) => documentOf(name, { name, order: -(number % 7), installations: number % 11 }))
  const index = indexOf(documents)

  test('the most exact are ranked among them', () => {
    index.put([documentOf('Quill', { name: 'Quill', order: -9 })])
    expect(index.search({ query: 'quill', limit: 3 }).ids.slice(0, 2)).toEqual(['Quill', 'My Quill'])
  })
  test('pages put together are all of them, each once, in one order', () => {
    const all = index.search({ query: 'quill', limit: names.length }).ids
    const pages = Array.from({ length: 10 }, (_, page) => index.search({ query: 'quill', offset: page * 300, limit: 300 }).ids)
    expect(pages.flat()).toEqual(all)
    expect([...all].sort()).toEqual([...names].sort())
  })
  test('however they came in', () => {
    const slowly = createSearchIndex({ attributes: ATTRIBUTES })
    for (const _ of slowly.putInSteps(documents.toReversed())) slowly.put([documentOf('Quill', { name: 'Quill', order: -9 })])
    slowly.put([documentOf('Quill', { name: 'Quill', order: -9 })])
    expect(slowly.search({ query: 'quill', limit: names.length }).ids).toEqual(
      index.search({ query: 'quill', limit: names.length }).ids,
    )
  })
})

describe('without a query', () => {
  const index = indexOf([
    documentOf('b'),
    documentOf('a'),
    documentOf('installed', { installations: 5 }),
    documentOf('recommended', { order: 1 }),
  ])
  test('everything is found, by recommendation', () => {
    expect(index.search({ query: '' })).toMatchObject({ ids: ['recommended', 'installed', 'a', 'b'], total: 4 })
  })
  test.each([
    [0, 2, ['recommended', 'installed']],
    [2, 2, ['a', 'b']],
    [3, 9, ['b']],
    [9, 9, []],
    [0, 0, []],
    [-5, 1, ['recommended']],
    [NaN, NaN, []],
  ])('a page from %i of %i', (offset, limit, expected) => {
    expect(index.search({ query: '', offset, limit }).ids).toEqual(expected)
  })
})

describe('a named order', () => {
  const index = indexOf(
    [
      documentOf('c', { name: 'Parcel', sortKeys: { price: 1 } }),
      documentOf('b', { name: 'Parcel', sortKeys: { price: 3 } }),
      documentOf('a', { name: 'My Parcel', sortKeys: { price: 1 } }),
      documentOf('d', { name: 'Quill', sortKeys: { price: 0 } }),
    ],
    { orders: { price: (a, b) => Number(a.sortKeys['price']) - Number(b.sortKeys['price']) } },
  )
  test('puts what is found in its order, equals by id', () => {
    expect(index.search({ query: 'parcel', sort: 'price' }).ids).toEqual(['a', 'c', 'b'])
    expect(index.search({ query: '', sort: 'price' }).ids).toEqual(['d', 'a', 'c', 'b'])
  })
  test('that there is not is relevance', () => {
    expect(index.search({ query: 'parcel', sort: 'colour' }).ids).toEqual(['b', 'c', 'a'])
  })
})
