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
 * The search. It is kept current while it is open. Texts are normalized by searchText; a text that is too short finds nothing. `caller` is
 * the client's network address: see SearchPort.
 */
export type LiveSearch = Pick<SearchPort, 'search' | 'searchAsJson'> & {
  /** Finds applications and services of a variant, in the caller's numbering. */
  find: (text: string, variant: Variant, places: Places, caller: string) => Promise<FoundApplications>
  /** Finds experts and developers of a variant. */
  findPartners: (text: string, variant: Variant, caller: string) => Promise<FoundPartners>
  /** The first hits of both, with their matches marked. */
  answer: (text: string, variant: Variant, limit: number, caller: string) => Promise<SearchAnswer>
  /** Whether a variant lacks what is searched for: see isMissing. */
  isMissing: (text: string, variant: Variant, caller: string) => Promise<boolean>
  /**
   * Counts a person's search for something that a variant lacks. Only the results page calls it, because a text that is being typed is not
   * a complete search, and callers of the protocol are programs.
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

  /** Runs the search for a text that is long enough, and returns `nothing` for a shorter one. */
  const forText = <T>(given: string, nothing: (text: string) => T, ask: (text: string) => Promise<T>): Promise<T> => {
    const text = searchText(given)
    return isSearchable(text) ? ask(text) : Promise.resolve(nothing(text))
  }

  return {
    search: port.search,
    searchAsJson: port.searchAsJson,
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
