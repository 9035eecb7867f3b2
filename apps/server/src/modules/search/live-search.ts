import { isSearchable, type SearchAnswer, searchText } from '@marketplace/contracts/search'
import type { Variant } from '@marketplace/contracts/variants'
import type { DatabaseClient } from '../../db/client.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SearchPort } from '../../ports/search.ts'
import type { CatalogueSnapshot } from '../catalogue/index.ts'
import type { PartnersSnapshot } from '../partners/index.ts'
import { countMisses } from './misses.ts'
import { openPort, type OpenPort, type OpenPortOptions } from './open-port.ts'
import { rankApplications, type Ranked, type RankedPartner, rankPartners } from './rank.ts'
import { answerText } from './typed-answer.ts'

/** The search, current for as long as it is open. Texts are read as searchText reads them; too short a one finds nothing. */
export type LiveSearch = SearchPort & {
  /** Applications and services of a variant that fit a text. */
  rank: (text: string, variant: Variant) => Promise<Ranked>
  /** Experts and developers of a variant that fit a text. */
  rankPartners: (text: string, variant: Variant) => Promise<readonly RankedPartner[]>
  /** The first hits of both, with what matches in them. */
  answer: (text: string, variant: Variant, limit: number) => Promise<SearchAnswer>
  /**
   * Counts that a person looked for this in a variant and found nothing. For the results page: what is asked while somebody types is
   * not a search yet, and the protocol's callers are not people.
   */
  noteMiss: (text: string, variant: Variant) => void
} & Pick<OpenPort, 'revision' | 'until' | 'built' | 'connected' | 'close'> & { ready: () => boolean }

export type LiveSearchOptions = OpenPortOptions & { client: DatabaseClient; clock: Clock }

type Current = { snapshot: CatalogueSnapshot; partners: PartnersSnapshot; now: Date }

export const openLiveSearch = async (options: LiveSearchOptions): Promise<LiveSearch> => {
  const { client, catalogue, partners, clock, log } = options
  const port = await openPort(options)
  const misses = countMisses(client.database, clock, log)
  const current = (): Current => ({ snapshot: catalogue.current(), partners: partners.current(), now: clock.now() })

  /** Answers for a text that is long enough, and without asking anybody for one that is not. */
  const forText = <T>(given: string, nothing: (text: string) => T, ask: (text: string) => Promise<T>): Promise<T> => {
    const text = searchText(given)
    return isSearchable(text) ? ask(text) : Promise.resolve(nothing(text))
  }

  return {
    search: port.search,
    rank: (text, variant) =>
      forText<Ranked>(
        text,
        () => ({ ids: [], total: 0, nearest: false }),
        (asked) => rankApplications(port, asked, variant),
      ),
    rankPartners: (text, variant) =>
      forText<readonly RankedPartner[]>(
        text,
        () => [],
        (asked) => rankPartners(port, asked, variant),
      ),
    answer: (text, variant, limit) =>
      forText<SearchAnswer>(
        text,
        (query) => ({ query, apps: { total: 0, hits: [] }, partners: { total: 0, hits: [] } }),
        (asked) => answerText(port, asked, limit, variant, current),
      ),
    noteMiss: (text, variant) => misses.note(searchText(text), variant.product),
    revision: port.revision,
    until: port.until,
    built: port.built,
    ready: port.isBuilt,
    connected: port.connected,
    close: async () => {
      await port.close()
      await misses.close()
    },
  }
}
