/** Why an address of a stranger was not fetched, or not read to its end. */
export type OutboundFailure =
  /** Not an https address, or one with a user name. */
  | 'ADDRESS_REFUSED'
  /** It is, or its name resolves to, an address that is not public. */
  | 'ADDRESS_NOT_PUBLIC'
  /** The name does not resolve, nobody answers, or the certificate is not valid. */
  | 'UNREACHABLE'
  | 'TIMED_OUT'
  | 'TOO_LARGE'
  | 'TOO_MANY_REDIRECTS'
  /** Too many requests to this host at once or within a minute. Try again later. */
  | 'TOO_MANY_REQUESTS'

export class OutboundError extends Error {
  readonly reason: OutboundFailure

  constructor(reason: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export type OutboundRequest = {
  url: string
  method: 'GET' | 'HEAD' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: Buffer
  /** For the whole of it, redirects included. At most 30,000. */
  timeoutMs: number
  /** Of the answer's body. At most 10 MiB. */
  maxBytes: number
  /** How many redirects are followed; each is checked like the first address. At most 5. */
  maxRedirects: number
}

export type OutboundAnswer = {
  status: number
  /** Lower-case names; a header that came more than once is joined by commas. */
  headers: Readonly<Record<string, string>>
  /** As it was sent: nothing is decompressed. */
  body: Buffer
  /** Where the answer came from, after redirects. */
  url: string
  /** How long all of it took. */
  milliseconds: number
}

/** Fetches addresses that strangers chose: webhooks, and the checks of what developers submit. */
export type OutboundHttp = {
  /** Throws OutboundError. An answer of any status is an answer. */
  fetch: (request: OutboundRequest) => Promise<OutboundAnswer>
  close: () => Promise<void>
}
