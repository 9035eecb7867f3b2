import { HIGHLIGHTS, highlightSchema, type SearchHit, type SearchResult } from '@marketplace/contracts/search/protocol'
import type { Variant } from '@marketplace/contracts/core/variants'
import { isOfAllWords, type SearchPort } from '../../ports/search.ts'
import { ask, type Question } from './ask.ts'
import { APPS, PARTNERS } from './indexes.ts'

/** Whether something has all words that were asked for. */
export const hasAllWords = (answer: SearchResult): boolean => answer.nbHits > 0 && isOfAllWords(answer)

/** Whether something has all words as they are typed, by an answer to this question. An index that does not say is asked once more. */
export const isAsTyped = async (
  port: SearchPort,
  index: string,
  question: Question,
  answer: SearchResult,
  caller: string,
): Promise<boolean> => {
  if (!hasAllWords(answer)) return false
  if (answer.asTyped !== undefined) return answer.asTyped
  const [asTyped] = await ask(port, [[index, { ...question, limit: 0, typoTolerance: false }]], caller)
  return hasAllWords(asTyped)
}

const isNamedSo = (hit: SearchHit | undefined): boolean => {
  const highlights = hit?.[HIGHLIGHTS] as Readonly<Record<string, unknown>> | undefined
  const name = highlightSchema.safeParse(highlights?.name)
  return name.success && name.data.matchLevel === 'full'
}

/**
 * Whether what somebody looks for is missing here, which is what developers want to know: no application, service or partner has all
 * of its words. Hits that have some of them are the closest there is, and not what was looked for. With slips of the finger a word
 * counts where the best hit is named so ("parcle wern"): that is how its name was mistyped. In a description it is another word that
 * looks like it, as "strive" does for somebody who looks for Stripe.
 */
export const isMissing = async (port: SearchPort, text: string, variant: Variant, caller: string): Promise<boolean> => {
  const isThere = async (index: string): Promise<boolean> => {
    const question = { text, variant: variant.name, limit: 1, highlight: ['name'] }
    const [best] = await ask(port, [[index, question]], caller)
    if (!hasAllWords(best) || isNamedSo(best.hits[0])) return hasAllWords(best)
    return isAsTyped(port, index, question, best, caller)
  }
  return !(await isThere(APPS.name)) && !(await isThere(PARTNERS.name))
}
