import { HIGHLIGHTS, highlightSchema, type SearchHit, type SearchResult } from '@marketplace/contracts/search/protocol'
import type { Variant } from '@marketplace/contracts/core/variants'
import { isOfAllWords, type SearchPort } from '../../ports/search.ts'
import { ask, type PageSearch } from './ask.ts'
import { APPS, PARTNERS } from './indexes.ts'

/** Whether a match contains all words of the query. */
export const hasAllWords = (answer: SearchResult): boolean => answer.nbHits > 0 && isOfAllWords(answer)

/** Whether a match contains all words exactly as typed. Asks an index again if its answer does not say. */
export const isAsTyped = async (
  port: SearchPort,
  index: string,
  search: PageSearch,
  answer: SearchResult,
  caller: string,
): Promise<boolean> => {
  if (!hasAllWords(answer)) return false
  if (answer.asTyped !== undefined) return answer.asTyped
  const [asTyped] = await ask(port, [[index, { ...search, limit: 0, typoTolerance: false }]], caller)
  return hasAllWords(asTyped)
}

const isNamedSo = (hit: SearchHit | undefined): boolean => {
  const highlights = hit?.[HIGHLIGHTS] as Readonly<Record<string, unknown>> | undefined
  const name = highlightSchema.safeParse(highlights?.name)
  return name.success && name.data.matchLevel === 'full'
}

/**
 * Whether the marketplace lacks what a person searches for: no application, service or partner contains all words of the query. Developers
 * see these searches. Hits with only some of the words do not count. A mistyped word counts as found if it resembles the name of the best
 * hit ("parcle wern"), but not if it resembles a word of a description, such as "strive" in a search for Stripe.
 */
export const isMissing = async (port: SearchPort, text: string, variant: Variant, caller: string): Promise<boolean> => {
  const isThere = async (index: string): Promise<boolean> => {
    const search = { text, variant: variant.name, limit: 1, highlight: ['name'] }
    const [best] = await ask(port, [[index, search]], caller)
    if (!hasAllWords(best) || isNamedSo(best.hits[0])) return hasAllWords(best)
    return isAsTyped(port, index, search, best, caller)
  }
  return !(await isThere(APPS.name)) && !(await isThere(PARTNERS.name))
}
