import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { TellApplication } from '../webhooks/index.ts'
import { takeBackInstalls } from './purchased-installs.ts'
import { findUnanswered, lockInstallable, lockUnanswered, type OneInstall } from './repository.ts'

export type TakeBackDependencies = { database: Database; clock: Clock; tellApplication: TellApplication }

const MOST_AT_ONCE = 200

/**
 * Takes back an install to which the other product has not agreed. Does nothing if it has agreed meanwhile, or if the install has ended.
 */
export const takeBackInstall = ({ database, clock, tellApplication }: TakeBackDependencies, install: OneInstall): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const { organizationId, applicationId } = install
    await lockInstallable(transaction, organizationId, [applicationId])
    if (!(await lockUnanswered(transaction, install))) return
    await takeBackInstalls(transaction, { tellApplication }, { organizationId, installs: [install], at: clock.now() })
  })

/** Takes back the installs that a killed process left without an answer. Nobody was told that these installs had succeeded. */
export const takeBackUnanswered = async (dependencies: TakeBackDependencies, signal: AbortSignal): Promise<void> => {
  const { database, clock } = dependencies
  for (const install of await findUnanswered(database, clock.now(), MOST_AT_ONCE)) {
    if (signal.aborted) return
    await takeBackInstall(dependencies, install)
  }
}
