/** How long a client may take, in milliseconds. Each of our listeners has these. */
export const TIME_LIMITS = {
  /** Until all of a request is there, from its first byte. */
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  /** How often Node checks the two limits above. A request may exceed them by this much. */
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 72_000,
  /** Without a byte in either direction: whoever has stopped to read an answer is let go, too. */
  silence: 120_000,
} as const
