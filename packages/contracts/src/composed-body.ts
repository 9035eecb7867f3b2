/** Bytes of a document, in UTF-8. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A document as the pages' renderer hands it over: what is its own, and pieces that many documents share and nobody changes. */
export type ComposedBody = {
  own: Bytes
  /** In their order. A piece stands before the byte of `own` at place `at`. */
  pieces: readonly { at: number; bytes: Bytes }[]
}
