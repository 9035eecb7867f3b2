import { addMs } from '../../../core/clock.ts'
import type { paymentAttempts } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'

/** A row of payment_attempts: docs/decisions/0044. */
export type Attempt = typeof paymentAttempts.$inferSelect
export type AttemptState = Attempt['state']
export type SubjectKind = Attempt['subjectKind']
/** The thing that an attempt pays for. */
export type SubjectOf = { kind: SubjectKind; id: string }

/** The effects of each step of a payment on the purchased thing (cart, charge), in the transaction that records the step. */
export type AttemptSubject = {
  /**
   * Locks everything that the other functions change: organization, cart, item, charge, in this order. The attempt's row is locked
   * afterwards. `effect` names the function that will be called.
   */
  lock: (transaction: Transaction, attempt: Attempt, effect: SubjectEffect) => Promise<void>
  /**
   * Delivers after the authorization. Returns the cents to capture, and facts for the audit that the delivery depended on. Null if nothing
   * was delivered: then the authorization is released.
   */
  deliver: (
    transaction: Transaction,
    attempt: Attempt,
    now: Date,
  ) => Promise<{ capture: number; facts?: Readonly<Record<string, string>> } | null>
  /** Called after the capture, or if nothing was due: records sales, removes locks, starts periods. */
  settle: (transaction: Transaction, attempt: Attempt, now: Date) => Promise<void>
  /** Called if nothing is paid, because the payment was declined, released or abandoned. Takes back what was delivered. */
  release: (transaction: Transaction, attempt: Attempt, why: ReleaseReason, now: Date) => Promise<void>
}
export type SubjectEffect = 'deliver' | 'settle' | 'release'
export type ReleaseReason = 'declined' | 'released' | 'abandoned'

/** The marketplace's own reason for the end of an attempt, not the provider's. */
export const NOT_DELIVERED = 'not_delivered'
export const NO_ANSWER = 'no_answer'
export const STOPPED = 'stopped'
/**
 * The reason of an attempt that ended because the provider did not answer. If the provider has authorized it anyway, the authorization is
 * cancelled once the provider answers again.
 */
export const SILENT = 'provider_silent'

/** How long (ms) only the holder of a lease may take steps of the attempt. */
export const LEASE_MS = 5_000
/** The provider may forget a key after 24 h. This is an hour less, because clocks differ. */
const KEY_LIVES_MS = 23 * 3_600_000
/** How long (ms) the cardholder has for the bank's confirmation, unless the attempt sets its own limit. */
export const ANSWER_WITHIN_MS = 15 * 60_000
/**
 * How long a provider that does not answer may hold up a subject that was not delivered: once at the authorization, and once at its
 * cancellation.
 */
export const SILENT_FOR_MS = 15 * 60_000
/** Authorizations on a card expire after this time. */
export const RESERVED_FOR_MS = 7 * 24 * 3_600_000
const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

export const paymentKey = ({ id, generation }: Attempt, step: 'authorize' | 'capture' | 'cancel'): string =>
  `${id}:${step}:${generation}`

/** The metadata by which an attempt's intents are found at the provider. */
export const labelOf = ({ id }: Attempt): { attempt: string } => ({ attempt: id })

/** Whether the provider may have forgotten the keys that this attempt used since its last change. */
export const mayBeForgotten = ({ updatedAt }: Attempt, now: Date): boolean => now.getTime() - updatedAt.getTime() > KEY_LIVES_MS

/**
 * The time for the next request after an unknown outcome. The wait is as long as the outcome has been unknown so far; with each new key it
 * doubles, up to a minute.
 */
export const askAgainAt = ({ updatedAt, generation }: Attempt, now: Date): Date => {
  const unknownFor = Math.max(now.getTime() - updatedAt.getTime(), SHORTEST_WAIT_MS * 2 ** Math.min(generation, 10))
  return addMs(now, Math.min(unknownFor, LONGEST_WAIT_MS))
}
