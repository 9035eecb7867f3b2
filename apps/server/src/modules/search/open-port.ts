import { createEmbeddedSearch } from '../../adapters/embedded-search.ts'
import { createHostedSearch, type HostedSearchOptions } from '../../adapters/hosted-search.ts'
import type { DatabaseClient } from '../../db/client.ts'
import type { Clock } from '../../core/clock.ts'
import type { SearchPort } from '../../ports/search.ts'
import type { LiveCatalogue } from '../catalogue/index.ts'
import type { LivePartners } from '../partners/index.ts'
import { outsideOfBeta, withoutBeta } from './beta-requests.ts'
import { followSynonyms } from './follow-synonyms.ts'
import { APPS, PARTNERS } from './indexes.ts'
import { keepIndexes } from './keep-indexes.ts'
import { createRecordSources } from './record-sources.ts'

export type OpenPortOptions = {
  client: DatabaseClient
  /** The pool with short limits, for the long texts of hits, because a person waits for them. */
  requests: Pick<DatabaseClient, 'database'>
  catalogue: LiveCatalogue
  partners: LivePartners
  clock: Clock
  publicUrl: string
  /** A hosted index instead of the one in this process. */
  hosted: Omit<HostedSearchOptions, 'log'> | null
  log: { warn: (details: object, message: string) => void }
}

/** An index, with facts about how current it is. */
export type OpenPort = SearchPort & {
  /** Increases with each change of the index that this process knows of. */
  revision: () => number
  /** The time at which a cached answer expires; null if only a new revision ends it. */
  until: () => Date | null
  /** Resolves when the index is complete. */
  built: Promise<void>
  isBuilt: () => boolean
  connected: () => boolean
  close: () => Promise<void>
}

/** A hosted index does not report its changes, so answers are cached only briefly. */
const HOSTED_KEPT_MS = 30_000

const openHosted = ({ hosted, catalogue, partners, clock, log }: OpenPortOptions & { hosted: object }): OpenPort => {
  const { search, searchAsJson, match } = createHostedSearch({ ...(hosted as HostedSearchOptions), log })
  return {
    search: (requests, caller) => search(requests.map(withoutBeta), caller),
    searchAsJson: (requests, caller) => searchAsJson(requests.map(withoutBeta), caller),
    match: (request, places, caller) => match(withoutBeta(request), places, caller),
    revision: () => catalogue.current().revision + partners.current().revision,
    until: () => new Date(clock.now().getTime() + HOSTED_KEPT_MS),
    built: Promise.resolve(),
    isBuilt: () => true,
    connected: () => true,
    close: async () => {},
  }
}

const openEmbedded = async ({ client, requests, ...options }: OpenPortOptions): Promise<OpenPort> => {
  const sources = createRecordSources({ ...options, database: requests.database })
  const indexes = createEmbeddedSearch([
    { definition: APPS, source: sources.applications },
    { definition: PARTNERS, source: sources.partners },
  ])
  const synonyms = await followSynonyms(client, options.log)
  indexes.setSynonyms(synonyms.current().synonyms)
  synonyms.onChange((changed) => indexes.setSynonyms(changed.synonyms))
  const kept = keepIndexes({ ...options, indexes, database: client.database })
  return {
    search: async (requests, caller) => {
      await kept.current()
      return indexes.search(requests.map(outsideOfBeta), caller)
    },
    searchAsJson: async (requests, caller) => {
      await kept.current()
      return indexes.searchAsJson(requests.map(outsideOfBeta), caller)
    },
    match: async (request, places, caller) => {
      await kept.current()
      return indexes.match(request, places, caller)
    },
    revision: () => kept.revision() + synonyms.current().revision,
    until: options.catalogue.until,
    built: kept.built,
    isBuilt: kept.isBuilt,
    connected: synonyms.connected,
    close: async () => {
      await kept.close()
      await synonyms.close()
    },
  }
}

/** Opens the index that the settings name: a hosted one, or the one in this process. */
export const openPort = (options: OpenPortOptions): Promise<OpenPort> =>
  options.hosted ? Promise.resolve(openHosted({ ...options, hosted: options.hosted })) : openEmbedded(options)
