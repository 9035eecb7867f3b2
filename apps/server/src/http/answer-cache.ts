import { isDeepStrictEqual, promisify } from 'node:util'
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
  /** How hard it is compressed: `once` for what is hardly ever asked for again. `quick` without it. */
  effort?: 'once' | 'quick'
  /** False for what anyone can make up any number of, such as addresses of nothing: it takes no place in the cache. */
  keep?: boolean
  /**
   * Whether the front door may send it again to whoever asks for the same address. Never for what depends on the person who asks, nor
   * for answers of which anyone can make up any number.
   */
  repeatable?: boolean
  /** What it shows, in few letters. An answer that shows what the one before it showed takes that one's place as it is. */
  shows?: string
}

/** Nothing of an answer has changed: the one before it stands for longer. */
export type UnchangedAnswer = { unchanged: true; until: Date | null }

/** How an answer is made. `before` is what was made of this the last time, and may no longer be true. */
export type MakeAnswer = (before: KeptAnswer | undefined) => Promise<MadeAnswer | UnchangedAnswer>

/** Whether everything that an answer was made of still is what it was. */
export type Holds = () => boolean
const ALWAYS: Holds = () => true

/** A whole answer, ready to be sent again and again. It is compressed once in each way; a page as it is is put together each time. */
export type KeptAnswer = {
  status: number
  contentType: string
  headers: Readonly<Record<string, string>>
  /** Weak: it is the same in every encoding. */
  etag: string
  /** Bytes of it as it is. */
  size: number
  /** Whether it is still true at an instant. */
  isTrue: (now: Date) => boolean
  /** It was found to be the same as what would be made now: it is true for as long as that would be. */
  renew: (until: Date | null, holds: Holds) => void
  /** See MadeAnswer. */
  repeatable: boolean
  shows: string | null
  /** How it is sent to whoever takes this encoding: as it is, where compressing it would save nothing. */
  sentAs: (encoding: Encoding) => Encoding
  body: (encoding: Encoding) => Promise<Buffer> | Buffer
}

export type AnswerCache = {
  /**
   * The answer kept under this key, or a new one. Requests that come while it is made wait for it, and where it is refused to who asked first,
   * each asks for itself. `holds` says whether what `make` has
   * read, or has read so far, is still what it was; without it an answer is true until it says.
   */
  get: (key: string, now: Date, make: MakeAnswer, holds?: Holds) => Promise<KeptAnswer>
  /** Forgets everything. */
  clear: () => void
}

/** Below this a compressed answer saves nothing. */
const COMPRESS_FROM_BYTES = 1_024

/**
 * How hard an answer is compressed: `once` for what is hardly ever asked for again, `quick` for what is made for a request and kept,
 * `best` for what never changes, `none` for what is compressed in itself.
 */
type Effort = 'none' | 'once' | 'quick' | 'best'
const BROTLI_QUALITY = { none: 0, once: 1, quick: 5, best: 11 } as const satisfies Record<Effort, number>
const GZIP_LEVEL = { none: 0, once: 1, quick: 6, best: 9 } as const satisfies Record<Effort, number>

/** A body that is one piece, or what it takes to put it together. */
const readBody = (given: MadeAnswer['body']): { size: number; digest: () => string; whole: () => Buffer } => {
  if (typeof given === 'object' && 'own' in given)
    return { size: composedSize(given), digest: () => composedDigest(given), whole: () => Buffer.from(wholeBody(given).buffer) }
  const whole = typeof given === 'string' ? Buffer.from(given) : given
  return { size: whole.length, digest: () => digestOf(whole), whole: () => whole }
}

