import { DAY_MS } from '@marketplace/domain/dates'
import type { Clock } from '../../../../core/clock.ts'
import type { Database } from '../../../../db/client.ts'
import type { Payments } from '../../../../ports/payments.ts'
import { findAtProvider } from './at-provider.ts'
import { DIFFERENCES, type Difference } from './differences.ts'
import { findInside } from './repository.ts'

/** The number of past days for which captures, refunds and disputes are compared. It is longer than banks take in most cases. */
export const RECONCILED_DAYS = 35

export type ReconcileDependencies = { database: Database; payments: Payments; clock: Clock }

/** Compares the provider, sales, ledger, documents, rights and installs. Returns the differences; an empty list means that all agree. */
export const reconcile = async (
  { database, payments, clock }: ReconcileDependencies,
  since = new Date(clock.now().getTime() - RECONCILED_DAYS * DAY_MS),
): Promise<Difference[]> => {
  // Later changes are compared by the next run.
  const now = clock.now()
  return [...(await findAtProvider({ database, payments, since, now })), ...(await findInside(database, now))]
}

/** A difference in three lines: the difference, its cause, and its remedy. */
export const describeDifference = ({ kind, subject, detail }: Difference): string =>
  [`${kind}: ${subject} (${detail})`, `  ${DIFFERENCES[kind].cause}`, `  ${DIFFERENCES[kind].todo}`].join('\n')
