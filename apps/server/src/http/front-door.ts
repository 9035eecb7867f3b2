import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { isAmbiguous } from './peers.ts'
import { type KeptAnswer, keptSize } from './answer-cache.ts'
import type { Encoding } from './compress.ts'
import { chooseEncoding, matchesEtag } from './send-answer.ts'

type SentHeaders = Readonly<Record<string, string | number | string[] | undefined>>

/** An answer that Fastify sent, with its headers and route. */
export type SentAnswer = { answer: KeptAnswer; headers: SentHeaders; route: string }

/** What the front door answered, for the log and the metrics. */
export type FrontDoorAnswer = { id: string; route: string; status: 200 | 304 }

/**
 * Answers repeated requests before Fastify handles them, with complete answers that Fastify sent before for the same address and that are
 * the same for everyone (docs/decisions/0014-a-door-before-the-routes.md). It has no routes and no hooks. Fastify handles every request
 * that is not a plain GET or HEAD of a known address.
 */
export type FrontDoor = {
  /** Sends the stored answer for this request's address. Returns null if Fastify has to handle the request. */
  answer: (request: IncomingMessage, response: ServerResponse) => FrontDoorAnswer | null
  /** Stores an answer that was sent for this request's address, if it may be repeated. */
  keep: (request: IncomingMessage, sent: SentAnswer) => void
  clear: () => void
}

/** A response, ready to be written. */
type ReadyResponse = { status: 200 | 304; head: readonly string[]; body: Buffer | undefined }
/**
 * A stored answer, and the forms (encodings) that were requested so far. The headers of `notModified` are common to all forms.
 */
type StoredAnswer = {
  answer: KeptAnswer
  route: string
  notModified: ReadyResponse
  forms: Partial<Record<Encoding, ReadyResponse>>
  bytes: number
}

const MOST_ENTRIES = 2_000
/** Compressed forms are shared with the answer cache; an uncompressed page is assembled for this store only. */
const MOST_BYTES = 32 * 1024 * 1024
/** Larger answers are not stored, because for them the time that the front door saves does not matter. */
const MOST_ENTRY_BYTES = 1024 * 1024
/** Longer addresses are not stored. No link is longer, and strangers can make up long addresses without bound. */
const LONGEST_ADDRESS = 500

/** Requests with one of these headers have a body or a person's token, or ask for a part of the answer. Fastify handles them. */
const UNREPEATABLE_HEADERS = ['authorization', 'content-length', 'transfer-encoding', 'expect', 'range', 'upgrade'] as const

type HostOf = (request: IncomingMessage) => string

/**
 * The key of the stored answer; null for a request that Fastify has to handle. An address has no blank, so the key is
 * unambiguous.
 */
const addressOf = (request: IncomingMessage, hostOf: HostOf): string | null => {
  const { method, url = '', headers } = request
  if (method !== 'GET' && method !== 'HEAD') return null
  if (!url.startsWith('/') || UNREPEATABLE_HEADERS.some((name) => headers[name] !== undefined) || isAmbiguous(request))
    return null
  const host = hostOf(request)
  return url.length + host.length > LONGEST_ADDRESS ? null : `${url} ${host}`
}

/** Headers that differ between requests or between encodings. */
const VARYING_HEADERS = new Set(
  'x-request-id date connection keep-alive content-encoding content-type content-length transfer-encoding'.split(' '),
)

/** The headers that all forms share, as the flat list that node:http takes. */
const commonHead = (headers: SentHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || VARYING_HEADERS.has(name.toLowerCase()) ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  )

const mayBeSent = (answer: KeptAnswer, now: () => Date): boolean => {
  try {
    return answer.repeatable && answer.isValid(now())
  } catch {
    // The route will have the same error and report it.
    return false
  }
}

/** The form in this encoding; null if it was not compressed yet, because compressing is asynchronous. */
const formOf = ({ answer, notModified, forms }: StoredAnswer, encoding: Encoding): ReadyResponse | null => {
  const made = forms[encoding]
  if (made) return made
  const body = answer.body(encoding)
  if (!Buffer.isBuffer(body)) return null
  const head = [...notModified.head]
  if (answer.sentAs(encoding) !== 'identity') head.push('content-encoding', encoding)
  head.push('content-type', answer.contentType, 'content-length', String(body.length))
  const form: ReadyResponse = { status: 200, head, body }
  forms[encoding] = form
  return form
}

/** `hostOf` must return the same host as the routes use, because answers are cached by it. */
export const createFrontDoor = (now: () => Date, hostOf: HostOf = ({ headers }) => headers.host ?? ''): FrontDoor => {
  const entries = new LRUCache<string, StoredAnswer>({
    max: MOST_ENTRIES,
    maxSize: MOST_BYTES,
    maxEntrySize: MOST_ENTRY_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  })
  return {
    answer: (request, response) => {
      const address = addressOf(request, hostOf)
      const entry = address === null ? undefined : entries.get(address)
      if (address === null || entry === undefined) return null
      const { answer, route, notModified } = entry
      if (!mayBeSent(answer, now)) {
        entries.delete(address)
        return null
      }
      const { headers } = request
      const known = matchesEtag(headers['if-none-match'], answer.etag)
      const ready = known ? notModified : formOf(entry, chooseEncoding(headers['accept-encoding']))
      if (!ready) return null
      const id = randomUUID()
      response.writeHead(ready.status, ['x-request-id', id, ...ready.head])
      response.end(request.method === 'HEAD' ? undefined : ready.body)
      return { id, route, status: ready.status }
    },
    keep: (request, { answer, headers, route }) => {
      const address = addressOf(request, hostOf)
      // An expired answer would keep the data that it was made from in memory. A cookie belongs to one person.
      if (address === null || answer.status !== 200 || headers['set-cookie'] !== undefined || !mayBeSent(answer, now)) return
      const notModified: ReadyResponse = { status: 304, head: commonHead(headers), body: undefined }
      entries.set(address, { answer, route, notModified, forms: {}, bytes: keptSize(answer) + 4_000 })
    },
    clear: () => entries.clear(),
  }
}
