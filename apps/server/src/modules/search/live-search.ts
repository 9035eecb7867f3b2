import { isSearchable, searchText } from '@marketplace/contracts/search/limits'
import { type SearchAnswer } from '@marketplace/contracts/search/schemas'
import type { Variant } from '@marketplace/contracts/core/variants'
import type { DatabaseClient } from '../../db/client.ts'
import type { Clock } from '../../core/clock.ts'
import type { Places, SearchPort } from '../../ports/search.ts'
import type { CatalogueSnapshot } from '../catalogue/index.ts'
import type { PartnersSnapshot } from '../partners/index.ts'
import { findApplications, findPartners, type FoundApplications, foundNothing, type FoundPartners } from './find-matches.ts'
import { isMissing } from './is-missing.ts'
import { countMisses } from './misses.ts'
import { openPort, type OpenPort, type OpenPortOptions } from './open-port.ts'
import { answerText } from './typed-answer.ts'

/**
 * The search, current for as long as it is open. Texts are read as searchText reads them; too short a one finds nothing. `caller` is the
 * address of who asks: see SearchPort.
 */
export type LiveSearch = Pick<SearchPort, 'search'> & {
  /** Applications and services of a variant that fit a text, by the places that the caller has for them. */
  find: (text: string, variant: Variant, places: Places, caller: string) => Promise<FoundApplications>
  /** Experts and developers of a variant that fit a text. */
  findPartners: (text: string, variant: Variant, caller: string) => Promise<FoundPartners>
  /** The first hits of both, with what matches in them. */
  answer: (text: string, variant: Variant, limit: number, caller: string) => Promise<SearchAnswer>
  /** Whether what a variant is searched for is missing there, as isMissing has it. */
  isMissing: (text: string, variant: Variant, caller: string) => Promise<boolean>
  /**
   * Counts that a person looked for this in a variant and it is missing. For the results page: what is asked while somebody types is
   * not a search yet, and the protocol's callers are not people.
   */
  noteMiss: (text: string, variant: Variant) => void
} & Pick<OpenPort, 'revision' | 'until' | 'built' | 'connected' | 'close'> & { ready: () => boolean }

export type LiveSearchOptions = OpenPortOptions & { client: DatabaseClient; clock: Clock }

const NO_HITS = { total: 0, nearest: false, hits: [] }

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
    find: (text, variant, places, caller) =>
      forText(
        text,
        () => foundNothing(places),
        (asked) => findApplications(port, asked, variant, places, caller),
      ),
    findPartners: (text, variant, caller) =>
      forText<FoundPartners>(
        text,
        () => ({ partners: [], nearest: false }),
        (asked) => findPartners(port, asked, variant, caller),
      ),
    answer: (text, variant, limit, caller) =>
      forText<SearchAnswer>(
        text,
        (query) => ({ query, apps: NO_HITS, partners: NO_HITS }),
        (asked) => answerText(port, { text: asked, limit, variant, caller }, current),
      ),
    isMissing: (text, variant, caller) =>
      forText(
        text,
        () => false,
        (asked) => isMissing(port, asked, variant, caller),
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
