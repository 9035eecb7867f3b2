import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { endOverdue, findOverdue, keepEarlierInstalls } from '../charges/index.ts'
import { readInstallState } from './repository.ts'
import { mailReceipt } from './mail-receipt.ts'
import { removeInstallation, type UninstallDependencies } from './uninstall-application.ts'

export type EndRightsDependencies = { database: Database; clock: Clock } & UninstallDependencies

const MOST_AT_ONCE = 200
const REASON = 'What was paid for has come to its end.'

/** Ends the rights that are over, and uninstalls their applications. Another run, possibly in another process, may end some of them. */
export const endRights = async (dependencies: EndRightsDependencies, signal: AbortSignal): Promise<void> => {
  const { database, clock } = dependencies
  for (const { organizationId, applicationId } of await findOverdue(database, clock.now(), MOST_AT_ONCE)) {
    if (signal.aborted) return
    await inTransaction(database, async (transaction) => {
      const at = clock.now()
      if (!(await endOverdue(transaction, organizationId, applicationId, at))) return
      const state = await readInstallState(transaction, organizationId, applicationId)
      if (!state?.installation || state.application.payment === null || state.application.payment.price === 0) return
      const { application, installation } = state
      const receipt = await removeInstallation(
        transaction,
        dependencies,
        { organizationId, state: { application, installation } },
        { who: null, at, reason: REASON, payments: { cancelled: [], freeEnded: false } },
      )
      if (receipt) await mailReceipt(transaction, dependencies, receipt, null)
    })
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
