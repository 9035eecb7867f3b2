import { MAX_HITS } from '@marketplace/contracts/search-protocol'
import { describe, expect, test } from 'vitest'
import { SearchRefused } from '../ports/search.ts'
import { createEmbeddedSearch } from './embedded-search.ts'
import type { IndexRecord } from './embedded-search/index-definition.ts'

const record = (id: string): IndexRecord => ({
  document: {
    id,
    fields: { name: `Wren ${id}` },
    order: 0,
    installations: 0,
    facets: { kind: [`kind ${id}`] },
    numbers: { price: Number(id) },
    sortKeys: {},
  },
  hit: () => ({ name: id }),
})
const HITS = 100
const DEFINITION = {
  name: 'apps',
  attributes: ['name'],
  highlighted: ['name'],
  facets: ['kind'],
  numbers: ['price'],
  replicas: { apps_price: (a: { id: string }, b: { id: string }) => Number(b.id) - Number(a.id) },
}
const CALLER = '192.0.2.1'
const search = createEmbeddedSearch([DEFINITION])
const put = search.put(
  'apps',
  Array.from({ length: HITS }, (_, number) => record(String(number))),
)
const request = { indexName: 'apps', query: 'wren', hitsPerPage: HITS }

test('one call is answered with so many hits and no more', async () => {
  await put
  const most = Array.from({ length: MAX_HITS / HITS }, () => request)
  expect(await search.search(most, CALLER)).toHaveLength(most.length)
  await expect(search.search([...most, request], CALLER)).rejects.toThrow(SearchRefused)
})

/** How often others had their turn while this was done. */
const turnsWhile = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let done = false
  const take = (): void => {
    turns++
    if (!done) setImmediate(take)
  }
  setImmediate(take)
  await work()
  done = true
  return turns
}

describe('others have their turn', () => {
  // Every slice is over at once, so that it does not matter how fast the machine is.
  const sliced = createEmbeddedSearch([DEFINITION], { sliceMs: 0 })
  const filled = sliced.put(
    'apps',
    Array.from({ length: 3_000 }, (_, number) => record(String(number))),
  )
  const misspelled = 'wrne rwen wnre weren wrren wran wron wrin wrun wryn xren yren zren qren aren bren'
  const prices = Array.from({ length: 100 }, (_, price) => `price != ${price}`)
  const places = { of: new Map(Array.from({ length: 3_000 }, (_, place) => [String(place), place])), size: 3_000 }

  test.each<[string, number, () => Promise<unknown>]>([
    [
      'while words with slips are looked for',
      30,
      () => sliced.search([{ indexName: 'apps', query: misspelled, hitsPerPage: 0 }], CALLER),
    ],
    ['while what was found is ranked', 20, () => sliced.search([{ indexName: 'apps', query: 'wren', hitsPerPage: 1 }], CALLER)],
    ['while hits are shown', 150, () => sliced.search([{ indexName: 'apps', query: '1', hitsPerPage: 200 }], CALLER)],
    [
      'while conditions are read',
      100,
      () => sliced.search([{ indexName: 'apps', numericFilters: prices, hitsPerPage: 0 }], CALLER),
    ],
    ['while an order is made', 5, () => sliced.search([{ indexName: 'apps_price', hitsPerPage: 1 }], CALLER)],
    [
      'while values of a facet are looked for',
      30,
      () => sliced.search([{ indexName: 'apps', type: 'facet', facet: 'kind', facetQuery: 'kind', query: misspelled }], CALLER),
    ],
    ['while all that fits is looked for', 30, () => sliced.match({ indexName: 'apps', query: misspelled }, places, CALLER)],
  ])('%s', async (_, least, work) => {
    await filled
    expect(await turnsWhile(work)).toBeGreaterThanOrEqual(least)
  })

  test('between the requests of one call', async () => {
    await put
    const few = Array.from({ length: 10 }, () => ({ indexName: 'apps', hitsPerPage: 0 }))
    expect(await turnsWhile(() => search.search(few, CALLER))).toBeGreaterThanOrEqual(9)
  })
})

test('who asks for much waits for himself', async () => {
  await put
  const done: string[] = []
  const ask = async (caller: string) => {
    await search.search([request], caller)
    done.push(caller)
  }
  const stranger = Array.from({ length: 20 }, () => ask('192.0.2.66'))
  await Promise.all([...stranger, ask('192.0.2.7'), ask('2001:db8::7')])
  // One is under way as the others come.
  expect(done.slice(0, 4)).toContain('192.0.2.7')
  expect(done.slice(0, 4)).toContain('2001:db8::7')
})

test('what is highlighted in one answer has a limit', async () => {
  const long = createEmbeddedSearch([DEFINITION])
  const text = 'wren '.repeat(12_000)
  await long.put(
    'apps',
    Array.from({ length: HITS }, (_, number) => {
      const { document, hit } = record(String(number))
      return { document: { ...document, fields: { name: text } }, hit }
    }),
  )
  await expect(long.search([{ ...request, hitsPerPage: 100 }], CALLER)).rejects.toThrow('ask for fewer hits or attributes')
  expect(await long.search([{ ...request, hitsPerPage: 50 }], CALLER)).toMatchObject([{ nbHits: HITS }])
})
