import { hash } from 'node:crypto'
import type { ComposedBody } from '../ports/page-renderer.ts'

const digestOf = (content: Uint8Array): string => hash('sha256', content, 'base64url')

/** Pieces are shared by many documents, so each is read once for all of their digests. */
const digests = new WeakMap<Uint8Array, string>()
const pieceDigest = (bytes: Uint8Array): string => {
  const known = digests.get(bytes)
  if (known !== undefined) return known
  const digest = digestOf(bytes)
  digests.set(bytes, digest)
  return digest
}

/** Bytes of the whole document. */
export const composedSize = ({ own, pieces }: ComposedBody): number =>
  pieces.reduce((size, { bytes }) => size + bytes.length, own.length)

/** The whole document. A copy: to keep it beside its pieces would take several times their memory. */
export const wholeBody = (body: ComposedBody): Buffer => {
  const { own, pieces } = body
  const whole = Buffer.allocUnsafe(composedSize(body))
  let [read, end] = [0, 0]
  for (const { at, bytes } of pieces) {
    whole.set(own.subarray(read, at), end)
    whole.set(bytes, end + at - read)
    end += at - read + bytes.length
    read = at
  }
  whole.set(own.subarray(read), end)
  return whole
}

/** Says what a document is made of: two with the same digest are the same. */
export const composedDigest = ({ own, pieces }: ComposedBody): string =>
  digestOf(Buffer.from([digestOf(own), ...pieces.map(({ at, bytes }) => `${at} ${pieceDigest(bytes)}`)].join()))

export const plainDigest = digestOf
