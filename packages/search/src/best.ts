import { eachPosition } from './bits.ts'
import { coarseRank } from './coarse-rank.ts'
import type { DocumentOrder, IndexedDocument } from './document.ts'
import { createFineRank, UNRANKED } from './fine-rank.ts'
import type { Found } from './find.ts'
import { type Part, walkInOrder } from './ordered.ts'
import { bestClasses, type RankClass } from './rank-classes.ts'
import { inexactnessIn, type SegmentMatches } from './word-matches.ts'

/**
 * So many documents at most have all their criteria worked out in one search: the most exact of their class, and of these the
 * first.
 */
export const MOST_RANKED = 1000

type Ranked = { document: IndexedDocument; rank: number }

/**
 * The ids of a page, what fits the query best first; equals stand in `order`. Documents are put into classes by their coarse
 * rank, and only in the classes that reach the page the other criteria are worked out.
 */
export const takeBest = (found: Found, parts: readonly Part[], order: DocumentOrder, offset: number, limit: number): string[] => {
  const matchesIn = (part: number): SegmentMatches => found.segments[part] as SegmentMatches
  const fineRanks = parts.map((_, part) => createFineRank(matchesIn(part)))
  const coarse = (part: number, position: number): number => coarseRank(matchesIn(part).words, found.rarity, position)
  const inexactness = (part: number, position: number): number => inexactnessIn(matchesIn(part).words, position)
  const fine = (part: number, position: number): number => fineRanks[part]?.(position) as number

  /** All members of a class. */
  const rankAll = ({ members }: RankClass): Ranked[] => {
    const ranked: Ranked[] = []
    for (const [part, { segment, documents }] of members.entries())
      eachPosition(documents, (position) => {
        ranked.push({ document: segment.documents[position] as IndexedDocument, rank: fine(part, position) })
      })
    return ranked
  }
  /** The first `room` members of a class, and behind them those that it takes to have `needed`. */
  const rankFirst = ({ members }: RankClass, room: number, needed: number): Ranked[] => {
    const ranked: Ranked[] = []
    for (const { rank: inexact, members: equals } of bestClasses(members, inexactness, Math.max(room, needed)))
      walkInOrder(equals, order, (document, part, position) => {
        ranked.push({ document, rank: ranked.length < room ? fine(part, position) : UNRANKED + inexact })
        return ranked.length < Math.max(room, needed)
      })
    return ranked
  }

  const best: Ranked[] = []
  for (const each of bestClasses(parts, coarse, offset + limit)) {
    const room = Math.max(0, MOST_RANKED - best.length)
    const ranked = each.count <= room ? rankAll(each) : rankFirst(each, room, offset + limit - best.length)
    for (const one of ranked.sort((a, b) => a.rank - b.rank || order(a.document, b.document))) best.push(one)
  }
  return best.slice(offset, offset + limit).map(({ document }) => document.id)
}
