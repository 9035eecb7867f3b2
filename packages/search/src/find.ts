import { type BitSet, countBits, countCommon, intersectionOf, unionOf } from '@marketplace/domain/bit-set'
import { likelySlips, type SlipsOf, unlikelySlips } from './edit-distance.ts'
import { noteSimilar, noteWord } from './match.ts'
import { type Alternative, isJoined, keepWords, type ParsedQuery, type QueryWord, splitsOf } from './query.ts'
import type { Segment } from './segment.ts'
import { noteSequence, noteTermAlternative } from './sequence.ts'
import type { Steps } from './steps.ts'
import { noMatches, type SegmentMatches, type WordMatches } from './word-matches.ts'

/** With fewer hits than this, words may have likely slips; a word that fewer documents have is also looked for as two. */
export const FEW_HITS = 5
/** Which slips words may have with fewer hits than how many. */
const SLIPS = [
  { slipsOf: likelySlips, below: FEW_HITS },
  { slipsOf: unlikelySlips, below: 1 },
]
/** So many documents are read in one search to see whether words stand one after another in them. */
export const MOST_READ = 500

/** What was looked for in the end. `alternatives` of several terms are those that some document has. */
export type Plan = {
  words: readonly QueryWord[]
  alternatives: readonly Alternative[]
  slips: readonly SlipsOf[]
}

/** What matches a query: for each segment the documents, each live and each with all words, or with any where `all` is false. */
export type Found = {
  plan: Plan
  all: boolean
  segments: readonly (SegmentMatches & { documents: BitSet })[]
  total: number
  /**
   * Where slips were allowed: the documents of each segment that have all words without one. Null where all have, and where not all words
   * have to match.
   */
  asTyped: readonly BitSet[] | null
  /** How rare each word is, where only some of them have to match; 0 for a word that everything has. */
  rarity: readonly number[]
}

/**
 * Looks for a query in phases. First the words as they are typed, the beginning of the last one, inflections, synonyms, and
 * neighbours joined or split. Where that finds few, slips of the finger too. Where no document has all words, documents that have
 * any: of those that are not common, or where that finds nothing of all.
 */
export function* findMatches(segments: readonly Segment[], query: ParsedQuery, typoTolerance: boolean): Steps<Found> {
  const { common, ...found } = yield* findAll(segments, query, typoTolerance)
  if (found.total > 0 || query.words.length < 2) return found
  const telling = query.words.filter((_, index) => !common.includes(index))
  const withoutCommon = common.length === 0 ? found : yield* findAll(segments, keepWords(query, telling), typoTolerance)
  yield
  const some = withAny(withoutCommon)
  return some.total > 0 ? some : withAny(found)
}

/** The documents that have any of the words. */
const withAny = ({ plan, segments }: Found): Found => ({ ...collect(segments, plan.words.length, false), plan, asTyped: null })

/** What has all words of a query, and which of these are common: more than half of the documents have them as they are typed. */
function* findAll(
  segments: readonly Segment[],
  { words, alternatives }: ParsedQuery,
  typoTolerance: boolean,
): Steps<Found & { common: readonly number[] }> {
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

/** How many live documents have a word. */
const documentsWith = (all: readonly SegmentMatches[], word: number): number =>
  all.reduce((sum, { segment, words }) => sum + countCommon((words[word] as WordMatches).documents, segment.live), 0)

/** How many live documents there are. */
const sizeOf = (all: readonly SegmentMatches[]): number => all.reduce((sum, { segment }) => sum + countBits(segment.live), 0)

const collect = (matches: readonly SegmentMatches[], words: number, all: boolean): Omit<Found, 'plan' | 'asTyped'> => {
  const segments = matches.map((each) => {
    const having = each.words.map(({ documents }) => documents)
    const documents = all ? having : [unionOf(each.segment.documents.length, having)]
    return { ...each, documents: intersectionOf(each.segment.live, ...documents) }
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
