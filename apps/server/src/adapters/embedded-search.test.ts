import { MOST_HITS } from '@marketplace/contracts/search-protocol'
import { expect, test } from 'vitest'
import { SearchRefused } from '../ports/search.ts'
import { createEmbeddedSearch } from './embedded-search.ts'
import type { IndexRecord } from './embedded-search/index-definition.ts'

const record = (id: string): IndexRecord => ({
  document: { id, fields: { name: `Wren ${id}` }, order: 0, installations: 0, facets: {}, numbers: {}, sortKeys: {} },
  hit: () => ({ name: id }),
})
const HITS = 100
const search = createEmbeddedSearch([{ name: 'apps', attributes: ['name'], facets: [], numbers: [], replicas: {} }])
const put = search.put(
  'apps',
  Array.from({ length: HITS }, (_, number) => record(String(number))),
)
const request = { indexName: 'apps', query: 'wren', hitsPerPage: HITS }

test('one call is answered with so many hits and no more', async () => {
  await put
  const most = Array.from({ length: MOST_HITS / HITS }, () => request)
  expect(await search.search(most)).toHaveLength(most.length)
  await expect(search.search([...most, request])).rejects.toThrow(SearchRefused)
})

test('others have their turn while many hits are shown', async () => {
  await put
  let turns = 0
  let answered = false
  const take = (): void => {
    turns++
    if (!answered) setImmediate(take)
  }
  setImmediate(take)
  await search.search([request])
  answered = true
  expect(turns).toBeGreaterThan(2)
})
