import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { ComposedBody } from '@marketplace/contracts/core/composed-body'
import { composedSize, wholeBody } from '@marketplace/domain/composed-body'
import { compress, decompress, type Effort, type Encoding, isCompressible } from './compress.ts'
import { composedDigest, digestOf } from './digest.ts'

/** An answer that a handler has made. `until` is the time at which it expires; null if only a change of its data ends it. */
export type MadeAnswer = {
  status: number
  contentType: string
  body: string | Buffer | ComposedBody
  headers?: Readonly<Record<string, string>>
  until: Date | null
  /** The effort of compression: `once` for an answer that is hardly ever requested again. Default: `quick`. */
  effort?: 'once' | 'quick'
  /** False for answers that strangers can cause without bound, such as a 404 for any address: they are not cached. */
  keep?: boolean
  /**
   * Whether the front door may send it again to anyone who requests the same address. It must not be true for answers that depend on the
   * person, nor for answers that strangers can cause without bound.
   */
  repeatable?: boolean
  /** A digest of the shown data, by which a handler can detect that nothing has changed. */
  fingerprint?: string
}

/** The handler found that nothing has changed: the previous answer stays valid until `until`. */
export type UnchangedAnswer = { unchanged: true; until: Date | null }

/** Makes an answer. `before` is the previous answer under the same key, which may have expired. */
export type MakeAnswer = (before: KeptAnswer | undefined) => Promise<MadeAnswer | UnchangedAnswer>

/** Whether the data that an answer was made from is unchanged. */
export type IsCurrent = () => boolean
const ALWAYS: IsCurrent = () => true

/**
 * A complete answer that can be sent many times. Each compressed form is made once; the uncompressed body is assembled at each call, or
 * decompressed once there is a compressed form.
 */
export type KeptAnswer = {
  status: number
  contentType: string
  headers: Readonly<Record<string, string>>
  /** Weak, because it is the same for every encoding. Computed when it is first read. */
  readonly etag: string
  /** Size of the uncompressed body in bytes. */
  size: number
  /** Whether the answer is still valid at an instant. */
  isValid: (now: Date) => boolean
  /** Extends the validity of an answer that would be made the same again. */
  renew: (until: Date | null, isCurrent: IsCurrent) => void
  /** See MadeAnswer. */
  repeatable: boolean
  fingerprint: string | null
  /** The encoding that is used for a client that accepts this one: `identity` if compression saves nothing. */
  sentAs: (encoding: Encoding) => Encoding
  body: (encoding: Encoding) => Promise<Buffer> | Buffer
}

export type AnswerCache = {
  /**
   * The cached answer under this key, or a new one. Simultaneous requests share one call of `make`. If it fails for a reason that concerns
   * only the first requester (isOfOneAsker), the others make their own. `isCurrent` tells whether the data that `make` has read is
   * unchanged; without it only `until` ends the answer.
   */
  get: (key: string, now: Date, make: MakeAnswer, isCurrent?: IsCurrent) => Promise<KeptAnswer>
  clear: () => void
}

type ReadBody = { size: number; digest: () => string; whole: () => Buffer }

const readComposed = (body: ComposedBody): ReadBody => ({
  size: composedSize(body),
  digest: () => composedDigest(body),
  whole: () => Buffer.from(wholeBody(body).buffer),
})
const readWhole = (whole: Buffer): ReadBody => ({ size: whole.length, digest: () => digestOf(whole), whole: () => whole })

/** Reads a body that is one piece, or one that is composed of pieces. A string is not kept beside its bytes. */
const readBody = (given: MadeAnswer['body']): ReadBody => {
  if (typeof given === 'object' && 'own' in given) return readComposed(given)
  return readWhole(typeof given === 'string' ? Buffer.from(given) : given)
}

