import { eachPosition } from './bits.ts'
import { coarseRank } from './coarse-rank.ts'
import type { DocumentOrder, IndexedDocument } from './document.ts'
import { createFineRank, UNRANKED } from './fine-rank.ts'
import type { FoundInSegment, QueryMatches } from './find.ts'
import { inOrder, orderParts, type Part, type Placed } from './ordered.ts'
import { bestClasses, type RankClass } from './rank-classes.ts'
import type { Steps } from './steps.ts'
import { inexactnessIn } from './word-matches.ts'

/**
 * The most documents that one search ranks by all criteria. In a larger class, the most exact documents are ranked, and among equally exact
 * ones the first.
 */
export const MOST_RANKED = 1000

/** The number of documents that are ranked in one step. Ranking reads all their terms. */
const RANKED_IN_A_STEP = 50

type Ranked = Placed & { rank: number }

/**
 * One page of hits, the best first; equal hits are sorted by `order`. Documents are first put into classes by their coarse rank.
 * The other criteria are computed only for the classes that reach the page.
 */
export function* takeBest(
  found: QueryMatches,
  parts: readonly Part[],
  order: DocumentOrder,
  offset: number,
  limit: number,
): Steps<Placed[]> {
  const matchesIn = (part: number): FoundInSegment => found.segments[part] as FoundInSegment
  const fineRanks = parts.map((_, part) => createFineRank(matchesIn(part)))
  const coarse = (part: number, position: number): number => coarseRank(matchesIn(part).words, found.rarity, position)
  const inexactness = (part: number, position: number): number => inexactnessIn(matchesIn(part).words, position)
  const fine = (part: number, position: number): number => fineRanks[part]?.(position) as number

  /** Ranks all members of a class. */
  function* rankAll({ members }: RankClass): Steps<Ranked[]> {
    const ranked: Ranked[] = []
    for (const [part, { segment, documents }] of members.entries()) {
      const positions: number[] = []
      eachPosition(documents, (position) => positions.push(position))
      for (const [count, position] of positions.entries()) {
        const document = segment.documents[position] as IndexedDocument
        ranked.push({ document, part, position, rank: fine(part, position) })
        if (count % RANKED_IN_A_STEP === 0) yield
      }
    }
    return ranked
  }
  /** Ranks the first `room` members of a class; if `needed` is more, unranked members follow. */
  function* rankFirst({ members }: RankClass, room: number, needed: number): Steps<Ranked[]> {
    const ranked: Ranked[] = []
    const most = Math.max(room, needed)
    for (const { rank: inexact, members: equals } of yield* bestClasses(members, inexactness, most))
      for (const { document, part, position } of inOrder(yield* orderParts(equals, order), order)) {
        ranked.push({ document, part, position, rank: ranked.length < room ? fine(part, position) : UNRANKED + inexact })
        if (ranked.length >= most) break
        if (ranked.length % RANKED_IN_A_STEP === 0) yield
      }
    return ranked
  }

  const best: Ranked[] = []
  for (const each of yield* bestClasses(parts, coarse, offset + limit)) {
    const room = Math.max(0, MOST_RANKED - best.length)
    const ranked = each.count <= room ? yield* rankAll(each) : yield* rankFirst(each, room, offset + limit - best.length)
    for (const one of ranked.sort((a, b) => a.rank - b.rank || order(a.document, b.document))) best.push(one)
  }
  return best.slice(offset, offset + limit)
}
