import { type BitSet, hasBit } from '@marketplace/domain/bit-set'
import type { DocumentOrder, IndexedDocument } from './document.ts'
import type { Segment } from './segment.ts'

/** Some documents of a segment. */
export type Part = { segment: Segment; documents: BitSet }

/** The positions of a segment's documents in an order; sorted when they are first asked for, and kept. */
const positionsInOrder = ({ documents, orders }: Segment, order: DocumentOrder): Uint32Array => {
  const known = orders.get(order)
  if (known) return known
  const positions = Uint32Array.from(
    [...documents.keys()].sort((a, b) => order(documents[a] as IndexedDocument, documents[b] as IndexedDocument)),
  )
  orders.set(order, positions)
  return positions
}

/** Where one is in the documents of one part: `document` is the next one, or undefined at the end. */
const createCursor = ({ segment, documents }: Part, part: number, order: DocumentOrder) => {
  const positions = positionsInOrder(segment, order)
  const cursor = { part, position: 0, document: undefined as IndexedDocument | undefined, advance: () => {} }
  let next = 0
  cursor.advance = () => {
    while (next < positions.length && !hasBit(documents, positions[next] as number)) next++
    cursor.position = positions[next] as number
    cursor.document = next < positions.length ? segment.documents[cursor.position] : undefined
    next++
  }
  cursor.advance()
  return cursor
}

/** Goes through the documents of all parts in a total order, until `visit` answers false. */
export const walkInOrder = (
  parts: readonly Part[],
  order: DocumentOrder,
  visit: (document: IndexedDocument, part: number, position: number) => boolean,
): void => {
  const cursors = parts.map((part, index) => createCursor(part, index, order))
  for (;;) {
    let first: (typeof cursors)[number] | null = null
    for (const cursor of cursors)
      if (cursor.document && (!first?.document || order(cursor.document, first.document) < 0)) first = cursor
    if (!first?.document || !visit(first.document, first.part, first.position)) return
    first.advance()
  }
}

/** The ids of a page of the documents in a total order. */
export const takePage = (parts: readonly Part[], order: DocumentOrder, offset: number, limit: number): string[] => {
  const ids: string[] = []
  let seen = 0
  if (limit > 0)
    walkInOrder(parts, order, ({ id }) => {
      if (seen++ >= offset) ids.push(id)
      return ids.length < limit
    })
  return ids
}
