import type { paymentAttempts } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'

/** docs/decisions/0044. */
export type Attempt = typeof paymentAttempts.$inferSelect
export type AttemptState = Attempt['state']
export type SubjectKind = Attempt['subjectKind']
/** What an attempt pays for. */
export type SubjectOf = { kind: SubjectKind; id: string }

/** What one kind of subject does at the steps of an attempt. Each runs in the transaction that records the step. */
export type AttemptSubject = {
  /**
   * Locks what the other functions change: organization, cart, item, charge, in this order. The attempt's row is locked after it. `effect`: what
   * the subject does then.
   */
  lock: (transaction: Transaction, attempt: Attempt, effect: SubjectEffect) => Promise<void>
  /** Delivers after the authorization. Returns the cents to capture; null if nothing was delivered: the money is released. */
  deliver: (transaction: Transaction, attempt: Attempt, now: Date) => Promise<{ capture: number } | null>
  /** The money was captured (or 0 was due): writes sales, ends locks, starts periods. */
  settle: (transaction: Transaction, attempt: Attempt, now: Date) => Promise<void>
  /** Nothing is paid: declined, released or abandoned. Takes back what was delivered. */
  release: (transaction: Transaction, attempt: Attempt, why: ReleaseReason, now: Date) => Promise<void>
}
export type SubjectEffect = 'deliver' | 'settle' | 'release'
export type ReleaseReason = 'declined' | 'released' | 'abandoned'

/** Why an attempt of ours ends, where the provider did not say it. */
export const NOT_DELIVERED = 'not_delivered'
export const NO_ANSWER = 'no_answer'
export const STOPPED = 'stopped'
/** The provider has not said what it did: what it may have reserved is cancelled once it answers again. */
export const SILENT = 'provider_silent'

/** How long whoever claims an attempt may act for it alone. */
export const LEASE_MS = 5_000
/** The provider may forget a key after 24 h; an hour less, since our clock and the provider's are not one. */
const KEY_LIVES_MS = 23 * 3_600_000
/** How long a bank may take to ask the card's owner, unless whoever starts the attempt says otherwise. */
export const ANSWER_WITHIN_MS = 15 * 60_000
/** For how long a provider that does not answer may keep what nothing was delivered for: twice, to reserve and to cancel. */
export const SILENT_FOR_MS = 15 * 60_000
/** What is reserved on a card lapses after this time. */
export const RESERVED_FOR_MS = 7 * 24 * 3_600_000
const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

export const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

export const keyOf = ({ id, generation }: Attempt, step: 'authorize' | 'capture' | 'cancel'): string =>
  `${id}:${step}:${generation}`

/** The label under which the provider keeps an attempt's intents. */
export const labelOf = ({ id }: Attempt): { attempt: string } => ({ attempt: id })

/** Whether the provider may have forgotten the keys that this attempt has used since its row last changed. */
export const mayBeForgotten = ({ updatedAt }: Attempt, now: Date): boolean => now.getTime() - updatedAt.getTime() > KEY_LIVES_MS

/**
 * When to ask again while an outcome is unknown: as long as it has been unknown, and twice as long with each key, so the waits double, up to
 * a minute.
 */
export const askAgainAt = ({ updatedAt, generation }: Attempt, now: Date): Date => {
  const unknownFor = Math.max(now.getTime() - updatedAt.getTime(), SHORTEST_WAIT_MS * 2 ** Math.min(generation, 10))
  return after(now, Math.min(unknownFor, LONGEST_WAIT_MS))
}
