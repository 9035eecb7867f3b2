import { setImmediate as breathe } from 'node:timers/promises'
import { MAX_HITS } from '@marketplace/contracts/search/protocol'
import { LRUCache } from 'lru-cache'
import type { SearchDocument } from '@marketplace/search/document'
import { createSearchIndex } from '@marketplace/search/search-index'
import type { Synonym } from '@marketplace/search/synonyms'
import { type IndexAnswer, type IndexRequest, type SearchPort, SearchRefused } from '../ports/search.ts'
import { answerFacet, findPage, matchRequest, type OpenIndex, showPage } from './embedded-search/answer-search.ts'
import type { IndexSetup, LongTexts, RecordSource } from './embedded-search/index-definition.ts'
import { createKnownValues } from './embedded-search/known-values.ts'
import { createRecordJson, once, type RecordJson } from './embedded-search/record-json.ts'
import { createShow } from './embedded-search/show-record.ts'
import { createSlices, type Slices } from './embedded-search/slices.ts'
import { createSearchTurns } from './search-turns.ts'

/** Search indexes in this process. The search module fills them. */
export type EmbeddedSearch = SearchPort & {
  /** Adds records, or replaces those with the same ids. Many records are added in steps, so that searches can run in between. */
  put: (index: string, records: readonly SearchDocument[]) => Promise<void>
  /** Returns how many of the ids were in the index. */
  remove: (index: string, ids: readonly string[]) => number
  /** Merges an index after its first load, in steps. Nothing may be searched before it resolves. */
  finishLoad: (index: string) => Promise<void>
  /** Merges an index's segments after changes, in steps between searches. Resolves when nothing is left to merge. */
  settle: (index: string) => Promise<void>
  setSynonyms: (synonyms: readonly Synonym[]) => void
}

/** Adding this many documents takes no longer than a search. */
const AT_ONCE = 20

/**
 * One search runs at a time, because all searches use the same processor. A caller may queue 64 requests: a browser has six connections,
 * and an office may share one address.
 */
const TURNS = { atOnce: 1, ofOne: 64, ofAll: 256, waitMs: 5_000 }

/** Long texts are read beside searches. Two reads at once leave the other database connections to the rest of the server. */
const READS = { ...TURNS, atOnce: 2 }

const SLICE_MS = 8
/** A call of many requests is refused after this time, because they are answered one after another and each may wait for its turn. */
const CALL_MS = 5_000
/** Number of records whose JSON is cached. */
const MOST_SHOWN = 2_000
/** Characters of long texts that are cached. */
const LONG_TEXTS_KEPT = 4_000_000

type FilledIndex = OpenIndex & {
  readLong: RecordSource['readLong']
  /** Drops a record from the caches. */
  forget: (id: string) => void
}

const openIndex = ({ definition, source }: IndexSetup): FilledIndex => {
  const shown = new LRUCache<string, RecordJson>({ max: MOST_SHOWN })
  const longTexts = new LRUCache<string, LongTexts>({
    maxSize: LONG_TEXTS_KEPT,
    sizeCalculation: (texts) => 1 + Object.values(texts()).reduce((sum, text) => sum + text.length, 0),
  })
  let changes = 0
  return {
    definition,
    index: createSearchIndex({ attributes: definition.attributes, orders: definition.replicas }),
    recordOf: (id) => {
      const known = shown.get(id)
      if (known) return known
      const found = source.show(id)
      if (!found) return null
      const record = createRecordJson(found)
      shown.set(id, record)
      return record
    },
    known: createKnownValues(),
    readLong: async (ids) => {
      const begun = changes
      const missing = ids.filter((id) => !longTexts.has(id))
      const read = missing.length === 0 ? new Map<string, LongTexts>() : await source.readLong(missing)
      const texts = new Map<string, LongTexts>()
      for (const id of ids) {
        const known = longTexts.get(id)
        const make = read.get(id)
        if (known) texts.set(id, known)
        else if (make) {
          const made = once(make)
          texts.set(id, () => {
            const text = made()
            // A text that was read before a change may be outdated, so it is not cached.
            if (changes === begun) longTexts.set(id, made)
            return text
          })
        }
      }
      return texts
    },
    forget: (id) => {
      changes++
      shown.delete(id)
      longTexts.delete(id)
    },
  }
}

