import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { isAmbiguous } from './peers.ts'
import { type Encoding, type KeptAnswer, keptSize } from './answer-cache.ts'
import { chooseEncoding, isKnownTo } from './send-answer.ts'

type SentHeaders = Readonly<Record<string, string | number | string[] | undefined>>

/** An answer as it was sent the whole way: with which headers, and by which route. */
export type SentAnswer = { answer: KeptAnswer; headers: SentHeaders; route: string }

/** What was answered at the door, for the log and the metrics. */
export type AnsweredAtDoor = { id: string; route: string; status: 200 | 304 }

/**
 * Answers again what it saw leave the house: a whole answer for one address, the same for everyone who asks. It knows neither routes
 * nor hooks; whatever is not plain and known to it goes the whole way.
 */
export type FrontDoor = {
  /** Sends the answer that is kept for this request's address; null where it has to go the whole way. */
  answer: (request: IncomingMessage, response: ServerResponse) => AnsweredAtDoor | null
  /** Keeps what was sent for this request's address, if it may be sent there again. */
  keep: (request: IncomingMessage, sent: SentAnswer) => void
  clear: () => void
}

/** An answer, ready to be written. */
type Ready = { status: 200 | 304; head: readonly string[]; body: Buffer | undefined }
/** What is kept for an address: the answer, and its forms as far as they were asked for. `notModified` has the headers of all. */
type Entry = { answer: KeptAnswer; route: string; notModified: Ready; forms: Partial<Record<Encoding, Ready>>; bytes: number }

const MOST_ENTRIES = 2_000
/** The compressed forms are shared with the cache of answers; a page that is sent as it is was put together for here. */
const MOST_BYTES = 32 * 1024 * 1024
/** For what is larger, finding it is not what takes the time. */
const MOST_BYTES_OF_ONE = 1024 * 1024
/** Nobody links to a longer one, and anyone can make them up. */
const LONGEST_ADDRESS = 500

/** Headers that ask for more than the answer, or bring something: not for here. */
const UNUSUAL = ['authorization', 'content-length', 'transfer-encoding', 'expect', 'range', 'upgrade'] as const

type HostOf = (request: IncomingMessage) => string

/** What an answer is kept under; null for a request that is not plain. There is no blank in a request's address. */
const addressOf = (request: IncomingMessage, hostOf: HostOf): string | null => {
  const { method, url = '', headers } = request
  if (method !== 'GET' && method !== 'HEAD') return null
  if (!url.startsWith('/') || UNUSUAL.some((name) => headers[name] !== undefined) || isAmbiguous(request)) return null
  const host = hostOf(request)
  return url.length + host.length > LONGEST_ADDRESS ? null : `${url} ${host}`
}

/** Headers that differ from request to request, or with the form that is sent. */
const OF_ONE_FORM = new Set(
  'x-request-id date connection keep-alive content-encoding content-type content-length transfer-encoding'.split(' '),
)

/** The headers that every form of the answer has, in one row as node:http takes them. */
const commonHead = (headers: SentHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || OF_ONE_FORM.has(name.toLowerCase()) ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  )

const mayBeSent = (answer: KeptAnswer, now: () => Date): boolean => {
  try {
    return answer.repeatable && answer.isTrue(now())
  } catch {
    // The whole way fails of it too, and there it is said.
    return false
  }
}

/** The form in this encoding; null while it was never compressed, which is work for the whole way. */
const formOf = ({ answer, notModified, forms }: Entry, encoding: Encoding): Ready | null => {
  const made = forms[encoding]
  if (made) return made
  const body = answer.body(encoding)
  if (!Buffer.isBuffer(body)) return null
  const head = [...notModified.head]
  if (answer.sentAs(encoding) !== 'identity') head.push('content-encoding', encoding)
  head.push('content-type', answer.contentType, 'content-length', String(body.length))
  const form: Ready = { status: 200, head, body }
  forms[encoding] = form
  return form
}

/** `hostOf` must return the same host as the routes use, because answers are cached by it. */
export const createFrontDoor = (now: () => Date, hostOf: HostOf = ({ headers }) => headers.host ?? ''): FrontDoor => {
  const entries = new LRUCache<string, Entry>({
    max: MOST_ENTRIES,
    maxSize: MOST_BYTES,
    maxEntrySize: MOST_BYTES_OF_ONE,
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
      const known = isKnownTo(headers['if-none-match'], answer.etag)
      const ready = known ? notModified : formOf(entry, chooseEncoding(headers['accept-encoding']))
      if (!ready) return null
      const id = randomUUID()
      response.writeHead(ready.status, ['x-request-id', id, ...ready.head])
      response.end(request.method === 'HEAD' ? undefined : ready.body)
      return { id, route, status: ready.status }
    },
    keep: (request, { answer, headers, route }) => {
      const address = addressOf(request, hostOf)
      // What is no longer true would keep all that it was made of in memory. A cookie is for one person.
      if (address === null || answer.status !== 200 || headers['set-cookie'] !== undefined || !mayBeSent(answer, now)) return
      const notModified: Ready = { status: 304, head: commonHead(headers), body: undefined }
      entries.set(address, { answer, route, notModified, forms: {}, bytes: keptSize(answer) + 4_000 })
    },
    clear: () => entries.clear(),
  }
}
