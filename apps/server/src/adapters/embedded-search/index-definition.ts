import type { DocumentOrder } from '@marketplace/search/document'

/** What an index is made for: which texts of a record are searched, what it is filtered by, in which orders it can be asked for. */
export type IndexDefinition = {
  name: string
  /** Paths of the texts that are searched, in the order in which a match in them counts. */
  attributes: readonly string[]
  /** Those that are highlighted in hits unless the request names others: not the long ones, which hardly anybody shows. */
  highlighted: readonly string[]
  /** Those that are in no memory: they are read for the hits that show them. */
  long: readonly string[]
  /** What `*` counts, in the order of an answer. */
  facets: readonly string[]
  /** Paths of numbers, which are compared. */
  numbers: readonly string[]
  /** By the name of an index with the same records (a replica): the order in which it has them. */
  replicas: Readonly<Record<string, DocumentOrder>>
}

/** What a hit shows of a record: its fields, and its texts without the long ones. They are made when a request wants them. */
export type ShownRecord = {
  id: string
  texts: () => Readonly<Record<string, string>>
  fields: () => Readonly<Record<string, unknown>>
}

/** The long texts of a record, made of what was read when a hit shows them. */
export type LongTexts = () => Readonly<Record<string, string>>

/** What hits show. An index keeps what is searched; what is shown of it has another home, and is not kept twice. */
export type RecordSource = {
  /** A record as it is now; null if it no longer belongs into the index. */
  show: (id: string) => ShownRecord | null
  /** The long texts of records, all of them read at once. */
  readLong: (ids: readonly string[]) => Promise<ReadonlyMap<string, LongTexts>>
}

/** An index to be opened. */
export type IndexSetup = { definition: IndexDefinition; source: RecordSource }
