import { clientIdOf, manageRefusal } from '@marketplace/domain/installing'
import type { Caller } from '../../core/caller.ts'
import { recordAudit } from '../audit/index.ts'
import { removeConsent, revokeUncovered } from '../consents/index.ts'
import type { InstallDependencies } from './install-application.ts'
import { refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { changeInstallation, findClientUsers, isClientShared } from './repository.ts'
import { inTransaction } from '../../db/transaction.ts'

/**
 * Uninstalls an application. Takes back the organization's consent and revokes the client's tokens, unless another installed
 * application uses the same client. `reason` is in the person's own words; null for none.
 */
export const uninstallApplication = async (
  { database, clock, rules, lockCaller, tellApplication }: InstallDependencies,
  asking: Caller,
  applicationId: string,
  reason: string | null,
): Promise<void> => {
  const now = clock.now()
  const { organizationId, accountId } = asking
  await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    const visible = await readVisible({ database: transaction, rules }, caller, applicationId, now)
    const refused = manageRefusal(visible.application, visible.installer)
    if (refused) throw refusal(refused, visible)
    if (!visible.installer.installed) throw refusal('NOT_INSTALLED', visible)

    const clientId = clientIdOf(visible.installState.application)
    const isEnded = await changeInstallation(transaction, organizationId, applicationId, {
      uninstalledAt: now,
      uninstalledBy: accountId,
      uninstallReason: reason,
    })
    if (!isEnded) throw refusal('NOT_INSTALLED', visible)
    const shared = await isClientShared(transaction, organizationId, { id: applicationId, clientId })
    if (!shared) await removeConsent(transaction, { organizationId, accountId: null, clientId }, now)
    // The remaining applications of that client may be limited to fewer people.
    const users = shared ? await findClientUsers(transaction, organizationId, clientId) : null
    if (users) await revokeUncovered(transaction, { organizationId, clientId }, users, now)
    await recordAudit(transaction, {
      action: 'application.uninstalled',
      at: now,
      who: caller,
      subject: applicationId,
      details: { clientId, consentRemoved: !shared },
    })
    const payload = { applicationID: applicationId }
    await tellApplication(
      transaction,
      { applicationId, organizationId, accountId, event: 'application_uninstalled', payload },
      now,
    )
  })
}
