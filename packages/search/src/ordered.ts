import { type BitSet, hasBit } from '@marketplace/domain/bit-set'
import type { DocumentOrder, IndexedDocument } from './document.ts'
import type { Segment } from './segment.ts'
import { sortInSteps } from './sort-in-steps.ts'
import type { Steps } from './steps.ts'

/** Some documents of a segment. */
export type Part = { segment: Segment; documents: BitSet }

/** A part with the positions of all documents of its segment in an order. */
type OrderedPart = Part & { positions: Uint32Array }

/** A document, with the part that contains it and its position there. */
export type Placed = { document: IndexedDocument; part: number; position: number }

/** The positions of a segment's documents in an order; sorted at the first request, then cached. */
function* positionsInOrder({ documents, orders }: Segment, order: DocumentOrder): Steps<Uint32Array> {
  const known = orders.get(order)
  if (known) return known
  const positions = Uint32Array.from(documents.keys())
  yield* sortInSteps(positions, (a, b) => order(documents[a] as IndexedDocument, documents[b] as IndexedDocument))
  orders.set(order, positions)
  return positions
}

/** Prepares parts for inOrder. */
export function* orderParts(parts: readonly Part[], order: DocumentOrder): Steps<OrderedPart[]> {
  const ordered: OrderedPart[] = []
  for (const part of parts) ordered.push({ ...part, positions: yield* positionsInOrder(part.segment, order) })
  return ordered
}

/** Yields the documents of all parts in the total order for which they were prepared. */
export function* inOrder(parts: readonly OrderedPart[], order: DocumentOrder): Generator<Placed, void> {
  const cursors = parts.map(createCursor)
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
    if (!cursor || !document) return
    yield { document, part: first, position: cursor.position() }
    cursor.advance()
  }
}

/** A cursor over the documents of a part, starting at the first. `document` is undefined after the last. */
const createCursor = ({ segment, documents, positions }: OrderedPart) => {
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

/** One page of the documents, in a total order. */
export function* takePage(parts: readonly Part[], order: DocumentOrder, offset: number, limit: number): Steps<Placed[]> {
  if (limit === 0) return []
  const page: Placed[] = []
  let seen = 0
  for (const placed of inOrder(yield* orderParts(parts, order), order)) {
    if (seen++ >= offset) page.push(placed)
    if (page.length >= limit) break
  }
  return page
}
