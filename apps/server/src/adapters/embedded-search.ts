import { setImmediate as breathe } from 'node:timers/promises'
import { MAX_HITS } from '@marketplace/contracts/search-protocol'
import { LRUCache } from 'lru-cache'
import { createSearchIndex } from '@marketplace/search/search-index'
import type { Synonym } from '@marketplace/search/synonyms'
import { type IndexAnswer, type IndexRequest, type SearchPort, SearchRefused } from '../ports/search.ts'
import { answerFacet, answerSearch, matchRequest, type OpenIndex } from './embedded-search/answer-search.ts'
import type { IndexDefinition, IndexRecord, KeptRecord } from './embedded-search/index-definition.ts'
import { createKnownValues } from './embedded-search/known-values.ts'
import { createSlices } from './embedded-search/slices.ts'
import { createTurns } from './turns.ts'

/** Indexes in this process: they answer as the port says, and are filled by whoever knows what belongs into them. */
export type EmbeddedSearch = SearchPort & {
  /** Adds records, or replaces those with the same ids; many of them in steps, between which others have their turn. */
  put: (index: string, records: readonly IndexRecord[]) => Promise<void>
  remove: (index: string, ids: readonly string[]) => void
  /** Tidies an index up after changes, while others have their turn; resolves when there is nothing left to do. */
  settle: (index: string) => Promise<void>
  setSynonyms: (synonyms: readonly Synonym[]) => void
}

/** So few documents take no longer than a search. */
const AT_ONCE = 20

/**
 * One search at a time: they all want the same processor. A browser has six connections, and there may be an office behind an address.
 */
const TURNS = { atOnce: 1, ofOne: 64, ofAll: 256, waitMs: 5_000 }

const SLICE_MS = 8
/** Hits that are kept as they were made: what is found often is shown often. */
const MOST_MADE_HITS = 2_000

type FilledIndex = OpenIndex & { records: Map<string, KeptRecord> }

const openIndex = (definition: IndexDefinition): FilledIndex => ({
  definition,
  index: createSearchIndex({ attributes: definition.attributes, orders: definition.replicas }),
  records: new Map(),
  known: createKnownValues(),
})

/** `sliceMs`: nobody waits longer for a search of somebody else, before others have their turn. */
export const createEmbeddedSearch = (
  definitions: readonly IndexDefinition[],
  { sliceMs = SLICE_MS }: { sliceMs?: number } = {},
): EmbeddedSearch => {
  const indexes = new Map(definitions.map((definition) => [definition.name, openIndex(definition)]))
  /** Replicas share the index whose order they change. */
  const byAnyName = new Map(
    [...indexes.values()].flatMap((open) =>
      [open.definition.name, ...Object.keys(open.definition.replicas)].map((name) => [name, open] as const),
    ),
  )
  const named = (name: string): FilledIndex => {
    const open = indexes.get(name)
    if (!open) throw new RangeError(`There is no index ${name}`)
    return open
  }

  const asked = (indexName: string): FilledIndex => {
    const open = byAnyName.get(indexName)
    if (!open) throw new SearchRefused('no-index', `Index ${indexName} does not exist`)
    return open
  }

  const takeTurn = createTurns(TURNS)

  const made = new LRUCache<KeptRecord, ReturnType<KeptRecord['hit']>>({ max: MOST_MADE_HITS, memoMethod: ({ hit }) => hit() })

  const answer = ({ indexName, type, facet, ...parameters }: IndexRequest): Promise<IndexAnswer> => {
    const open = asked(indexName)
    const slices = createSlices(sliceMs)
    const hitOf = (record: KeptRecord) => made.memo(record)
    if (type !== 'facet') return answerSearch({ ...open, hitOf }, indexName, parameters, slices)
    if (!facet) throw new SearchRefused('malformed', 'facet is missing')
    return answerFacet(open, facet, parameters, slices)
  }

  return {
    search: async (requests, caller) => {
      const answers: IndexAnswer[] = []
      let shown = 0
      for (const request of requests) {
        // Each has a turn of its own: others are not kept waiting by somebody who asks for much.
        const one = await takeTurn(caller, async () => answer(request))
        if (Array.isArray(one.hits)) shown += one.hits.length
        if (shown > MAX_HITS) throw new SearchRefused('malformed', `More than ${MAX_HITS} hits: ask for them in several calls.`)
        answers.push(one)
      }
      return answers
    },
    match: ({ indexName, ...parameters }, places, caller) =>
      takeTurn(caller, async () => matchRequest(asked(indexName), parameters, places, createSlices(sliceMs))),
    put: async (name, records) => {
      const open = named(name)
      for (const { document, hit } of records) {
        open.records.set(document.id, { id: document.id, texts: document.fields, hit })
        open.known.add(document.facets)
      }
      const documents = records.map(({ document }) => document)
      if (documents.length <= AT_ONCE) open.index.put(documents)
      else for (const _ of open.index.putInSteps(documents)) await breathe()
    },
    remove: (name, ids) => {
      const open = named(name)
      for (const id of ids) open.records.delete(id)
      open.index.remove(ids)
    },
    settle: async (name) => {
      for (const _ of named(name).index.settle()) await breathe()
    },
    setSynonyms: (synonyms) => {
      for (const { index } of indexes.values()) index.setSynonyms(synonyms)
    },
  }
}
