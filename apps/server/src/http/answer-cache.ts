import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { ComposedBody } from '@marketplace/contracts/composed-body'
import { composedSize, wholeBody } from '@marketplace/domain/composed-body'
import { composedDigest, digestOf } from './digest.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** What a handler made, before it is kept. `until` is the instant from which it is no longer true; null for as long as its key. */
export type MadeAnswer = {
  status: number
  contentType: string
  body: string | Buffer | ComposedBody
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

/** A whole answer, ready to be sent again and again. It is compressed once in each way; a page as it is is put together each time. */
export type KeptAnswer = {
  status: number
  contentType: string
  headers: Readonly<Record<string, string>>
  /** Weak: it is the same in every encoding. */
  etag: string
  /** Bytes of it as it is. */
  size: number
  until: Date | null
  /** See MadeAnswer; null for what the front door never has. */
  holds: (() => boolean) | null
  /** How it is sent to whoever takes this encoding: as it is, where compressing it would save nothing. */
  sentAs: (encoding: Encoding) => Encoding
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

/**
 * How hard an answer is compressed: `quick` for what is made for a request, `best` for what never changes, `none` for what is
 * compressed in itself.
 */
type Effort = 'none' | 'quick' | 'best'
const BROTLI_QUALITY = { none: 0, once: 3, quick: 5, best: 11 } as const satisfies Record<Effort | 'once', number>

/** A body that is one piece, or what it takes to put it together. */
const readBody = (given: MadeAnswer['body']): { size: number; digest: () => string; whole: () => Buffer } => {
  if (typeof given === 'object' && 'own' in given)
    return { size: composedSize(given), digest: () => composedDigest(given), whole: () => Buffer.from(wholeBody(given).buffer) }
  const whole = typeof given === 'string' ? Buffer.from(given) : given
  return { size: whole.length, digest: () => digestOf(whole), whole: () => whole }
}

export const keepAnswer = (made: MadeAnswer, effort: Effort = 'quick'): KeptAnswer => {
  const { size, digest, whole } = readBody(made.body)
  const compressible = effort !== 'none' && size >= COMPRESS_FROM_BYTES
  const compressed = new Map<Encoding, Promise<Buffer> | Buffer>()
  const sentAs = (encoding: Encoding): Encoding => (compressible ? encoding : 'identity')
  return {
    status: made.status,
    contentType: made.contentType,
    headers: made.headers ?? {},
    etag: `W/"${digest().slice(0, 22)}"`,
    size,
    until: made.until,
    holds: made.keep === false ? null : (made.holds ?? null),
    sentAs,
    body: (encoding) => {
      const wanted = sentAs(encoding)
      if (wanted === 'identity') return whole()
      const ready = compressed.get(wanted)
      if (ready) return ready
      const work = (wanted === 'br' ? brotli(whole(), BROTLI_QUALITY[effort]) : compressGzip(whole())).then((content) => {
        compressed.set(wanted, content)
        return content
      })
      compressed.set(wanted, work)
      work.catch(() => compressed.delete(wanted))
      return work
    },
  }
}

/** What is sent once: it is compressed quickly, or not at all (null) where that saves nothing. */
export const compressOnce = async (content: string, encoding: Encoding): Promise<Buffer | null> => {
  const plain = Buffer.from(content)
  if (encoding === 'identity' || plain.length < COMPRESS_FROM_BYTES) return null
  return encoding === 'br' ? brotli(plain, BROTLI_QUALITY.once) : compressGzip(plain)
}

const brotli = (content: Buffer, quality: number) =>
  compressBrotli(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })

/** What an answer takes of memory at most: as it is, with pieces in full though they are shared, and the compressed forms. */
export const keptSize = ({ size }: KeptAnswer): number => Math.ceil(size * 1.5) + 500

/** A cache of whole answers that takes no more than about `maxBytes` of memory. `onClear` hears when it forgets everything. */
export const createAnswerCache = (maxBytes: number, onClear: () => void = () => {}): AnswerCache => {
  const kept = new LRUCache<string, KeptAnswer>({ maxSize: maxBytes, sizeCalculation: keptSize })
  const underway = new Map<string, Promise<KeptAnswer>>()
  let generation = 0
  return {
    get: async (key, now, make) => {
      const found = kept.get(key)
      if (found && (!found.until || now < found.until)) return found
      const waiting = underway.get(key)
      if (waiting) return waiting
      const begun = generation
      const work = make()
        .then((made) => {
          const answer = keepAnswer(made)
          // What was begun before the cache was cleared may be stale: whoever waits gets it, nobody later.
          if (begun === generation && made.keep !== false) kept.set(key, answer)
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
