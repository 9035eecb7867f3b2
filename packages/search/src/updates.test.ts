import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SearchDocument } from './document.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import { ATTRIBUTES, documentOf, indexOf, searchFacet } from './test-documents.ts'

// Words that are inflections, misspellings, parts and combinations of each other, so that each rule is used.
const WORDS = `
  tally force tallyforce forces forced GitHub git hub hubs data date dates dating dated invoice invoices
  invoicing quill quilt qilt parcel parcle post poster C++ c R&D crm customer relations 東京 東京都 京 365 Office365
  the a harvest harvset e-mail email Émail
`
  .trim()
  .split(/\s+/)
const QUERIES = `
  tally | tally force | tallyforce | tallyfor | force | git hub | github | hub | dat | dates | invoicing |
  invoice post | quil | qill | quilt post | parcel post | parcle | c++ | c | r and d | crm |
  customer relations | tal forze | 東京 | 京 c | 365 | office 36 | the harvest | hravest | a post tally zzz | zzzz | email | e-mail |
`
  .split('|')
  .map((query) => query.trim())
const SYNONYMS = [{ words: ['crm', 'customer relations'] }, { from: 'post', to: ['parcel'] }]
const FACETS = ['colour', 'price']

const text = (most: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: most }).map((words) => words.join(' '))
const document = (ids: number) =>
  fc
    .record({
      id: fc.integer({ min: 1, max: ids }),
      name: text(3),
      shortDescription: text(5),
      longDescription: text(30),
      category: fc.constantFrom('CRM', 'Data', ''),
      order: fc.constantFrom(0, 0, 1),
      installations: fc.constantFrom(0, 5),
      colours: fc.uniqueArray(fc.constantFrom('red', 'blue', 'green')),
      price: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ id, colours, price, ...rest }) =>
      documentOf(`id-${id}`, { ...rest, facets: { colour: colours }, numbers: { price }, sortKeys: { price } }),
    )

type Change = { put: readonly SearchDocument[] } | { remove: readonly string[] }
const change = (ids: number): fc.Arbitrary<Change> =>
  fc.oneof(
    { weight: 5, arbitrary: document(ids).map((one) => ({ put: [one] })) },
    { weight: 1, arbitrary: fc.array(document(ids), { maxLength: 12 }).map((put) => ({ put })) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.integer({ min: 1, max: ids }), { maxLength: 3 })
        .map((gone) => ({ remove: gone.map((id) => `id-${id}`) })),
    },
  )

const OPTIONS = {
  attributes: ATTRIBUTES,
  synonyms: SYNONYMS,
  orders: {
    price: (a: { sortKeys: SearchDocument['sortKeys'] }, b: typeof a) =>
      Number(a.sortKeys['price']) - Number(b.sortKeys['price']),
  },
}

/** Everything that an index answers: hits in order, counts, and the marked parts of the hits' texts. */
const answersOf = (index: SearchIndex, documents: ReadonlyMap<string, SearchDocument>) =>
  QUERIES.map((query) => {
    const filter = {
      any: [
        { facet: 'colour', value: 'red' },
        { number: 'price', is: '<' as const, than: 2 },
      ],
    }
    const { highlight, hasMatch, ...found } = index.search({ query, limit: 1000, facets: FACETS })
    return {
      query,
      ...found,
      filtered: index.search({ query, filter, offset: 3, limit: 10, facets: FACETS }).ids,
      sorted: index.search({ query, sort: 'price', limit: 1000 }).ids,
      values: searchFacet(index, { query, facet: 'colour', facetQuery: 're' }),
      marked: found.ids.slice(0, 15).map((id) => Object.values(documents.get(id)?.fields ?? {}).map(highlight)),
      matched: found.ids.map((_, hit) => ATTRIBUTES.map((attribute) => hasMatch(hit, attribute))),
    }
  })

test('1,500 changes, one by one and in batches, leave the same answers as a rebuild', { timeout: 0 }, () => {
  fc.assert(
    fc.property(
      fc.array(document(120), { minLength: 100, maxLength: 140 }),
      fc.array(change(160), { minLength: 150, maxLength: 150 }),
      (first, changes) => {
        const index = createSearchIndex(OPTIONS)
        const documents = new Map<string, SearchDocument>()
        const put = (batch: readonly SearchDocument[]) => {
          for (const one of batch) documents.set(one.id, one)
        }
        put(first)
        for (const _ of index.putInSteps(first)) expect(index.size()).toBeLessThanOrEqual(documents.size)
        let settling = index.settle()
        for (const [number, each] of changes.entries()) {
          if ('put' in each) {
            index.put(each.put)
            put(each.put)
          } else {
            index.remove(each.remove)
            for (const id of each.remove) documents.delete(id)
          }
          // Merges run while documents change: some changes happen at the beginning of a merge, some near its end.
          for (let step = 0; step < number % 7; step++) if (settling.next().done) settling = index.settle()
          if (number % 25 !== 24) continue
          const rebuilt = createSearchIndex(OPTIONS)
          rebuilt.put([...documents.values()].toReversed())
          expect(index.size()).toBe(documents.size)
          expect(answersOf(index, documents)).toEqual(answersOf(rebuilt, documents))
        }
      },
    ),
    { numRuns: 10 },
  )
})

