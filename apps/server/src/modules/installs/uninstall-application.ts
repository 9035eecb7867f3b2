import { clientIdOf, manageRefusal } from '@marketplace/domain/installing'
import type { Caller, OrganizationId } from '../../core/caller.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { stopPaying, tellOfCharge } from '../charges/index.ts'
import { removeConsent, revokeUncovered } from '../consents/index.ts'
import type { TellApplication } from '../webhooks/index.ts'
import type { InstallDependencies } from './install-application.ts'
import { refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { changeInstallation, findClientUsers, isClientShared } from './repository.ts'

/**
 * Uninstalls an application and stops its renewal at once; what was paid lasts to its end, and until then another install costs nothing.
 * `reason` is in the person's own words; null for none. Throws PAYMENT_RUNNING while a payment for it is under way.
 */
export const uninstallApplication = async (
  { database, clock, rules, lockCaller, tellApplication }: InstallDependencies,
  asking: Caller,
  applicationId: string,
  reason: string | null,
): Promise<void> => {
  const at = clock.now()
  const { organizationId, accountId } = asking
  await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    const visible = await readVisible({ database: transaction, rules }, caller, applicationId, at)
    const refused = manageRefusal(visible.application, visible.installer)
    if (refused) throw refusal(refused, visible)
    if (!visible.installer.installed) throw refusal('NOT_INSTALLED', visible)

    const cancelled = await stopPaying(transaction, organizationId, applicationId, { who: caller, at })
    const clientId = clientIdOf(visible.installState.application)
    const done = { who: caller, at, reason }
    if (!(await removeInstallation(transaction, tellApplication, { organizationId, applicationId, clientId }, done)))
      throw refusal('NOT_INSTALLED', visible)
    for (const charge of cancelled)
      await tellOfCharge(transaction, tellApplication, charge, { event: 'payment_cancelled', accountId, at })
  })
}

type Installed = { organizationId: OrganizationId; applicationId: string; clientId: string }
/** `who` is null for the marketplace itself. */
type Uninstall = { who: Caller | null; at: Date; reason: string | null }

/**
 * Ends an installation. Takes back the organization's consent and revokes the client's tokens, unless another installed application uses the
 * same client. False if the application is not installed.
 */
export const removeInstallation = async (
  transaction: Transaction,
  tellApplication: TellApplication,
  { organizationId, applicationId, clientId }: Installed,
  { who, at, reason }: Uninstall,
): Promise<boolean> => {
  const accountId = who?.accountId ?? null
  const isEnded = await changeInstallation(transaction, organizationId, applicationId, {
    uninstalledAt: at,
    uninstalledBy: accountId,
    uninstallReason: reason,
  })
  if (!isEnded) return false
  const shared = await isClientShared(transaction, organizationId, { id: applicationId, clientId })
  if (!shared) await removeConsent(transaction, { organizationId, accountId: null, clientId }, at)
  // The remaining applications of that client may be limited to fewer people.
  const users = shared ? await findClientUsers(transaction, organizationId, clientId) : null
  if (users) await revokeUncovered(transaction, { organizationId, clientId }, users, at)
  await recordAudit(transaction, {
    action: 'application.uninstalled',
    at,
    who: who ?? { accountId: null, organizationId },
    subject: applicationId,
    details: { clientId, consentRemoved: !shared },
  })
  const payload = { applicationID: applicationId }
  await tellApplication(transaction, { applicationId, organizationId, accountId, event: 'application_uninstalled', payload }, at)
  return true
}
