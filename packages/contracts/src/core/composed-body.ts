/** Text as bytes of UTF-8. */
export type Bytes = Uint8Array<ArrayBuffer>

/**
 * A rendered page: bytes of its own, and pieces that many pages share (a card, the header). Sharing them keeps the cache of pages small.
 * Nobody may change a piece.
 */
export type ComposedBody = {
  own: Bytes
  /** In document order. A piece is inserted into `own` before the byte at index `at`. */
  pieces: readonly { at: number; bytes: Bytes }[]
}
