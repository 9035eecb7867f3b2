/** A request with an Idempotency-Key. */
export type KeyedRequest = {
  accountId: string
  /** The endpoint's id. */
  endpoint: string
  /** The key that the client chose. */
  key: string
  /** A digest of everything that the request asks for, to tell a repeated request from another one with the same key. */
  digest: string
}

/** How a request ended: with an answer, or with an expected error. */
export type KeptOutcome =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'failure'; code: string; details: Readonly<Record<string, unknown>> }

export type Begun =
  /** The first request with this key: run it, then call `finish` or `abandon` with this id. */
  | { state: 'begun'; run: string }
  /** The same request is running, in this process or another. */
  | { state: 'running' }
  | { state: 'done'; outcome: KeptOutcome }
  /** The key was used for another request. */
  | { state: 'key-of-another-request' }

/** Remembers requests by their Idempotency-Key for a day. */
export type IdempotencyStore = {
  begin: (request: KeyedRequest) => Promise<Begun>
  finish: (request: KeyedRequest, run: string, outcome: KeptOutcome) => Promise<void>
  /** Forgets a run that failed unexpectedly, so that the client can retry. */
  abandon: (request: KeyedRequest, run: string) => Promise<void>
}
