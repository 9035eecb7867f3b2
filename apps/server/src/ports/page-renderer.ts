import type { BootData } from '@marketplace/contracts/page-data'

/** A document in UTF-8 of what is its own, and of pieces that many documents share and nobody changes. */
export type ComposedBody = {
  own: Uint8Array<ArrayBuffer>
  /** In their order. A piece stands before the byte of `own` at place `at`. */
  pieces: readonly { at: number; bytes: Uint8Array<ArrayBuffer> }[]
}

/** Makes HTML of a page's data. */
export type PageRenderer = {
  /** Changes whenever the scripts or styles of the pages do. */
  buildHash: string
  render: (boot: BootData) => Promise<string | ComposedBody>
  /** Sources for the policy's script-src and style-src beyond 'self', quoted as the policy wants them. */
  scriptSources: readonly string[]
  styleSources: readonly string[]
}
