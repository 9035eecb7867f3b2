import { MAX_HITS, type SearchResult, SNIPPETS } from '@marketplace/contracts/search/protocol'
import { describe, expect, test, vi } from 'vitest'
import { SearchRefused } from '../ports/search.ts'
import { createEmbeddedSearch } from './embedded-search.ts'
import type { SearchDocument } from '@marketplace/search/document'
import type { IndexSetup } from './embedded-search/index-definition.ts'

const record = (id: string): SearchDocument => ({
  id,
  fields: { name: `Wren ${id}` },
  order: 0,
  installations: 0,
  facets: { kind: [`kind ${id}`] },
  numbers: { price: Number(id) },
  sortKeys: {},
})
const HITS = 100
const DEFINITION = {
  name: 'apps',
  attributes: ['name', 'story'],
  highlighted: ['name'],
  long: ['story'],
  facets: ['kind'],
  numbers: ['price'],
  replicas: { apps_price: (a: { id: string }, b: { id: string }) => Number(b.id) - Number(a.id) },
}
const CALLER = '192.0.2.1'
const setup = (source: Partial<IndexSetup['source']> = {}): IndexSetup => ({
  definition: DEFINITION,
  source: {
    show: (id) => ({ id, texts: () => ({ name: `Wren ${id}` }), fields: () => ({ name: id }) }),
    readLong: async () => new Map(),
    ...source,
  },
})
const search = createEmbeddedSearch([setup()])
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

test('a call of many searches ends after its limit of time, and the next one is answered', async () => {
  let reads = 0
  const readLong = async () => {
    reads++
    await new Promise((resolve) => setTimeout(resolve, 40))
    return new Map()
  }
  const limited = createEmbeddedSearch([setup({ readLong })], { callMs: 100 })
  await limited.put('apps', [record('1')])
  const slow = { ...request, attributesToRetrieve: ['story'] }
  await expect(
    limited.search(
      Array.from({ length: 50 }, () => slow),
      CALLER,
    ),
  ).rejects.toMatchObject({ reason: 'busy' })
  expect(reads).toBeLessThan(50)
  await expect(limited.search([slow], CALLER)).resolves.toHaveLength(1)
})

/** How many times other work could run during this work. */
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
  // Slices of 0 ms, so that the test does not depend on the machine's speed.
  const sliced = createEmbeddedSearch([setup()], { sliceMs: 0 })
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

test('an address that sends many searches delays only itself', async () => {
  await put
  const done: string[] = []
  const ask = async (caller: string) => {
    await search.search([request], caller)
    done.push(caller)
  }
  const stranger = Array.from({ length: 20 }, () => ask('192.0.2.66'))
  await Promise.all([...stranger, ask('192.0.2.7'), ask('2001:db8::7')])
  // One search runs when the others arrive.
  expect(done.slice(0, 4)).toContain('192.0.2.7')
  expect(done.slice(0, 4)).toContain('2001:db8::7')
})

test('the highlighted text of one answer has a limit', async () => {
  const text = 'wren '.repeat(12_000)
  const long = createEmbeddedSearch([setup({ show: (id) => ({ id, texts: () => ({ name: text }), fields: () => ({}) }) })])
  await long.put(
    'apps',
    Array.from({ length: HITS }, (_, number) => record(String(number))),
  )
  await expect(long.search([{ ...request, hitsPerPage: 100 }], CALLER)).rejects.toThrow('ask for fewer hits or attributes')
  expect(await long.search([{ ...request, hitsPerPage: 50 }], CALLER)).toMatchObject([{ nbHits: HITS }])
})

