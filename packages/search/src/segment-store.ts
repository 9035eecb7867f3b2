import { countBits } from '@marketplace/domain/bit-set'
import { createSegmentBuilder } from './build-segment.ts'
import type { SearchDocument } from './document.ts'
import { mergeSegments } from './merge-segments.ts'
import type { Segment } from './segment.ts'
import { MOST_ATTRIBUTES } from './word-matches.ts'

/** A big load is taken in so many documents at a time. */
const PIECE_OF_LOAD = 250
/** What came after the first segment, and what was taken out of it, may be this part of it before all is made one again. */
const LOOSE_SHARE = 1 / 10

/**
 * Keeps documents in segments: one with nearly all of them, and a small one with what came since. A document that is replaced or
 * removed is taken out of its segment's live ones at once and out of the segment when that is merged.
 */
export const createSegmentStore = (attributes: readonly string[]) => {
  if (attributes.length === 0 || attributes.length > MOST_ATTRIBUTES)
    throw new RangeError(`an index has 1 to ${MOST_ATTRIBUTES} attributes, not ${attributes.length}`)
  let segments: readonly Segment[] = []
  const places = new Map<string, { segment: Segment; position: number }>()

  const setPlaces = (segment: Segment): void => {
    for (const [position, { id }] of segment.documents.entries()) places.set(id, { segment, position })
  }
  const merge = (merged: readonly Segment[]): Segment => {
    const segment = mergeSegments(merged, attributes.length)
    setPlaces(segment)
    return segment
  }
  const takeOut = (id: string): void => {
    const place = places.get(id)
    if (!place) return
    const { live } = place.segment
    live[place.position >>> 5] = (live[place.position >>> 5] ?? 0) & ~(1 << (place.position & 31))
    places.delete(id)
  }
  const add = (documents: readonly SearchDocument[]): void => {
    // Of two documents with the same id the later one counts.
    const latest = new Map(documents.map((document) => [document.id, document]))
    const builder = createSegmentBuilder(attributes)
    for (const document of latest.values()) {
      takeOut(document.id)
      builder.add(document)
    }
    const segment = builder.finish()
    setPlaces(segment)
    segments = [...segments, segment]
  }
  const tidy = (): void => {
    const [main, ...rest] = segments
    if (!main) return
    const live = countBits(main.live)
    const loose = main.documents.length - live + rest.reduce((sum, { documents }) => sum + documents.length, 0)
    if (loose > main.documents.length * LOOSE_SHARE) segments = places.size === 0 ? [] : [merge(segments)]
    else if (rest.length > 1) segments = [main, merge(rest)]
  }

  return {
    segments: (): readonly Segment[] => segments,
    size: (): number => places.size,
    put: (documents: readonly SearchDocument[]): void => {
      if (documents.length === 0) return
      add(documents)
      tidy()
    },
    /** The same in steps, for a big load: the caller may do something else between them. What a step has put is found at once. */
    *putInSteps(documents: readonly SearchDocument[]): Generator<void> {
      for (let from = 0; from < documents.length; from += PIECE_OF_LOAD) {
        add(documents.slice(from, from + PIECE_OF_LOAD))
        yield
      }
      tidy()
    },
    remove: (ids: readonly string[]): void => {
      for (const id of ids) takeOut(id)
      tidy()
    },
  }
}
