import type { PublicationStatus } from '@marketplace/contracts/enumerations'

/** The steps of a review, each null until it was taken. */
export type PublicationTimestamps = { submittedAt: Date | null; acceptedAt: Date | null; publishedAt: Date | null }

/** Section 4 as a table, highest status first: a status holds when every step of its chain was taken. */
const CHAINS: readonly (readonly [PublicationStatus, readonly (keyof PublicationTimestamps)[]])[] = [
  ['PUBLISHED', ['submittedAt', 'acceptedAt', 'publishedAt']],
  ['ACCEPTED', ['submittedAt', 'acceptedAt']],
  ['IN_REVIEW', ['submittedAt']],
  ['IN_DEVELOPMENT', []],
]

/** Only publishing can be set for later: an application whose publishedAt is still to come is one that is coming soon. */
const wasTaken = (step: keyof PublicationTimestamps, timestamps: PublicationTimestamps, now: Date): boolean => {
  const at = timestamps[step]
  return at !== null && (step !== 'publishedAt' || at <= now)
}

/**
 * The review status of an application at an instant (section 4). A combination that section 4 does not name, such as published
 * without accepted, has the highest status whose whole chain is there.
 */
export const publicationStatus = (timestamps: PublicationTimestamps, now: Date): PublicationStatus => {
  const found = CHAINS.find(([, steps]) => steps.every((step) => wasTaken(step, timestamps, now)))
  return found?.[0] ?? 'IN_DEVELOPMENT'
}

/**
 * The instant at which the application becomes published by itself, or null where it is so already or never will be: pages are
 * cached until then (decisions, Rendering).
 */
export const nextPublicationChange = (timestamps: PublicationTimestamps, now: Date): Date | null => {
  const { publishedAt } = timestamps
  if (publishedAt === null || !(publishedAt > now)) return null
  return publicationStatus(timestamps, publishedAt) === 'PUBLISHED' ? publishedAt : null
}