describe('hits', () => {
  /** An index whose reads of long texts wait until the test answers them. */
  const openSlow = async () => {
    const reads: { ids: readonly string[]; answer: () => void }[] = []
    const slow = createEmbeddedSearch([
      setup({
        readLong: (ids) =>
          new Promise((resolve) => {
            const answer = () => resolve(new Map(ids.map((id) => [id, () => ({ story: `a wren of ${id}` })])))
            reads.push({ ids, answer })
          }),
      }),
    ])
    await slow.put('apps', [record('1'), record('2')])
    return { slow, reads }
  }
  const snippets = { ...request, attributesToSnippet: ['story:9'] }
  /** Answers all reads until a search has ended. */
  const finish = async (search: Promise<unknown>, reads: readonly { answer: () => void }[]): Promise<void> => {
    let isOver = false
    void search.finally(() => {
      isOver = true
    })
    await vi.waitUntil(() => {
      for (const { answer } of reads) answer()
      return isOver
    })
  }

  test('have their long texts read all at once, and only where they are shown', async () => {
    const { slow, reads } = await openSlow()
    await slow.search([request, { ...request, attributesToRetrieve: ['name'] }], CALLER)
    expect(reads).toEqual([])
    const asked = slow.search([snippets], CALLER)
    await vi.waitUntil(() => reads.length > 0)
    reads[0]?.answer()
    const [answer] = (await asked) as SearchResult[]
    expect(reads.map(({ ids }) => ids.toSorted())).toEqual([['1', '2']])
    expect(answer?.hits.map((hit) => hit[SNIPPETS])).toContainEqual({
      story: { value: 'a <em>wren</em> of 1', matchLevel: 'full' },
    })
  })

  test('that wait for their long texts keep no other search waiting', async () => {
    const { slow, reads } = await openSlow()
    const asked = Array.from({ length: 5 }, () => slow.search([snippets], CALLER))
    await vi.waitUntil(() => reads.length > 0)
    expect(await slow.search([request], CALLER)).toMatchObject([{ nbHits: 2 }])
    // The other searches wait for one of these reads, so that they do not use all connections of the database.
    expect(reads).toHaveLength(2)
    await finish(Promise.all(asked), reads)
  })

  test('have their long texts read again after a change, and not before', async () => {
    const { slow, reads } = await openSlow()
    const ask = () => finish(slow.search([snippets], CALLER), reads)
    await ask()
    await ask()
    expect(reads).toHaveLength(1)
    await slow.put('apps', [record('2')])
    await ask()
    expect(reads.map(({ ids }) => ids)).toEqual([expect.any(Array), ['2']])
  })

  test('keep no long text that was read before a change', async () => {
    const { slow, reads } = await openSlow()
    const asked = slow.search([snippets], CALLER)
    await vi.waitUntil(() => reads.length > 0)
    await slow.put('apps', [record('1')])
    await finish(asked, reads)
    await finish(slow.search([snippets], CALLER), reads)
    expect(reads.map(({ ids }) => ids.length)).toEqual([2, 2])
  })

  test('are shown anew after a change, and not at all once their record is gone', async () => {
    const names = new Map([['1', 'old']])
    const changing = createEmbeddedSearch([
      setup({ show: (id) => (names.has(id) ? { id, texts: () => ({}), fields: () => ({ name: names.get(id) }) } : null) }),
    ])
    const shown = async () => ((await changing.search([request], CALLER)) as SearchResult[])[0]?.hits.map(({ name }) => name)
    await changing.put('apps', [record('1'), record('2')])
    expect(await shown()).toEqual(['old'])
    names.set('1', 'new')
    await changing.put('apps', [record('1')])
    expect(await shown()).toEqual(['new'])
    expect(changing.remove('apps', ['1', '3'])).toBe(1)
    expect(await shown()).toEqual([])
  })
})

test('the best of all that fits are worked out in a turn of their own, and no more than are asked for', async () => {
  const sliced = createEmbeddedSearch([setup()], { sliceMs: 0 })
  await sliced.put(
    'apps',
    Array.from({ length: 3_000 }, (_, number) => record(String(number))),
  )
  const places = { of: new Map(Array.from({ length: 3_000 }, (_, place) => [String(place), place])), size: 3_000 }
  const { best, total } = await sliced.match({ indexName: 'apps', query: 'wren' }, places, CALLER)
  expect(total).toBe(3_000)
  expect(await turnsWhile(async () => expect(await best(24)).toHaveLength(24))).toBeGreaterThanOrEqual(20)
})
