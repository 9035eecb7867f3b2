import { clearBit, countBits } from '@marketplace/domain/bit-set'
import { createSegmentBuilder } from './build-segment.ts'
import type { SearchDocument } from './document.ts'
import type { Release } from './merge-lists.ts'
import { type Merge, mergeSegments } from './merge-segments.ts'
import type { Segment } from './segment.ts'
import { MOST_ATTRIBUTES } from './word-matches.ts'

/** The number of documents in one step of a large load. */
const PIECE_OF_LOAD = 250
/** Segments with fewer documents than `of` are pieces of a load. When there are `most` of them, they are merged during the load. */
const PIECES = { of: 2_000, most: 16 }
/** All segments are merged once the documents outside the largest one, plus those removed from it, exceed this share of it. */
const LOOSE_SHARE = 1 / 10
/** Size classes of small segments, by their number of documents. Two segments of the same class are merged. */
const SIZES = [256, 4_096]
/** Documents whose move is recorded in one step. */
const MOVED_AT_ONCE = 5_000

/** A reference to a segment. Documents are found through it, so that after a merge one object leads to their new segment and positions. */
type Home = { segment: Segment; movedTo: null } | { segment: null; movedTo: { home: Home; positions: Uint32Array } }
type Place = { home: Home; position: number }

/** Frees the memory of a list at once. Garbage collection would free it later. */
const freeList: Release = ({ buffer }) => void buffer.transfer(0)

const sizeOf = ({ documents }: Segment): number => SIZES.filter((size) => documents.length >= size).length

/**
 * Stores documents in segments: a large one with nearly all of them, and small ones with later changes. A replaced or removed document
 * leaves its segment's `live` set at once, and the segment at its next merge. Merges can be delayed, because searches find everything
 * without them.
 */
