/** A text as UTF-8 bytes. */
export type Bytes = Uint8Array<ArrayBuffer>

/**
 * A rendered page: its own bytes, and pieces that many pages share (a card, the header). Sharing pieces keeps the cache of pages small, so
 * pieces must not be changed.
 */
export type ComposedBody = {
  own: Bytes
  /** In document order. A piece is inserted into `own` before the byte at index `at`. */
  pieces: readonly { at: number; bytes: Bytes }[]
}
