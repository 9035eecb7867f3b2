import { SEARCH_LIMIT } from '@marketplace/contracts/search/limits'
import { emptyBits } from '@marketplace/domain/bit-set'
import type { Variant } from '@marketplace/contracts/core/variants'
import type { IndexMatches, Places, SearchPort } from '../../ports/search.ts'
import { ask, requestOf } from './ask.ts'
import { APPS, PARTNERS } from './indexes.ts'
import { hasAllWords, isAsTyped } from './is-missing.ts'
import { type PartnerKind, readPartnerId } from './partner-record.ts'

/** Matches of a text. `nearest`: nothing matched the words as typed, and these are the closest matches. */
export type FoundApplications = IndexMatches & { nearest: boolean }
export type FoundPartners = { partners: readonly { kind: PartnerKind; id: string }[]; nearest: boolean }

export const foundNothing = ({ size }: Places): FoundApplications => ({
  total: 0,
  complete: true,
  allWords: true,
  asTyped: false,
  places: () => emptyBits(size),
  best: async () => [],
  mark: (text) => [{ text, matched: false }],
  nearest: false,
})

const ALL = { limit: SEARCH_LIMIT, highlight: [] }
/** The number of partners on a results page. */
const MOST_PARTNERS = 60

/** Finds all applications and services of a variant that match a text. */
export const findApplications = async (
  port: SearchPort,
  text: string,
  variant: Variant,
  places: Places,
  caller: string,
): Promise<FoundApplications> => {
  const question = { ...ALL, text, variant: variant.name }
  const matches = await port.match(requestOf(APPS.name, question), places, caller)
  const askAsTyped = async (): Promise<boolean> => {
    const [asTyped] = await ask(port, [[APPS.name, { ...question, limit: 0, typoTolerance: false }]], caller)
    return hasAllWords(asTyped)
  }
  const { total, allWords, asTyped } = matches
  return { ...matches, nearest: total > 0 && !(allWords && (asTyped ?? (await askAsTyped()))) }
}

/** Finds the best experts and developers of a variant that match a text, as many as a page shows. */
export const findPartners = async (port: SearchPort, text: string, variant: Variant, caller: string): Promise<FoundPartners> => {
  const question = { ...ALL, limit: MOST_PARTNERS, text, variant: variant.name }
  const [answer] = await ask(port, [[PARTNERS.name, question]], caller)
  return {
    partners: answer.hits.flatMap(({ objectID }) => readPartnerId(objectID) ?? []),
    nearest: answer.nbHits > 0 && !(await isAsTyped(port, PARTNERS.name, question, answer, caller)),
  }
}
