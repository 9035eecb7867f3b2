import type { DocumentOrder, SearchDocument } from '@marketplace/search/document'

/** What an index is made for: which texts of a record are searched, what it is filtered by, in which orders it can be asked for. */
export type IndexDefinition = {
  name: string
  /** Paths of the texts that are searched, in the order in which a match in them counts. */
  attributes: readonly string[]
  /** Those that are highlighted in hits unless the request names others: not the long ones, which hardly anybody shows. */
  highlighted: readonly string[]
  /** What `*` counts, in the order of an answer. */
  facets: readonly string[]
  /** Paths of numbers, which are compared. */
  numbers: readonly string[]
  /** By the name of an index with the same records (a replica): the order in which it has them. */
  replicas: Readonly<Record<string, DocumentOrder>>
}

/** What a hit shows of a record, made when it is shown: most never are, and kept they weigh more than all the texts. */
export type MakeHit = () => Readonly<Record<string, unknown>>

/** A record of an index: what is searched, and what a hit shows of it. */
export type IndexRecord = { document: SearchDocument; hit: MakeHit }

/** What is kept of a record beside the index, for its hits. */
export type KeptRecord = { id: string; texts: Readonly<Record<string, string>>; hit: MakeHit }
