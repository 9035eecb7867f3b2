/** How long a client may take, in milliseconds. All our listeners use these limits. */
export const TIME_LIMITS = {
  /** From the first byte of a request to its last. */
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  /** How often Node checks the two limits above. A request may exceed them by this much. */
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 72_000,
  /** Without a byte in either direction. This ends clients that stop reading an answer, too. */
  silence: 120_000,
} as const
