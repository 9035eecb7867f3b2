/** The time limits for clients, in milliseconds. Every listener uses these limits. */
export const TIME_LIMITS = {
  /** From the first byte of a request to its last. */
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  /** How often Node checks the two limits above. A request may exceed them by this much. */
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 72_000,
  /** The longest time without a byte in either direction. It also ends connections of clients that stop reading an answer. */
  silence: 120_000,
} as const
