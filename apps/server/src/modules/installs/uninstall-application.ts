import { clientIdOf, manageRefusal } from '@marketplace/domain/installing'
import type { Caller } from '../../http/caller.ts'
import { recordAudit } from '../audit/index.ts'
import { removeConsent } from '../consents/index.ts'
import type { InstallDependencies } from './install-application.ts'
import { refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { changeInstallation, isClientShared } from './repository.ts'

/**
 * Uninstalls an application: the organization's consent goes with it, and the tokens that the application has, unless another one
 * that is installed signs in with the same client. The reason is kept in the words of who uninstalls; null for none.
 */
export const uninstallApplication = async (
  { database, clock, rules }: InstallDependencies,
  caller: Caller,
  applicationId: string,
  reason: string | null,
): Promise<void> => {
  const now = clock.now()
  const { organizationId, accountId } = caller
  const { standing, application, installer } = await readVisible({ database, rules }, caller, applicationId, now)
  const refused = manageRefusal(application, installer)
  if (refused) throw refusal(refused, application)
  if (!installer.installed) throw refusal('NOT_INSTALLED', application)

  const clientId = clientIdOf(standing.application)
  await database.transaction(async (transaction) => {
    const isEnded = await changeInstallation(transaction, organizationId, applicationId, {
      uninstalledAt: now,
      uninstalledBy: accountId,
      uninstallReason: reason,
    })
    if (!isEnded) throw refusal('NOT_INSTALLED', application)
    const shared = await isClientShared(transaction, organizationId, { id: applicationId, clientId })
    if (!shared) await removeConsent(transaction, { organizationId, accountId: null, clientId }, now)
    await recordAudit(transaction, {
      action: 'application.uninstalled',
      who: caller,
      subject: applicationId,
      details: { clientId, consentRemoved: !shared },
    })
  })
}
