import { HITS_PER_PAGE, type SearchResult } from '@marketplace/contracts/search/protocol'
import { emptyBits, hasBit, setBit } from '@marketplace/domain/bit-set'
import {
  type IndexAnswer,
  type IndexMatches,
  type IndexRequest,
  isOfAllWords,
  type Places,
  type SearchPort,
  SearchRefused,
} from '../ports/search.ts'
import { assertNetworkAllowed } from '../core/no-network.ts'
import { createSearchTurns } from './search-turns.ts'

export type HostedSearchOptions = {
  /** The address before /1/indexes. */
  url: string
  /** Sent with each request; null for an index without a key. */
  credentials: { appId: string; apiKey: string } | null
  log: { warn: (details: object, message: string) => void }
  timeoutMs?: number
}

/** The time limit (ms). A person is typing, so a later answer would be useless. */
const TIMEOUT_MS = 3_000
/** The most calls at once. An index that does not answer holds each for TIMEOUT_MS. */
const TURNS = { atOnce: 32, ofOne: 64, ofAll: 256, waitMs: 5_000 }

/**
 * An index on another server, with the hosted protocol. If the index reports a request as malformed, the request is refused as malformed.
 * Every other failure, including a wrong key, means that the search is unavailable.
 */
export const createHostedSearch = ({ url, credentials, log, timeoutMs = TIMEOUT_MS }: HostedSearchOptions): SearchPort => {
  const address = `${url.replace(/\/+$/, '')}/1/indexes/*/queries`
  const headers = {
    'content-type': 'application/json',
    ...(credentials && { 'x-algolia-application-id': credentials.appId, 'x-algolia-api-key': credentials.apiKey }),
  }
  const unavailable = (err: unknown): SearchRefused => {
    log.warn({ err }, 'the hosted index does not answer')
    return new SearchRefused('unavailable', 'The search does not answer right now.', { cause: err })
  }

  const ask = async (requests: readonly IndexRequest[]): Promise<{ status: number; body: unknown }> => {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ requests }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      return { status: response.status, body: await response.json() }
    } catch (error) {
      throw unavailable(error)
    }
  }

  const takeTurn = createSearchTurns(TURNS)
  const search = async (requests: readonly IndexRequest[], caller: string): Promise<readonly IndexAnswer[]> => {
    assertNetworkAllowed('search')
    const { status, body } = await takeTurn(caller, () => ask(requests))
    if (status === 400 || status === 404)
      throw new SearchRefused(status === 400 ? 'malformed' : 'no-index', messageOf(body) ?? 'The index refused the request.')
    const results = (body as { results?: unknown } | null)?.results
    if (status !== 200 || !Array.isArray(results) || results.length !== requests.length)
      throw unavailable(new Error(`it answered ${status}: ${messageOf(body) ?? 'no results'}`))
    return results as IndexAnswer[]
  }

  return {
    search,
    searchAsJson: async (requests, caller) => (await search(requests, caller)).map((answer) => JSON.stringify(answer)),
    // One page of its maximum size: reading all pages would take too long.
    match: async (request, places, caller) =>
      matchesOf((await search([{ ...request, hitsPerPage: HITS_PER_PAGE.most }], caller))[0] as SearchResult, places),
  }
}

const matchesOf = (answer: SearchResult, { of, size }: Places): IndexMatches => {
  const { hits, nbHits } = answer
  const ranked = hits.flatMap(({ objectID }) => of.get(objectID) ?? [])
  const all = emptyBits(size)
  for (const place of ranked) setBit(all, place)
  return {
    total: nbHits,
    complete: hits.length >= nbHits,
    allWords: isOfAllWords(answer),
    asTyped: answer.asTyped ?? null,
    places: () => all,
    best: async (limit, wanted = all) => ranked.filter((place) => hasBit(wanted, place)).slice(0, limit),
    mark: (text) => [{ text, matched: false }],
  }
}

const messageOf = (body: unknown): string | null => {
  const message = (body as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message.slice(0, 300) : null
}