/** `sliceMs`: a search pauses after this time, so that other work can run. `callMs`: the limit of time of a call of several requests. */
export const createEmbeddedSearch = (
  setups: readonly IndexSetup[],
  { sliceMs = SLICE_MS, callMs = CALL_MS }: { sliceMs?: number; callMs?: number } = {},
): EmbeddedSearch => {
  const indexes = new Map(setups.map((setup) => [setup.definition.name, openIndex(setup)]))
  /** A replica is the same index in another sort order. */
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

  const takeTurn = createSearchTurns(TURNS)
  const takeRead = createSearchTurns(READS)

  /** Each request queues by itself, so a caller with many requests does not delay other callers. */
  const answer = async (
    { indexName, type, facet, ...parameters }: IndexRequest,
    caller: string,
  ): Promise<{ json: string; hits: number }> => {
    const open = asked(indexName)
    if (type === 'facet') {
      if (!facet) throw new SearchRefused('malformed', 'facet is missing')
      const found = await takeTurn(caller, async () => answerFacet(open, facet, parameters, createSlices(sliceMs)))
      return { json: JSON.stringify(found), hits: 0 }
    }
    const { needsLong, show } = createShow(open.definition, parameters)
    const asPage = { indexName, parameters, show }
    const find = (slices: Slices) => findPage(open, indexName, parameters, slices)
    if (!needsLong)
      return takeTurn(caller, async () => {
        const slices = createSlices(sliceMs)
        return showPage(open, asPage, await find(slices), new Map(), slices)
      })
    const page = await takeTurn(caller, async () => find(createSlices(sliceMs)))
    const long = await takeRead(caller, () => open.readLong(page.found.ids))
    return takeTurn(caller, async () => showPage(open, asPage, page, long, createSlices(sliceMs)))
  }

  const searchAsJson: SearchPort['searchAsJson'] = async (requests, caller) => {
    const answers: string[] = []
    const until = performance.now() + callMs
    let shown = 0
    for (const request of requests) {
      if (performance.now() > until)
        throw new SearchRefused('busy', 'These searches take too long together: send them in several calls.')
      const { json, hits } = await answer(request, caller)
      shown += hits
      if (shown > MAX_HITS) throw new SearchRefused('malformed', `More than ${MAX_HITS} hits: ask for them in several calls.`)
      answers.push(json)
    }
    return answers
  }

  return {
    searchAsJson,
    search: async (requests, caller) => (await searchAsJson(requests, caller)).map((answer) => JSON.parse(answer) as IndexAnswer),
    match: async ({ indexName, ...parameters }, places, caller) =>
      matchRequest(asked(indexName), parameters, places, (work) => takeTurn(caller, () => work(createSlices(sliceMs)))),
    put: async (name, documents) => {
      const open = named(name)
      for (const { id, facets } of documents) {
        open.forget(id)
        open.known.add(facets)
      }
      if (documents.length <= AT_ONCE) open.index.put(documents)
      else for (const _ of open.index.putInSteps(documents)) await breathe()
    },
    remove: (name, ids) => {
      const { index, forget } = named(name)
      for (const id of ids) forget(id)
      const before = index.size()
      index.remove(ids)
      return before - index.size()
    },
    finishLoad: async (name) => {
      for (const _ of named(name).index.finishLoad()) await breathe()
    },
    settle: async (name) => {
      for (const _ of named(name).index.settle()) await breathe()
    },
    setSynonyms: (synonyms) => {
      for (const { index } of indexes.values()) index.setSynonyms(synonyms)
    },
  }
}