test('exactly the documents with a highlighted word are found', { timeout: 0 }, () => {
  fc.assert(
    fc.property(fc.uniqueArray(document(60), { maxLength: 40, selector: ({ id }) => id }), (documents) => {
      const index = indexOf(documents, OPTIONS)
      for (const query of QUERIES) {
        const { ids, allWords, highlight, hasMatch } = index.search({ query, limit: 1000 })
        const wanted = new Set(highlight(query).matchedWords)
        const matching = documents.filter(({ fields }) => {
          const marked = Object.values(fields).map(highlight)
          const words = new Set(marked.flatMap(({ matchedWords }) => matchedWords))
          expect(marked.some(({ parts }) => parts.some(({ matched }) => matched))).toBe(words.size > 0)
          return allWords ? wanted.size === words.size : words.size > 0
        })
        expect([...ids].sort()).toEqual(matching.map(({ id }) => id).sort())
        const fieldsOf = new Map(documents.map(({ id, fields }) => [id, fields]))
        for (const [hit, id] of ids.entries())
          for (const [attribute, text] of Object.entries(fieldsOf.get(id) ?? {}))
            if (!hasMatch(hit, attribute)) expect(highlight(text).matchedWords).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
})

describe('a change', () => {
  const names = (index: SearchIndex, query: string) => [...index.search({ query }).ids].sort()

  test('puts a document in the place of the one with its id', () => {
    const index = indexOf([documentOf('a', { name: 'Quill' }), documentOf('b', { name: 'Quill' })])
    index.put([documentOf('a', { name: 'Parcel' }), documentOf('c', { name: 'Gone' }), documentOf('c', { name: 'Quill' })])
    expect(names(index, 'quill')).toEqual(['b', 'c'])
    expect(names(index, 'parcel')).toEqual(['a'])
    expect(names(index, 'gone')).toEqual([])
    expect(index.size()).toBe(3)
  })
  test('takes documents out, and does not mind what is not there', () => {
    const index = indexOf([documentOf('a', { name: 'Quill' })])
    index.remove(['b', 'a', 'a'])
    expect(index.search({ query: '' })).toMatchObject({ ids: [], total: 0 })
    index.remove([])
    index.put([])
    expect(index.size()).toBe(0)
  })
  test('in steps can be found after each of them', () => {
    const index = createSearchIndex(OPTIONS)
    const many = Array.from({ length: 600 }, (_, number) => documentOf(`${number}`, { name: 'Quill' }))
    const totals = Array.from(index.putInSteps(many), () => index.search({ query: 'quill' }).total)
    expect(totals.length).toBeGreaterThan(1)
    expect(totals.toSorted((a, b) => a - b)).toEqual(totals)
    expect(index.search({ query: 'quill' }).total).toBe(600)
  })
  test('while a big load is taken in, and made one in between, is in what comes out of it', () => {
    const index = createSearchIndex(OPTIONS)
    const many = Array.from({ length: 6_000 }, (_, number) =>
      documentOf(`${number}`, {
        name: `Quill ${number % 7}`,
        longDescription: `parcel post ${number % 100}`,
        installations: number,
      }),
    )
    const documents = new Map(many.map((one) => [one.id, one]))
    let step = 0
    for (const _ of index.putInSteps(many)) {
      if (step++ % 10 !== 0 || step * 5 > index.size()) continue
      const [gone, changed] = [`${step * 5}`, documentOf(`${step}`, { name: 'Harvest invoice' })]
      index.remove([gone])
      documents.delete(gone)
      index.put([changed])
      documents.set(changed.id, changed)
    }
    const rebuilt = createSearchIndex(OPTIONS)
    rebuilt.put([...documents.values()])
    expect(index.size()).toBe(documents.size)
    expect(answersOf(index, documents)).toEqual(answersOf(rebuilt, documents))
  })
  test('during the merge that ends a load is in what comes out of it, and nothing can be searched before', () => {
    const index = createSearchIndex(OPTIONS)
    const many = Array.from({ length: 3_000 }, (_, number) =>
      documentOf(`${number}`, { name: `Quill ${number % 7}`, longDescription: `parcel post ${number % 100}` }),
    )
    const documents = new Map(many.map((one) => [one.id, one]))
    for (const _ of index.putInSteps(many));
    let step = 0
    for (const _ of index.finishLoad()) {
      expect(() => index.search({ query: 'quill' })).toThrow('before it is loaded')
      const [gone, changed] = [`${step * 30}`, documentOf(`${step++}`, { name: 'Harvest invoice' })]
      index.remove([gone])
      documents.delete(gone)
      index.put([changed])
      documents.set(changed.id, changed)
    }
    expect(step).toBeGreaterThan(10)
    const rebuilt = createSearchIndex(OPTIONS)
    rebuilt.put([...documents.values()])
    expect(index.size()).toBe(documents.size)
    expect(answersOf(index, documents)).toEqual(answersOf(rebuilt, documents))
  })
  test.each([0, 8])('of an index with %i attributes cannot be', (count) => {
    expect(() => createSearchIndex({ attributes: Array.from({ length: count }, (_, number) => `${number}`) })).toThrow(RangeError)
  })
})