export const createSegmentStore = (attributes: readonly string[]) => {
  if (attributes.length === 0 || attributes.length > MOST_ATTRIBUTES)
    throw new RangeError(`an index has 1 to ${MOST_ATTRIBUTES} attributes, not ${attributes.length}`)
  let segments: readonly Segment[] = []
  const homes = new Map<Segment, Home>()
  const places = new Map<string, Place>()
  /** The merge under way; the next call of `settle` continues it. */
  let underway: Generator<void> | null = null
  /** Whether the merge under way frees its sources, so that they cannot be searched. */
  let isLoading = false
  /** Documents that were removed from the merging segments since the merge began. */
  let takenOut: Place[] = []

  /** The current segment and position of a document, after all merges. */
  const resolve = ({ home, position }: Place): { home: Home & { movedTo: null }; position: number } => {
    let at = { home, position }
    while (at.home.movedTo !== null) {
      const { movedTo } = at.home
      at = { home: movedTo.home, position: movedTo.positions[at.position] as number }
    }
    return at as { home: Home & { movedTo: null }; position: number }
  }
  const open = (segment: Segment): Home => {
    const home: Home = { segment, movedTo: null }
    homes.set(segment, home)
    return home
  }
  const takeOut = (id: string): void => {
    const place = places.get(id)
    if (!place) return
    const { home, position } = resolve(place)
    clearBit(home.segment.live, position)
    places.delete(id)
    if (underway) takenOut.push({ home, position })
  }
  const add = (documents: readonly SearchDocument[]): void => {
    if (documents.length === 0) return
    // Of two documents with the same id the later one wins.
    const latest = new Map(documents.map((document) => [document.id, document]))
    const builder = createSegmentBuilder(attributes)
    for (const document of latest.values()) {
      takeOut(document.id)
      builder.add(document)
    }
    const segment = builder.finish()
    const home = open(segment)
    for (const [position, { id }] of segment.documents.entries()) places.set(id, { home, position })
    segments = [...segments, segment]
  }

  /** The segments to merge next; none if no merge is needed. */
  const chooseMerge = (): readonly Segment[] => {
    const [first] = segments
    if (!first) return []
    const main = segments.reduce((largest, each) => (each.documents.length > largest.documents.length ? each : largest), first)
    const rest = segments.filter((segment) => segment !== main)
    const dead = main.documents.length - countBits(main.live)
    const loose = dead + rest.reduce((sum, { documents }) => sum + documents.length, 0)
    if (loose > main.documents.length * LOOSE_SHARE) return segments
    const alike = Map.groupBy(rest, sizeOf)
    return [...alike.values()].find((group) => group.length > 1) ?? []
  }

  /** Replaces the sources of a merge with the merged segment. */
  const replace = (sources: readonly Segment[], { segment, positions }: Merge): Home => {
    const home = open(segment)
    const moved = new Map(
      sources.map((source, index) => {
        const from = homes.get(source) as Home
        homes.delete(source)
        return [from, { home, positions: positions[index] as Uint32Array }]
      }),
    )
    for (const { home: from, position } of takenOut) {
      const movedTo = moved.get(from)
      if (movedTo) clearBit(segment.live, movedTo.positions[position] as number)
    }
    for (const [from, movedTo] of moved) Object.assign(from, { segment: null, movedTo })
    const at = segments.findIndex((each) => sources.includes(each))
    const others = segments.filter((each) => !sources.includes(each))
    segments = segment.documents.length === 0 ? others : others.toSpliced(at, 0, segment)
    return home
  }
  const mergeInSteps = function* (sources: readonly Segment[], release?: Release): Generator<void> {
    takenOut = []
    const home = replace(sources, yield* mergeSegments(sources, attributes.length, release))
    takenOut = []
    // Refer to the new segment directly, so that the objects of old segments can be freed.
    for (const [position, { id }] of home.segment?.documents.entries() ?? []) {
      const place = places.get(id)
      if (place) {
        const now = resolve(place)
        if (now.home === home && now.position === position) Object.assign(place, now)
      }
      if (position % MOVED_AT_ONCE === MOVED_AT_ONCE - 1) yield
    }
  }

  /** Runs the next step of the merge that is under way; false if there is none. */
  const goOn = (): boolean => {
    if (underway?.next().done) underway = null
    return underway !== null
  }

  return {
    segments: (): readonly Segment[] => {
      if (isLoading) throw new Error('the index is searched before it is loaded')
      return segments
    },
    size: (): number => places.size,
    put: add,
    /** The same in steps, for a large load: the caller may do other work between them. A document can be found after its step. */
    *putInSteps(documents: readonly SearchDocument[]): Generator<void> {
      for (let from = 0; from < documents.length; from += PIECE_OF_LOAD) {
        add(documents.slice(from, from + PIECE_OF_LOAD))
        yield
        // Each piece has a dictionary of its own, so hundreds of pieces would take more memory than their contents.
        const pieces = segments.filter((segment) => segment.documents.length < PIECES.of)
        if (!underway && pieces.length >= PIECES.most) underway = mergeInSteps(pieces)
        while (goOn()) yield
      }
    },
    remove: (ids: readonly string[]): void => {
      for (const id of ids) takeOut(id)
    },
    /**
     * Merges all segments into one, in short steps. Nothing may be searched before the end, because the memory of the segments is freed
     * step by step: otherwise a merge needs twice the memory of the index, and the process keeps a part of it.
     */
    *finishLoad(): Generator<void> {
      while (goOn()) yield
      if (segments.length < 2) return
      isLoading = true
      underway = mergeInSteps(segments, freeList)
      while (goOn()) yield
      isLoading = false
    },
    /**
     * Merges segments if necessary, in short steps. Changes and searches may run between the steps. Without merges, searches get slower
     * with every change.
     */
    *settle(): Generator<void> {
      for (;;) {
        if (!underway) {
          const sources = chooseMerge()
          if (sources.length === 0) return
          underway = mergeInSteps(sources)
        }
        if (goOn()) yield
      }
    },
  }
}