export const keepAnswer = (made: MadeAnswer, effort: Effort = made.effort ?? 'quick', holds: Holds = ALWAYS): KeptAnswer => {
  const { size, digest, whole } = readBody(made.body)
  const compressible = effort !== 'none' && size >= COMPRESS_FROM_BYTES
  const compressed = new Map<Encoding, Promise<Buffer> | Buffer>()
  const sentAs = (encoding: Encoding): Encoding => (compressible ? encoding : 'identity')
  let stands = { until: made.until, holds }
  return {
    status: made.status,
    contentType: made.contentType,
    headers: made.headers ?? {},
    etag: `W/"${digest().slice(0, 22)}"`,
    size,
    isTrue: (now) => (stands.until === null || now < stands.until) && stands.holds(),
    renew: (until, stillHolds) => {
      stands = { until, holds: stillHolds }
    },
    repeatable: made.keep !== false && made.repeatable === true,
    shows: made.shows ?? null,
    sentAs,
    body: (encoding) => {
      const wanted = sentAs(encoding)
      if (wanted === 'identity') return whole()
      const ready = compressed.get(wanted)
      if (ready) return ready
      const work = (
        wanted === 'br' ? brotli(whole(), BROTLI_QUALITY[effort]) : compressGzip(whole(), { level: GZIP_LEVEL[effort] })
      ).then((content) => {
        compressed.set(wanted, content)
        return content
      })
      compressed.set(wanted, work)
      work.catch(() => compressed.delete(wanted))
      return work
    },
  }
}

const brotli = (content: Buffer, quality: number) =>
  compressBrotli(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })

/** What an answer takes of memory at most: as it is, with pieces in full though they are shared, and the compressed forms. */
export const keptSize = ({ size }: KeptAnswer): number => Math.ceil(size * 1.5) + 500

type CacheOptions = {
  /** Hears when the cache forgets everything. */
  onClear?: () => void
  /** Whether an answer failed for a reason of who asked, so that somebody else may get one. */
  isOfOneAsker?: (error: unknown) => boolean
}

/** A cache of whole answers that takes no more than about `maxBytes` of memory. */
export const createAnswerCache = (
  maxBytes: number,
  { onClear = () => {}, isOfOneAsker = () => false }: CacheOptions = {},
): AnswerCache => {
  const kept = new LRUCache<string, KeptAnswer>({ maxSize: maxBytes, sizeCalculation: keptSize })
  const underway = new Map<string, { answer: Promise<KeptAnswer>; holds: Holds }>()
  let generation = 0

  const makeAnswer = async (key: string, make: MakeAnswer, holds: Holds): Promise<KeptAnswer> => {
    const begun = generation
    const before = kept.peek(key)
    const made = await make(before)
    if ('unchanged' in made) {
      if (!before) throw new Error(`${key} cannot be unchanged: nothing was kept of it`)
      before.renew(made.until, holds)
      return before
    }
    const answer = keepAnswer(made, 'quick', holds)
    if (made.keep === false) return answer
    if (before && isSame(before, answer)) {
      before.renew(made.until, holds)
      return before
    }
    // What was begun before the cache was cleared may be stale: whoever waits gets it, nobody later.
    if (begun === generation) kept.set(key, answer)
    return answer
  }

  return {
    get: (key, now, make, holds = ALWAYS) => {
      const found = kept.get(key)
      if (found?.isTrue(now)) return Promise.resolve(found)
      const waiting = underway.get(key)
      // What has changed since that was begun is not in it.
      if (waiting?.holds())
        return waiting.answer.catch((error: unknown) => {
          if (!isOfOneAsker(error)) throw error
          const since = kept.get(key)
          return since?.isTrue(now) ? since : makeAnswer(key, make, holds)
        })
      const work = makeAnswer(key, make, holds).finally(() => underway.get(key)?.answer === work && underway.delete(key))
      underway.set(key, { answer: work, holds })
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

/** Whether an answer is the one before it, to the byte and in its headers. */
const isSame = (before: KeptAnswer, after: KeptAnswer): boolean =>
  before.etag === after.etag && before.status === after.status && isDeepStrictEqual(before.headers, after.headers)
