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

/** Goes through the documents of all parts in a total order, until `visit` answers false. */
export const walkInOrder = (
  parts: readonly Part[],
  order: DocumentOrder,
  visit: (document: IndexedDocument, part: number, position: number) => boolean,
): void => {
  const cursors = parts.map((part) => createCursor(part, order))
  for (;;) {
    let first = -1
    let document: IndexedDocument | undefined
    for (const [part, cursor] of cursors.entries()) {
      const own = cursor.document()
      if (!own || (document && order(own, document) > 0)) continue
      first = part
      document = own
    }
    const cursor = cursors[first]
    if (!cursor || !document || !visit(document, first, cursor.position())) return
    cursor.advance()
  }
}

/** Stands before a document of a part, first before the first; `document` is undefined behind the last. */
const createCursor = ({ segment, documents }: Part, order: DocumentOrder) => {
  const positions = positionsInOrder(segment, order)
  let place = 0
  const skip = (): void => {
    while (place < positions.length && !hasBit(documents, positions[place] as number)) place++
  }
  skip()
  return {
    document: (): IndexedDocument | undefined => segment.documents[positions[place] ?? -1],
    position: (): number => positions[place] as number,
    advance: (): void => {
      place++
      skip()
    },
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
