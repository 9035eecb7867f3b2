import { type BitSet, countBits, countCommon, intersectionOf, unionOf } from '@marketplace/domain/bit-set'
import { likelySlips, type SlipsOf, unlikelySlips } from './edit-distance.ts'
import { createMarkedTerms } from './marked-terms.ts'
import { noteSimilar, noteWord } from './match.ts'
import { type Alternative, isJoined, keepWords, type ParsedQuery, type QueryWord, splitsOf } from './query.ts'
import type { Segment } from './segment.ts'
import { noteSequence, noteTermAlternative } from './sequence.ts'
import type { Steps } from './steps.ts'
import { noMatches, type SegmentMatches, type WordMatches } from './word-matches.ts'

/** With fewer hits than this, words may have likely slips. A word that fewer documents contain is also searched as two words. */
export const FEW_HITS = 5
/** The slips that words may have if there are fewer hits than `below`. */
const SLIPS = [
  { slipsOf: likelySlips, below: FEW_HITS },
  { slipsOf: unlikelySlips, below: 1 },
]
/** The most documents that one search reads to check whether words are adjacent in them. */
export const MOST_READ = 500

/** The query as it was finally searched. Of alternatives of several terms it has only those that some document contains. */
export type Plan = {
  words: readonly QueryWord[]
  alternatives: readonly Alternative[]
  slips: readonly SlipsOf[]
}

/** The matches of a query in one segment: the matching live documents, and the terms that match (see createMarkedTerms). */
export type FoundInSegment = SegmentMatches & { documents: BitSet; marked: () => Uint16Array }

/** The matches of a query: the matching live documents of each segment. They have all words of the query, or any word if `all` is false. */
export type QueryMatches = {
  plan: Plan
  all: boolean
  segments: readonly FoundInSegment[]
  total: number
  /**
   * If slips were allowed: the documents of each segment that have all words without a slip. Null if all matches do, and if `all` is
   * false.
   */
  asTyped: readonly BitSet[] | null
  /** Rarity of each word in bits if `all` is false; 0 for a word that every document has. */
  rarity: readonly number[]
}

/**
 * Searches in phases. First the words as typed, the beginning of the last one, inflections, synonyms, and neighbours joined or split. If that
 * finds few documents, also with slips of the finger. If no document has all words, documents with any of the words that are not common;
 * if there are none, documents with any word.
 */
export function* findMatches(segments: readonly Segment[], query: ParsedQuery, typoTolerance: boolean): Steps<QueryMatches> {
  const { common, ...found } = yield* findAll(segments, query, typoTolerance)
  if (found.total > 0 || query.words.length < 2) return found
  const telling = query.words.filter((_, index) => !common.includes(index))
  const withoutCommon = common.length === 0 ? found : yield* findAll(segments, keepWords(query, telling), typoTolerance)
  yield
  const some = withAny(withoutCommon)
  return some.total > 0 ? some : withAny(found)
}

/** The documents that have any of the words. */
const withAny = ({ plan, segments }: QueryMatches): QueryMatches => ({
  ...collect(segments, plan.words.length, false),
  plan,
  asTyped: null,
})

/** Documents with all words of a query, and the common words: those that more than half of the documents have as typed. */
function* findAll(
  segments: readonly Segment[],
  { words, alternatives }: ParsedQuery,
  typoTolerance: boolean,
): Steps<QueryMatches & { common: readonly number[] }> {
  const matches = segments.map((segment) => noMatches(segment, words.length))
  for (const each of matches)
    for (const [index, word] of words.entries()) {
      noteWord(each, index, word)
      yield
    }

  const allowance = { documents: MOST_READ }
  const used: Alternative[] = []
  for (const alternative of alternatives.filter(isTerm)) {
    noteTermAlternative(matches, alternative)
    used.push(alternative)
    yield
  }
  for (const alternative of alternatives.filter((each) => !isTerm(each))) {
    if (noteSequence(matches, alternative, allowance)) used.push(alternative)
    yield
  }
  for (const [index, word] of words.entries()) {
    if (documentsWith(matches, index) >= FEW_HITS) continue
    for (const split of splitsOf(word, index)) if (noteSequence(matches, split, allowance)) used.push(split)
    yield
  }
  const size = sizeOf(matches)
  const common = [...words.keys()].filter((index) => 2 * documentsWith(matches, index) > size)

  let found = collect(matches, words.length, true)
  const asTyped = found.segments.map(({ documents }) => documents)
  const mayHaveSlips = [
    ...words.map((word, index) => ({ ...word, first: index, last: index })),
    ...alternatives.filter(isJoined).map((joined) => ({ ...joined, term: joined.terms[0] as string })),
  ]
  const slips: SlipsOf[] = []
  for (const { slipsOf, below } of typoTolerance ? SLIPS : []) {
    if (found.total >= below) break
    slips.push(slipsOf)
    for (const each of matches)
      for (const one of mayHaveSlips) {
        noteSimilar(each, one, slipsOf)
        yield
      }
    found = collect(matches, words.length, true)
  }
  return { ...found, plan: { words, alternatives: used, slips }, common, asTyped: slips.length > 0 ? asTyped : null }
}

const isTerm = ({ terms }: Alternative): boolean => terms.length === 1

/** The number of live documents that have a word. */
const documentsWith = (all: readonly SegmentMatches[], word: number): number =>
  all.reduce((sum, { segment, words }) => sum + countCommon((words[word] as WordMatches).documents, segment.live), 0)

/** The number of live documents. */
const sizeOf = (all: readonly SegmentMatches[]): number => all.reduce((sum, { segment }) => sum + countBits(segment.live), 0)

const collect = (matches: readonly SegmentMatches[], words: number, all: boolean): Omit<QueryMatches, 'plan' | 'asTyped'> => {
  const segments = matches.map((each) => {
    const having = each.words.map(({ documents }) => documents)
    const documents = all ? having : [unionOf(each.segment.documents.length, having)]
    return { ...each, documents: intersectionOf(each.segment.live, ...documents), marked: createMarkedTerms(each) }
  })
  const size = sizeOf(matches)
  const rarityOf = (word: number): number => Math.log2(size / Math.max(1, documentsWith(matches, word)))
  return {
    all,
    segments,
    total: segments.reduce((sum, { documents }) => sum + countBits(documents), 0),
    rarity: Array.from({ length: words }, (_, word) => (all ? 0 : rarityOf(word))),
  }
}
