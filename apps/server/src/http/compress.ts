import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzip, gzipSync } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** Smaller bodies are not worth compressing. */
const COMPRESS_FROM_BYTES = 1_024

/**
 * The effort of compression: `once` if the answer is hardly ever requested again, `quick` if it is made for a request and cached, `best` if
 * it never changes, `none` if its format is already compressed.
 */
export type Effort = 'none' | 'once' | 'quick' | 'best'
const BROTLI_QUALITY = { none: 0, once: 1, quick: 5, best: 11 } as const satisfies Record<Effort, number>
const GZIP_LEVEL = { none: 0, once: 1, quick: 6, best: 9 } as const satisfies Record<Effort, number>

/**
 * Bodies up to this size are compressed synchronously if the effort is `once`, which takes a fifth of a millisecond. Using a thread of the
 * pool would take twice as long, and the work would wait there behind the hashing of passwords.
 */
const COMPRESS_ON_THE_SPOT_BYTES = 64 * 1024

export const isCompressible = (size: number, effort: Effort): boolean => effort !== 'none' && size >= COMPRESS_FROM_BYTES

const brotliOptions = (size: number, effort: Effort) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort], [constants.BROTLI_PARAM_SIZE_HINT]: size },
})

/** Compresses a body. A promise of it if it is long. */
export const compress = (content: Buffer, encoding: Exclude<Encoding, 'identity'>, effort: Effort): Promise<Buffer> | Buffer => {
  const isQuick = effort === 'once' && content.length <= COMPRESS_ON_THE_SPOT_BYTES
  if (encoding === 'br') return (isQuick ? brotliCompressSync : compressBrotli)(content, brotliOptions(content.length, effort))
  return (isQuick ? gzipSync : compressGzip)(content, { level: GZIP_LEVEL[effort] })
}

export const decompress = (content: Buffer, encoding: Exclude<Encoding, 'identity'>): Buffer =>
  encoding === 'br' ? brotliDecompressSync(content) : gunzipSync(content)
