/**
 * A document for the index. `fields` are plain texts by attribute; attributes that the index does not know are ignored. `order` and
 * `installations` decide between documents that match a query equally well, the larger first.
 */
export type SearchDocument = {
  id: string
  fields: Readonly<Record<string, string>>
  order: number
  installations: number
  /** Values by facet: filters select them, and a search counts them. */
  facets: Readonly<Record<string, readonly string[]>>
  /** Numbers by name, for filters that compare. */
  numbers: Readonly<Record<string, number>>
  /** Values that named orders compare. */
  sortKeys: Readonly<Record<string, string | number>>
}

/** The part of a document that the index keeps as an object: the fields of orders. Texts are kept as terms, facets and numbers as columns. */
export type IndexedDocument = Pick<SearchDocument, 'id' | 'order' | 'installations' | 'sortKeys'>

/** A comparator of documents for sort(). If it returns 0, the ids decide. */
export type DocumentOrder = (a: IndexedDocument, b: IndexedDocument) => number

/** The order of documents that match a query equally well: `order` descending, then installations descending (docs/product/search.md). */
export const byRecommendation: DocumentOrder = (a, b) => b.order - a.order || b.installations - a.installations

/** The same order as a total order: 0 only for the same document. */
export const totalOrder =
  (order: DocumentOrder): DocumentOrder =>
  (a, b) =>
    order(a, b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
