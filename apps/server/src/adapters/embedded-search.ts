import { setImmediate as breathe } from 'node:timers/promises'
import { MOST_HITS } from '@marketplace/contracts/search-protocol'
import { createSearchIndex } from '@marketplace/search/search-index'
import type { Synonym } from '@marketplace/search/synonyms'
import { type IndexAnswer, type IndexRequest, type SearchPort, SearchRefused } from '../ports/search.ts'
import { answerFacet, answerSearch, matchRequest, type OpenIndex } from './embedded-search/answer-search.ts'
import type { IndexDefinition, IndexRecord, KeptRecord } from './embedded-search/index-definition.ts'
import { createKnownValues } from './embedded-search/known-values.ts'

/** Indexes in this process: they answer as the port says, and are filled by whoever knows what belongs into them. */
export type EmbeddedSearch = SearchPort & {
  /** Adds records, or replaces those with the same ids; many of them in steps, between which others have their turn. */
  put: (index: string, records: readonly IndexRecord[]) => Promise<void>
  remove: (index: string, ids: readonly string[]) => void
  setSynonyms: (synonyms: readonly Synonym[]) => void
}

/** So few documents take no longer than a search. */
const AT_ONCE = 20

type FilledIndex = OpenIndex & { records: Map<string, KeptRecord> }

const openIndex = (definition: IndexDefinition): FilledIndex => ({
  definition,
  index: createSearchIndex({ attributes: definition.attributes, orders: definition.replicas }),
  records: new Map(),
  known: createKnownValues(),
})

export const createEmbeddedSearch = (definitions: readonly IndexDefinition[]): EmbeddedSearch => {
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

  const answer = ({ indexName, type, facet, ...parameters }: IndexRequest): IndexAnswer | Promise<IndexAnswer> => {
    const open = asked(indexName)
    if (type !== 'facet') return answerSearch(open, indexName, parameters)
    if (!facet) throw new SearchRefused('malformed', 'facet is missing')
    return answerFacet(open, facet, parameters)
  }

  return {
    search: async (requests) => {
      const answers: IndexAnswer[] = []
      let shown = 0
      for (const request of requests) {
        // Others are not kept waiting by somebody who asks for much.
        if (answers.length > 0) await breathe()
        const one = await answer(request)
        if (Array.isArray(one.hits)) shown += one.hits.length
        if (shown > MOST_HITS) throw new SearchRefused('malformed', `More than ${MOST_HITS} hits: ask for them in several calls.`)
        answers.push(one)
      }
      return answers
    },
    match: async ({ indexName, ...parameters }, places) => matchRequest(asked(indexName), parameters, places),
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
    setSynonyms: (synonyms) => {
      for (const { index } of indexes.values()) index.setSynonyms(synonyms)
    },
  }
}
