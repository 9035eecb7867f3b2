import { hash } from 'node:crypto'
import type { Bytes, ComposedBody } from '@marketplace/contracts/core/composed-body'

/** SHA-256 in base64url. */
export const digestOf = (content: Uint8Array): string => hash('sha256', content, 'base64url')

/** Documents share pieces, so the digest of a piece is computed once and cached. */
const digests = new WeakMap<Bytes, string>()
const pieceDigest = (bytes: Bytes): string => {
  const known = digests.get(bytes)
  if (known !== undefined) return known
  const digest = digestOf(bytes)
  digests.set(bytes, digest)
  return digest
}

/** Computes the digest of a piece ahead of time, so that a document's digest takes less time later. Returns the same bytes. */
export const withDigest = <B extends Bytes>(bytes: B): B => {
  pieceDigest(bytes)
  return bytes
}

/** A digest of a composed document: equal digests mean equal documents. */
export const composedDigest = ({ own, pieces }: ComposedBody): string =>
  digestOf(Buffer.from([digestOf(own), ...pieces.map(({ at, bytes }) => `${at} ${pieceDigest(bytes)}`)].join()))
