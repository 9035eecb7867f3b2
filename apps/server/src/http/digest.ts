import { hash } from 'node:crypto'
import type { Bytes, ComposedBody } from '@marketplace/contracts/composed-body'

/** Says what bytes are, in letters: SHA-256 in base64url. */
export const digestOf = (content: Uint8Array): string => hash('sha256', content, 'base64url')

/** Pieces are shared by many documents, so each is read once for all of their digests. */
const digests = new WeakMap<Bytes, string>()
const pieceDigest = (bytes: Bytes): string => {
  const known = digests.get(bytes)
  if (known !== undefined) return known
  const digest = digestOf(bytes)
  digests.set(bytes, digest)
  return digest
}

/** The same bytes, whose digest is worked out now: a long document's is then that of its pieces. */
export const digested = <B extends Bytes>(bytes: B): B => {
  pieceDigest(bytes)
  return bytes
}

/** Says what a document is made of: two with the same digest are the same. */
export const composedDigest = ({ own, pieces }: ComposedBody): string =>
  digestOf(Buffer.from([digestOf(own), ...pieces.map(({ at, bytes }) => `${at} ${pieceDigest(bytes)}`)].join()))
