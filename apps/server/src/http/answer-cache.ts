import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** What a handler made, before it is kept. `until` is the instant from which it is no longer true; null for as long as its key. */
export type MadeAnswer = {
  status: number
  contentType: string
  body: string | Buffer
  headers?: Readonly<Record<string, string>>
  until: Date | null
  /** False for what anyone can make up any number of, such as addresses of nothing: it takes no place in the cache. */
  keep?: boolean
  /**
   * Whether it would still be made the same; the front door asks it before it sends the answer again to whoever asks for the same
   * address. Left out, the front door never has it. What depends on the person who asks must leave it out.
   */
  holds?: () => boolean
}

/** A whole answer, ready to be sent again and again; each encoding is worked out once. */
export type KeptAnswer = {
  status: number
  contentType: string
  headers: Readonly<Record<string, string>>
  etag: string
  until: Date | null
  /** See MadeAnswer; null for what the front door never has. */
  holds: (() => boolean) | null
  body: (encoding: Encoding) => Promise<Buffer> | Buffer
}

export type AnswerCache = {
  /** The answer kept under this key, or a new one. Requests that come while it is made wait for it. */
  get: (key: string, now: Date, make: () => Promise<MadeAnswer>) => Promise<KeptAnswer>
  /** Forgets everything. */
  clear: () => void
}

/** Below this a compressed answer saves nothing. */
const COMPRESS_FROM_BYTES = 1_024

/** How hard an answer is compressed: `quick` for what is made for a request, `best` for what never changes. */
type Effort = 'quick' | 'best'
const BROTLI_QUALITY: Record<Effort, number> = { quick: 5, best: 11 }

export const keepAnswer = (made: MadeAnswer, effort: Effort = 'quick'): KeptAnswer => {
  const identity = typeof made.body === 'string' ? Buffer.from(made.body) : made.body
  const encoded = new Map<Encoding, Promise<Buffer> | Buffer>([['identity', identity]])
  return {
    status: made.status,
    contentType: made.contentType,
    headers: made.headers ?? {},
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    until: made.until,
    holds: made.keep === false ? null : (made.holds ?? null),
    body: (encoding) => {
      const wanted = identity.length < COMPRESS_FROM_BYTES ? 'identity' : encoding
      const ready = encoded.get(wanted)
      if (ready) return ready
      const work = (wanted === 'br' ? brotli(identity, BROTLI_QUALITY[effort]) : compressGzip(identity)).then((content) => {
        encoded.set(wanted, content)
        return content
      })
      encoded.set(wanted, work)
      work.catch(() => encoded.delete(wanted))
      return work
    },
  }
}

const brotli = (content: Buffer, quality: number) =>
  compressBrotli(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })

/** A cache of whole answers that takes no more than about `maxBytes` of memory. `onClear` hears when it forgets everything. */
export const createAnswerCache = (maxBytes: number, onClear: () => void = () => {}): AnswerCache => {
  const kept = new LRUCache<string, { answer: KeptAnswer; size: number }>({
    maxSize: maxBytes,
    // The compressed forms come on top of the plain one.
    sizeCalculation: ({ size }) => Math.ceil(size * 1.5) + 500,
  })
  const underway = new Map<string, Promise<KeptAnswer>>()
  let generation = 0
  return {
    get: async (key, now, make) => {
      const found = kept.get(key)?.answer
      if (found && (!found.until || now < found.until)) return found
      const waiting = underway.get(key)
      if (waiting) return waiting
      const begun = generation
      const work = make()
        .then((made) => {
          const answer = keepAnswer(made)
          // What was begun before the cache was cleared may be stale: whoever waits gets it, nobody later.
          if (begun === generation && made.keep !== false) kept.set(key, { answer, size: Buffer.byteLength(made.body) })
          return answer
        })
        .finally(() => underway.get(key) === work && underway.delete(key))
      underway.set(key, work)
      return work
    },
    clear: () => {
      generation++
      kept.clear()
      underway.clear()
      onClear()
    },
  }
}
