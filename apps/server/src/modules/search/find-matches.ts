import { SEARCH_LIMIT } from '@marketplace/contracts/search-limits'
import { emptyBits } from '@marketplace/domain/bit-set'
import type { Variant } from '@marketplace/contracts/variants'
import type { IndexMatches, Places, SearchPort } from '../../ports/search.ts'
import { ask, requestOf } from './ask.ts'
import { APPS, PARTNERS } from './indexes.ts'
import { hasAllWords } from './is-missing.ts'
import { type PartnerKind, readPartnerId } from './partner-record.ts'

/** What fits a text; `nearest` where the words as typed found nothing, and these are the closest. */
export type FoundApplications = IndexMatches & { nearest: boolean }
export type FoundPartner = { kind: PartnerKind; id: string }

export const foundNothing = ({ size }: Places): FoundApplications => ({
  total: 0,
  complete: true,
  allWords: true,
  withTypos: false,
  places: () => emptyBits(size),
  best: () => [],
  mark: (text) => [{ text, matched: false }],
  nearest: false,
})

const ALL = { limit: SEARCH_LIMIT, highlight: [] }

/** All applications and services of a variant that fit a text. */
export const findApplications = async (
  port: SearchPort,
  text: string,
  variant: Variant,
  places: Places,
): Promise<FoundApplications> => {
  const question = { ...ALL, text, variant: variant.name }
  const matches = await port.match(requestOf(APPS.name, question), places)
  const isAsTyped = async (): Promise<boolean> => {
    const [asTyped] = await ask(port, [[APPS.name, { ...question, limit: 0, typoTolerance: false }]])
    return hasAllWords(asTyped)
  }
  const { total, allWords, withTypos } = matches
  return { ...matches, nearest: total > 0 && (!allWords || (withTypos && !(await isAsTyped()))) }
}

/** The experts and developers of a variant that fit a text, the best first. */
export const findPartners = async (port: SearchPort, text: string, variant: Variant): Promise<readonly FoundPartner[]> => {
  const [{ hits }] = await ask(port, [[PARTNERS.name, { ...ALL, text, variant: variant.name }]])
  return hits.flatMap(({ objectID }) => readPartnerId(objectID) ?? [])
}
