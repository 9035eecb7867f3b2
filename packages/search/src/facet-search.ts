import { likelySlips, type SlipsOf } from './edit-distance.ts'
import type { FacetCount } from './facet-counts.ts'
import { createHighlighter, type TextPart } from './highlight.ts'
import { parseQuery } from './query.ts'

export type FacetHit = FacetCount & { parts: readonly TextPart[] }

const NO_SYNONYMS = new Map()

/**
 * The values that have all words of what was typed, the last one perhaps unfinished, in the order given; where none has, those
 * that have them with slips. All values where nothing was typed.
 */
export const findFacetValues = (counts: readonly FacetCount[], typed: string, limit: number): FacetHit[] => {
  const query = parseQuery(typed, NO_SYNONYMS)
  const hitsWith = (...slips: SlipsOf[]): FacetHit[] => {
    const highlight = createHighlighter({ ...query, slips })
    const hits: FacetHit[] = []
    for (const { value, count } of counts) {
      if (hits.length === limit) break
      const { parts, matchLevel } = highlight(value)
      if (query.words.length === 0 || matchLevel === 'full') hits.push({ value, count, parts })
    }
    return hits
  }
  const hits = hitsWith()
  return hits.length > 0 ? hits : hitsWith(likelySlips)
}
