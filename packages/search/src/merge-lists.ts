import { sizeOf, writeNumber } from './packed-numbers.ts'
import { eachPosting, packedStep, type PostingList } from './posting-list.ts'
import type { Segment } from './segment.ts'
import type { Steps } from './steps.ts'
import { byFrequency, FIRST_OF_TWO, joinUnits, placesIn, type TokenList, unitsOf, writeToken } from './token-list.ts'

/** The new position of a document that is no longer live. */
export const GONE = 0xffff_ffff
/** The number of small operations in one step, which takes one or two milliseconds. */
export const STEP = 100_000

/** A segment to merge, with the new positions of its live documents and the new numbers of their terms. */
export type Source = {
  segment: Segment
  /** The old positions of its live documents, ascending. */
  live: Uint32Array
  /** The new position of each old one; GONE if the document is no longer live. */
  positions: Uint32Array
  /** For each old term the number of live documents that have it. */
  counts: Uint32Array
  /** The new number of each old term; any value for a term without live documents. */
  numbers: Uint32Array
}

/** Called when a merge has read a source's tokens or postings for the last time, so that their memory can be freed. */
export type Release = (list: Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>) => void

/** Calls `visit` with each packed token of live documents in the merged segment, and `end` after each text. */
const eachMergedToken = function* (
  sources: readonly Source[],
  places: Uint32Array,
  attributes: number,
  visit: (token: number) => void,
  end: () => void,
  release: Release = () => {},
): Steps<void> {
  let rest = STEP
  for (const { segment, live, numbers } of sources) {
    const { starts, units, terms } = segment.tokens
    const newPlaces = terms.map((term) => places[numbers[term] as number] as number)
    for (const position of live) {
      for (let text = position * attributes; text < (position + 1) * attributes; text++) {
        for (let at = starts[text] as number, last = starts[text + 1] as number; at < last;) {
          let token = units[at++] as number
          if (token >= FIRST_OF_TWO) token = joinUnits(token, units[at++] as number)
          visit((newPlaces[token >>> 1] as number) * 2 + (token & 1))
          rest--
        }
        end()
      }
      if (rest < 0) {
        rest = STEP
        yield
      }
    }
    release(units)
  }
}

/** `counts`: the number of documents with each term of the merged segment. */
export const mergeTokens = function* (
  sources: readonly Source[],
  counts: Uint32Array,
  attributes: number,
  release: Release,
): Steps<TokenList> {
  const terms = byFrequency(counts)
  const places = placesIn(terms)
  yield
  let texts = 0
  let size = 0
  // Counts the room first: a list that grows would need twice as much at its end.
  yield* eachMergedToken(
    sources,
    places,
    attributes,
    (token) => {
      size += unitsOf(token)
    },
    () => {
      texts++
    },
  )
  const starts = new Uint32Array(texts + 1)
  const units = new Uint16Array(size)
  let text = 0
  let filled = 0
  yield* eachMergedToken(
    sources,
    places,
    attributes,
    (token) => {
      filled = writeToken(units, filled, token)
    },
    () => {
      starts[++text] = filled
    },
    release,
  )
  return { starts, units, terms }
}

/** Calls `visit` with each packed posting of the merged segment; `attributes` is -1 if they equal those of the posting before. */
const eachMergedPosting = function* (
  sources: readonly Source[],
  terms: number,
  visit: (term: number, step: number, attributes: number) => void,
  release: Release = () => {},
): Steps<void> {
  const lastDocuments = new Int32Array(terms).fill(-1)
  const lastAttributes = new Uint8Array(terms)
  let rest = STEP
  // The sources follow each other: the positions of each come after those of the previous ones.
  for (const { segment, positions, counts, numbers } of sources) {
    for (let term = 0; term < counts.length; term++) {
      if (counts[term] === 0) continue
      const number = numbers[term] as number
      let before = lastDocuments[number] as number
      let attributesBefore = lastAttributes[number] as number
      eachPosting(segment.postings, { from: term, to: term + 1 }, (document, attributes) => {
        rest--
        const position = positions[document] as number
        if (position === GONE) return
        const isSame = attributes === attributesBefore
        visit(number, packedStep(before, position, isSame), isSame ? -1 : attributes)
        before = position
        attributesBefore = attributes
      })
      lastDocuments[number] = before
      lastAttributes[number] = attributesBefore
      if (rest-- < 0) {
        rest = STEP
        yield
      }
    }
    release(segment.postings.bytes)
  }
}

export const mergePostings = function* (sources: readonly Source[], terms: number, release: Release): Steps<PostingList> {
  const starts = new Uint32Array(terms + 1)
  yield* eachMergedPosting(sources, terms, (term, step, attributes) => {
    starts[term + 1] = (starts[term + 1] as number) + sizeOf(step) + Number(attributes >= 0)
  })
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number)
  const bytes = new Uint8Array(starts[terms] as number)
  const filled = starts.slice(0, terms)
  const write = (term: number, step: number, attributes: number): void => {
    let at = writeNumber(bytes, filled[term] as number, step)
    if (attributes >= 0) bytes[at++] = attributes
    filled[term] = at
  }
  yield* eachMergedPosting(sources, terms, write, release)
  return { starts, bytes }
}
