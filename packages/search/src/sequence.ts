import { hasBit } from '@marketplace/domain/bit-set'
import { rangeOfPrefix, rangeOfTerm, type TermRange } from './dictionary.ts'
import type { Alternative } from './query.ts'
import { eachPosting } from './posting-list.ts'
import type { Segment } from './segment.ts'
import { eachToken } from './token-list.ts'
import { noteMatch, noteTerms, type SegmentMatches, type WordMatches } from './word-matches.ts'

/** For each term of an alternative the range of matching terms in a segment. */
const rangesOf = ({ dictionary }: Segment, { terms, prefix }: Alternative): TermRange[] =>
  terms.map((term, index) =>
    prefix && index === terms.length - 1 ? rangeOfPrefix(dictionary, term) : rangeOfTerm(dictionary, term),
  )

const wordsOf = ({ first, last }: Alternative): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The number of a range's postings that belong to live documents. */
const countLive = ({ postings, live }: Segment, range: TermRange): number => {
  let count = 0
  eachPosting(postings, range, (document) => {
    if (hasBit(live, document)) count++
  })
  return count
}

/** Whether the terms follow each other in a text of a document. */
const standsIn = (
  { tokens, attributes }: Segment,
  document: number,
  attribute: number,
  ranges: readonly TermRange[],
): boolean => {
  const text = document * attributes + attribute
  const whole = 1 << (ranges.length - 1)
  // Bit r of `reached`: the terms 0 to r end at the place before. Bit r of `here`: term r is at this place.
  let reached = 0
  let here = 0
  let stands = false
  eachToken(tokens, text, (place, isPiece) => {
    const term = tokens.terms[place] as number
    if (!isPiece) {
      reached = ((reached << 1) | 1) & here
      here = 0
    }
    for (let index = 0; index < ranges.length; index++) {
      const { from, to } = ranges[index] as TermRange
      if (term >= from && term < to) here |= 1 << index
    }
    stands = (((reached << 1) | 1) & here & whole) !== 0
    return !stands
  })
  return stands
}

/** For each document of a segment the attributes with one of a range of terms, as the bits of a posting. */
const attributesWith = ({ documents, postings }: Segment, range: TermRange): Uint8Array => {
  const attributes = new Uint8Array(documents.length)
  eachPosting(postings, range, (document, own) => {
    attributes[document] = (attributes[document] as number) | own
  })
  return attributes
}

/**
 * Records the live documents in which all terms follow each other; returns false if there are none. Checks only documents with the `rarest` term,
 * and reads only texts that have all of the terms.
 */
const noteDocuments = (
  { segment, words }: SegmentMatches,
  alternative: Alternative,
  ranges: readonly TermRange[],
  rarest: TermRange,
  attributes: number,
): boolean => {
  const { postings, live } = segment
  const having = ranges.filter((range) => range !== rarest).map((range) => attributesWith(segment, range))
  let found = false
  eachPosting(postings, rarest, (document, own) => {
    if (!hasBit(live, document)) return
    const inAll = having.reduce((bits, each) => bits & (each[document] as number), own)
    for (let attribute = 0; attribute < attributes; attribute++) {
      if (((inAll >>> attribute) & 1) === 0 || !standsIn(segment, document, attribute, ranges)) continue
      found = true
      for (const word of wordsOf(alternative))
        noteMatch(words[word] as WordMatches, document, 0, attribute, alternative.inexactness)
      break
    }
  })
  return found
}

/** Records, in all segments, the documents that have an alternative of one term. */
export const noteTermAlternative = (all: readonly SegmentMatches[], alternative: Alternative): void => {
  for (const matches of all)
    for (const range of rangesOf(matches.segment, alternative))
      for (const word of wordsOf(alternative)) noteTerms(matches, word, range, 0, alternative.inexactness)
}

/**
 * Records, in all segments, the documents in which the terms of an alternative follow each other; returns false if there are none. It reads the
 * documents that have the rarest term. If these are more than `allowance`, it reads their names only. Only live documents count, so the
 * result does not depend on how they are spread over segments.
 */
export const noteSequence = (
  all: readonly SegmentMatches[],
  alternative: Alternative,
  allowance: { documents: number },
): boolean => {
  const ranges = all.map(({ segment }) => rangesOf(segment, alternative))
  const counts = alternative.terms.map((_, index) =>
    all.reduce((sum, { segment }, place) => sum + countLive(segment, ranges[place]?.[index] as TermRange), 0),
  )
  const fewest = Math.min(...counts)
  if (fewest === 0) return false
  const namesOnly = fewest > allowance.documents
  if (!namesOnly) allowance.documents -= fewest
  const rarest = counts.indexOf(fewest)
  const found = all.map((matches, place) => {
    const own = ranges[place] as TermRange[]
    return noteDocuments(matches, alternative, own, own[rarest] as TermRange, namesOnly ? 1 : matches.segment.attributes)
  })
  if (!found.includes(true)) return false
  const words = wordsOf(alternative).reduce((bits, word) => bits | (1 << word), 0)
  for (const [place, { marks }] of all.entries())
    for (const { from, to } of ranges[place] as TermRange[]) marks.push({ from, to, words })
  return true
}
