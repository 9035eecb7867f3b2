import { SEARCH_LIMIT } from '@marketplace/contracts/search-limits'
import type { SearchResult } from '@marketplace/contracts/search-protocol'
import type { Variant } from '@marketplace/contracts/variants'
import type { SearchPort } from '../../ports/search.ts'
import { ask } from './ask.ts'
import { APPS, PARTNERS } from './indexes.ts'
import { type PartnerKind, readPartnerId } from './partner-record.ts'

export type Ranked = {
  /** All that fits, the best first; at most SEARCH_LIMIT. */
  ids: readonly string[]
  /** How many there are, those beyond the limit included. */
  total: number
  /** The words as typed found nothing, and these are the closest. */
  nearest: boolean
}

export type RankedPartner = { kind: PartnerKind; id: string }

const ALL = { limit: SEARCH_LIMIT, highlight: [] }

/** The ids of the applications and services of a variant that fit a text. */
export const rankApplications = async (port: SearchPort, text: string, variant: Variant): Promise<Ranked> => {
  const question = { ...ALL, text, variant: variant.name }
  const [{ hits, nbHits }, asTyped] = await ask(port, [
    [APPS.name, question],
    [APPS.name, { ...question, limit: 0, typoTolerance: false }],
  ])
  return { ids: hits.map(({ objectID }) => objectID), total: nbHits, nearest: nbHits > 0 && !isFoundAsTyped(asTyped) }
}

/** A hosted index says by queryAfterRemoval that it left words out, ours by allWords. */
const isFoundAsTyped = ({ nbHits, allWords, queryAfterRemoval }: SearchResult): boolean =>
  nbHits > 0 && allWords !== false && queryAfterRemoval === undefined

/** The experts and developers of a variant that fit a text. */
export const rankPartners = async (port: SearchPort, text: string, variant: Variant): Promise<readonly RankedPartner[]> => {
  const [{ hits }] = await ask(port, [[PARTNERS.name, { ...ALL, text, variant: variant.name }]])
  return hits.flatMap(({ objectID }) => readPartnerId(objectID) ?? [])
}
