/** Why a fetch of an untrusted address failed. */
export type OutboundFailure =
  /** Not an https address, or one with a user name. */
  | 'ADDRESS_REFUSED'
  /** The address is not public, or its name resolves to one that is not. */
  | 'ADDRESS_NOT_PUBLIC'
  /** The name does not resolve, nothing answers, or the certificate is invalid. */
  | 'UNREACHABLE'
  | 'TIMED_OUT'
  | 'TOO_LARGE'
  | 'TOO_MANY_REDIRECTS'
  /** Too many requests to this host or network address, or of this owner, at once or within a minute. Try again later. */
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
  /** The time limit (ms) for the whole fetch, including redirects. At most 30,000. */
  timeoutMs: number
  /** The limit of the response body. At most 10 MiB. */
  maxBytes: number
  /** The most redirects that are followed. Each is checked like the first address. At most 5. */
  maxRedirects: number
  /** The developer or other owner who chose the address. All requests of one owner share a limit, also if their hosts differ. */
  owner?: string
}

export type OutboundAnswer = {
  status: number
  /** The names are in lower case. Values of a repeated header are joined by commas. */
  headers: Readonly<Record<string, string>>
  /** The received bytes, which are not decompressed. */
  body: Buffer
  /** The address that answered, after redirects. */
  url: string
  /** Duration of the whole fetch. */
  milliseconds: number
}

/** Fetches untrusted addresses, such as webhooks and links in submissions. */
export type OutboundHttp = {
  /** Resolves for a response of any status. Throws OutboundError for all failures. */
  fetch: (request: OutboundRequest) => Promise<OutboundAnswer>
  close: () => Promise<void>
}
