import { ERRORS } from '@marketplace/contracts/core/errors'
import type { InstallAnswer } from '@marketplace/contracts/installs/schemas'
import { directInstallOf } from '@marketplace/domain/application-addresses'
import { installRefusal, settingsOf } from '@marketplace/domain/installing'
import type { Database } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Clock } from '../../core/clock.ts'
import { recordRefusal } from '../audit/index.ts'
import { type InstallRules, refusal } from './policy.ts'
import type { LockCaller } from '../clients/index.ts'
import type { TellApplication } from '../webhooks/index.ts'
import { performInstall } from './perform-install.ts'
import { presentInstalled } from './present.ts'
import { readVisible } from './read-visible.ts'
import { lockInstallable } from './repository.ts'

export type InstallDependencies = {
  database: Database
  clock: Clock
  publicUrl: string
  rules: InstallRules
  lockCaller: LockCaller
  tellApplication: TellApplication
}

/**
 * Installs an application for the caller's organization, which consents to the scopes that the application requires. All or
 * nothing; of simultaneous installs one succeeds, and the others get "already installed". Everything that the decision depends on
 * is read and locked in the same transaction, so a simultaneous change of a role, a licence or the application was committed
 * before, or waits.
 */
export const installApplication = async (
  { database, clock, publicUrl, rules, lockCaller, tellApplication }: InstallDependencies,
  asking: Caller,
  applicationId: string,
): Promise<InstallAnswer> => {
  const now = clock.now()
  const { organizationId, accountId } = asking
  const done = await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    await lockInstallable(transaction, organizationId, [applicationId])
    const visible = await readVisible({ database: transaction, rules }, caller, applicationId, now)
    const { application, installer } = visible
    const refused = installRefusal(application, installer)
    if (refused) return refusal(refused, visible)

    const installed = await performInstall(transaction, { visible, who: caller, tellApplication, now })
    return installed ?? refusal('ALREADY_INSTALLED', visible)
  })
  if (done instanceof ApiError) {
    // Audit refusals for a missing permission. Other refusals are not audited.
    if (ERRORS[done.code].status === 403)
      await recordRefusal(database, {
        action: 'application.install-refused',
        at: now,
        who: asking,
        subject: applicationId,
        details: { code: done.code },
      })
    throw done
  }

  const { record, scopes, setUpAt } = done
  const installedBy = { id: accountId, name: asking.name, email: asking.email }
  const installation = { installedAt: now, setUpAt, agents: null, installedBy, scopes }
  const directInstall = directInstallOf(record)
  const settings = settingsOf(record)
  return {
    status: 'installed',
    error: null,
    installation: presentInstalled(record, installation, asking, publicUrl),
    directInstall,
    redirectTo: settings.opensAfterInstall && !directInstall ? settings.url : null,
  }
}
