/** How a request ended: with an answer, or with an expected error. */
export type KeptOutcome =
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'failure'; code: string; details: Readonly<Record<string, unknown>> }

/** What the transaction of a request has committed. The request has no outcome yet: its answer is still to be made from this. */
export type KeptResult = { kind: 'committed'; result: unknown }
