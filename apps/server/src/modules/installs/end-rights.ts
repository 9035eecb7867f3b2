import { ApiError } from '../../core/api-error.ts'
import type { OrganizationId } from '../../core/caller.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { endOverdue, findOverdue, keepEarlierInstalls, lockUnendedOf, stopOwnCharges, tellOfCharge } from '../charges/index.ts'
import { readInstallState } from './repository.ts'
import { mailReceipt } from './mail-receipt.ts'
import { removeInstallation, type UninstallDependencies } from './uninstall-application.ts'

export type EndRightsDependencies = { database: Database; clock: Clock } & UninstallDependencies

const MOST_AT_ONCE = 200
const REASON = 'What was paid for has come to its end.'

/** Ends an expired right, and uninstalls its application. Throws PAYMENT_RUNNING while money for it is being captured. */
const endRight = async (
  dependencies: EndRightsDependencies,
  { organizationId, applicationId }: { organizationId: OrganizationId; applicationId: string },
): Promise<void> => {
  const { database, clock, tellApplication } = dependencies
  await inTransaction(database, async (transaction) => {
    const at = clock.now()
    // Charges are locked before rights, as by a cancellation.
    await lockUnendedOf(transaction, organizationId, applicationId)
    if (!(await endOverdue(transaction, organizationId, applicationId, at))) return
    const state = await readInstallState(transaction, organizationId, applicationId)
    if (!state?.installation || state.application.payment === null || state.application.payment.price === 0) return
    const { application, installation } = state
    const done = { who: null, at }
    const cancelled = await stopOwnCharges(transaction, organizationId, applicationId, done)
    const receipt = await removeInstallation(
      transaction,
      dependencies,
      { organizationId, state: { application, installation } },
      { ...done, reason: REASON, payments: { cancelled, freeEnded: false } },
    )
    for (const charge of cancelled)
      await tellOfCharge(transaction, tellApplication, charge, { event: 'payment_cancelled', accountId: null, at })
    if (receipt) await mailReceipt(transaction, dependencies, receipt, null)
  })
}

/** Ends the rights that have expired, and uninstalls their applications. Another run, possibly in another process, may end some of them. */
export const endRights = async (dependencies: EndRightsDependencies, signal: AbortSignal): Promise<void> => {
  const { database, clock } = dependencies
  for (const right of await findOverdue(database, clock.now(), MOST_AT_ONCE)) {
    if (signal.aborted) return
    try {
      await endRight(dependencies, right)
    } catch (error) {
      // The money is captured within moments, and the next run ends the right.
      if (!(error instanceof ApiError && error.code === 'PAYMENT_RUNNING')) throw error
    }
  }
}

/** Gives organizations that installed an application before it had a price the right to use it free of charge. */
export const keepEarlier = async (
  { database, clock }: Pick<EndRightsDependencies, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> => {
  const keepSome = () => inTransaction(database, (transaction) => keepEarlierInstalls(transaction, clock.now(), MOST_AT_ONCE))
  while (!signal.aborted && (await keepSome()) === MOST_AT_ONCE);
}
