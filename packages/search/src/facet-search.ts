import { likelySlips, type SlipsOf } from './edit-distance.ts'
import type { FacetCount } from './facet-counts.ts'
import { createHighlighter, type TextPart } from './highlight.ts'
import { parseQuery } from './query.ts'

export type FacetHit = FacetCount & { parts: readonly TextPart[] }

const NO_SYNONYMS = new Map()

/**
 * The values that contain all typed words, of which the last may be unfinished, in the given order. If no value does, the values that contain
 * them with slips. All values if nothing was typed.
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
