/**
 * What is put into the index. `fields` are plain texts by attribute; those of attributes that the index does not know are left
 * alone. `order` and `installations` decide between documents that fit a query equally well, the larger first.
 */
export type SearchDocument = {
  id: string
  fields: Readonly<Record<string, string>>
  order: number
  installations: number
  /** What a filter on values asks for, and what is counted. */
  facets: Readonly<Record<string, readonly string[]>>
  /** What a comparison of numbers asks for. */
  numbers: Readonly<Record<string, number>>
  /** What the named orders compare. */
  sortKeys: Readonly<Record<string, string | number>>
}

/** What the index keeps of a document as an object: what it orders by. Of texts it has the terms, of facets and numbers columns. */
export type IndexedDocument = Pick<SearchDocument, 'id' | 'order' | 'installations' | 'sortKeys'>

/** A comparator of documents, as sort() takes one. Where it answers 0 the ids decide. */
export type DocumentOrder = (a: IndexedDocument, b: IndexedDocument) => number

/** The order of documents that match a query equally well: `order` descending, then installations descending (docs/product/search.md). */
export const byRecommendation: DocumentOrder = (a, b) => b.order - a.order || b.installations - a.installations

/** The same order, total: 0 only for the same document. */
export const totalOrder =
  (order: DocumentOrder): DocumentOrder =>
  (a, b) =>
    order(a, b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