export const keepAnswer = (
  made: MadeAnswer,
  effort: Effort = made.effort ?? 'quick',
  isCurrent: IsCurrent = ALWAYS,
): KeptAnswer => {
  const { status, contentType, headers = {}, keep, repeatable, fingerprint = null } = made
  const content: { read: ReadBody | null } = { read: readBody(made.body) }
  const { size } = content.read as ReadBody
  const compressible = isCompressible(size, effort)
  const compressed = new Map<Encoding, Promise<Buffer> | Buffer>()
  const sentAs = (encoding: Encoding): Encoding => (compressible ? encoding : 'identity')
  let validity = { until: made.until, isCurrent }
  let etag: string | null = null
  const readEtag = (): string => (etag ??= `W/"${(content.read as ReadBody).digest().slice(0, 22)}"`)
  const whole = (): Buffer => content.read?.whole() ?? decompressOneOf(compressed)
  /** Keeps a compressed form instead of the body, which takes several times its memory and is hardly ever sent uncompressed. */
  const keepForm = (encoding: Encoding, form: Buffer): void => {
    compressed.set(encoding, form)
    if (content.read) readEtag()
    content.read = null
  }
  return {
    status,
    contentType,
    headers,
    get etag() {
      return readEtag()
    },
    size,
    isValid: (now) => (validity.until === null || now < validity.until) && validity.isCurrent(),
    renew: (until, isStillCurrent) => {
      validity = { until, isCurrent: isStillCurrent }
    },
    repeatable: keep !== false && repeatable === true,
    fingerprint,
    sentAs,
    body: (encoding) => {
      const wanted = sentAs(encoding)
      if (wanted === 'identity') return whole()
      const ready = compressed.get(wanted)
      if (ready) return ready
      const work = compress(whole(), wanted, effort)
      if (Buffer.isBuffer(work)) {
        // An answer that is not cached ends with its request, so nothing is gained by its digest.
        if (keep === false) compressed.set(wanted, work)
        else keepForm(wanted, work)
        return work
      }
      compressed.set(wanted, work)
      work.then(
        (form) => keepForm(wanted, form),
        () => compressed.delete(wanted),
      )
      return work
    },
  }
}

/** The uncompressed body, from one of its compressed forms. */
const decompressOneOf = (compressed: ReadonlyMap<Encoding, Promise<Buffer> | Buffer>): Buffer => {
  for (const [encoding, form] of compressed)
    if (Buffer.isBuffer(form) && encoding !== 'identity') return decompress(form, encoding)
  throw new Error('a body without a compressed form is not dropped')
}

/**
 * An upper bound of the memory of an answer: the body with all its pieces, though answers share pieces, plus the compressed
 * forms.
 */
export const keptSize = ({ size }: KeptAnswer): number => Math.ceil(size * 1.5) + 500

type CacheOptions = {
  /** Called when the cache is cleared. */
  onClear?: () => void
  /** Whether an answer failed for a reason that concerns only its requester, so that others may get an answer. */
  isOfOneAsker?: (error: unknown) => boolean
}

/** A cache of complete answers with a memory limit of about `maxBytes`. */
export const createAnswerCache = (
  maxBytes: number,
  { onClear = () => {}, isOfOneAsker = () => false }: CacheOptions = {},
): AnswerCache => {
  const kept = new LRUCache<string, KeptAnswer>({ maxSize: maxBytes, sizeCalculation: keptSize })
  const underway = new Map<string, { answer: Promise<KeptAnswer>; isCurrent: IsCurrent }>()
  let generation = 0

  const makeAnswer = async (key: string, make: MakeAnswer, isCurrent: IsCurrent): Promise<KeptAnswer> => {
    const begun = generation
    const before = kept.peek(key)
    const made = await make(before)
    if ('unchanged' in made) {
      if (!before) throw new Error(`${key} cannot be unchanged: there is no earlier answer`)
      before.renew(made.until, isCurrent)
      return before
    }
    const answer = keepAnswer(made, made.effort, isCurrent)
    if (made.keep === false) return answer
    if (before && isSame(before, answer)) {
      before.renew(made.until, isCurrent)
      return before
    }
    // An answer that was begun before the cache was cleared may be outdated. Requests that already wait for it get it, later ones do not.
    if (begun === generation) kept.set(key, answer)
    return answer
  }

  return {
    get: (key, now, make, isCurrent = ALWAYS) => {
      const found = kept.get(key)
      if (found?.isValid(now)) return Promise.resolve(found)
      const waiting = underway.get(key)
      // The answer under way was begun before a change of its data, so later requests do not share it.
      if (waiting?.isCurrent())
        return waiting.answer.catch((error: unknown) => {
          if (!isOfOneAsker(error)) throw error
          const since = kept.get(key)
          return since?.isValid(now) ? since : makeAnswer(key, make, isCurrent)
        })
      const work = makeAnswer(key, make, isCurrent).finally(() => underway.get(key)?.answer === work && underway.delete(key))
      underway.set(key, { answer: work, isCurrent })
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

const isSame = (before: KeptAnswer, after: KeptAnswer): boolean =>
  before.etag === after.etag && before.status === after.status && isDeepStrictEqual(before.headers, after.headers)
