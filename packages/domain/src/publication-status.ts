import type { PublicationStatus } from '@marketplace/contracts/core/enumerations'

/** The instants of the steps to publication; null for a step that was not taken. */
export type PublicationTimestamps = { submittedAt: Date | null; acceptedAt: Date | null; publishedAt: Date | null }

/** docs/product/catalogue.md, Publication, as a table, the highest status first: an application has the first status whose steps were all taken. */
const CHAINS: readonly (readonly [PublicationStatus, readonly (keyof PublicationTimestamps)[]])[] = [
  ['PUBLISHED', ['submittedAt', 'acceptedAt', 'publishedAt']],
  ['ACCEPTED', ['submittedAt', 'acceptedAt']],
  ['IN_REVIEW', ['submittedAt']],
  ['IN_DEVELOPMENT', []],
]

/** Only publication can be planned: an application whose publishedAt is in the future is coming soon. */
const wasTaken = (step: keyof PublicationTimestamps, timestamps: PublicationTimestamps, now: Date): boolean => {
  const at = timestamps[step]
  return at !== null && (step !== 'publishedAt' || at <= now)
}

/**
 * The review status of an application at an instant. A combination that the table of docs/product/catalogue.md lacks, such as published without
 * accepted, has the highest status whose steps were all taken.
 */
export const publicationStatus = (timestamps: PublicationTimestamps, now: Date): PublicationStatus => {
  const found = CHAINS.find(([, steps]) => steps.every((step) => wasTaken(step, timestamps, now)))
  return found?.[0] ?? 'IN_DEVELOPMENT'
}

/**
 * The instant at which the application becomes published without another step; null if it is published or has no such instant. Pages
 * may be cached until then.
 */
export const nextPublicationChange = (timestamps: PublicationTimestamps, now: Date): Date | null => {
  const { publishedAt } = timestamps
  if (publishedAt === null || !(publishedAt > now)) return null
  return publicationStatus(timestamps, publishedAt) === 'PUBLISHED' ? publishedAt : null
}
