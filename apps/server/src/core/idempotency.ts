/** The outcome of a request: an answer, or an expected error. */
export type KeptOutcome =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'failure'; code: string; details: Readonly<Record<string, unknown>> }

/**
 * Data that the transaction of a request has committed. The request has no outcome yet, because its answer still has to be made from this
 * data.
 */
export type KeptResult = { kind: 'committed'; result: unknown }
