import type { DocumentOrder } from '@marketplace/search/document'

/** Describes an index: the searched texts of a record, its filters and its sort orders. */
export type IndexDefinition = {
  name: string
  /** Paths of the searched texts, the most important first. */
  attributes: readonly string[]
  /** Paths that hits highlight by default. Long texts are left out, because clients rarely show them. */
  highlighted: readonly string[]
  /** Paths of texts that are not kept in memory. They are read for the hits that show them. */
  long: readonly string[]
  /** Facets that `*` stands for, in the order of the answer. */
  facets: readonly string[]
  /** Paths of numbers that filters compare. */
  numbers: readonly string[]
  /** Sort orders by the name of the replica: an index with the same records in another order. */
  replicas: Readonly<Record<string, DocumentOrder>>
}

/** The fields and short texts of a record. They are made when a request shows them. */
export type ShownRecord = {
  id: string
  texts: () => Readonly<Record<string, string>>
  fields: () => Readonly<Record<string, unknown>>
}

/** The long texts of a record. They are prepared when a hit shows them. */
export type LongTexts = () => Readonly<Record<string, string>>

/** The source of the fields that hits show. The index itself stores only searchable data, so that nothing is in memory twice. */
export type RecordSource = {
  /** The current record; null if it no longer belongs in the index. */
  show: (id: string) => ShownRecord | null
  /** Reads the long texts of several records with one query. */
  readLong: (ids: readonly string[]) => Promise<ReadonlyMap<string, LongTexts>>
}

/** Everything that is needed to open an index. */
export type IndexSetup = { definition: IndexDefinition; source: RecordSource }
