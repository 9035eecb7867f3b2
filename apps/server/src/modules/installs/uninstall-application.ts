import { clientIdOf, manageRefusal } from '@marketplace/domain/installing'
import type { Caller, OrganizationId } from '../../core/caller.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { revokeInstallToken } from '../clients/index.ts'
import { isClientFrozen, readPurchase, stopPaying, tellOfCharge } from '../charges/index.ts'
import { removeConsent, revokeUncovered } from '../consents/index.ts'
import type { QueueMail } from '../mail/index.ts'
import type { InstallDependencies } from './install-application.ts'
import { refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { mailReceipt } from './mail-receipt.ts'
import type { NewReceipt } from './receipts/repository.ts'
import { type Ended, writeReceipt } from './write-receipt.ts'
import { changeInstallation, findClientUsers, findSharers, lockConsent } from './repository.ts'

export type UninstallDependencies = Pick<InstallDependencies, 'tellApplication' | 'publicUrl'> & { queueMail: QueueMail }

/**
 * Uninstalls an application and stops its renewal at once. A paid period lasts to its end, and until then the application can be installed
 * again free of charge. `reason` is a text that the person has typed; null for none. Throws PAYMENT_RUNNING while a payment for it is under
 * way.
 */
export const uninstallApplication = async (
  dependencies: InstallDependencies & UninstallDependencies,
  asking: Caller,
  applicationId: string,
  reason: string | null,
): Promise<NewReceipt> => {
  const { database, clock, rules, lockCaller, tellApplication } = dependencies
  const at = clock.now()
  const { organizationId, accountId } = asking
  return inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    const visible = await readVisible({ database: transaction, rules }, caller, applicationId, at)
    const refused = manageRefusal(visible.application, visible.installer)
    if (refused) throw refusal(refused, visible)
    const { application, installation } = visible.installState
    if (!installation) throw refusal('NOT_INSTALLED', visible)

    const payments = await stopPaying(transaction, organizationId, applicationId, { who: caller, at })
    const installed = { organizationId, state: { application, installation } }
    const receipt = await removeInstallation(transaction, dependencies, installed, { who: caller, at, reason, payments })
    if (!receipt) throw refusal('NOT_INSTALLED', visible)
    for (const charge of payments.cancelled)
      await tellOfCharge(transaction, tellApplication, charge, { event: 'payment_cancelled', accountId, at })
    await mailReceipt(transaction, dependencies, receipt, caller)
    return receipt
  })
}

/**
 * The people who may still use a client after one of its applications was uninstalled; null for everybody. The remaining applications may be
 * limited to fewer people. While all of them are frozen, the list is empty.
 */
const findRemainingUsers = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  clientId: string,
): Promise<string[] | null> => {
  if (!(await isClientFrozen(transaction, organizationId, clientId)))
    return findClientUsers(transaction, organizationId, clientId)
  // A sign-in in progress holds a lock on the consent. After waiting for it, its tokens exist and can be revoked.
  await lockConsent(transaction, organizationId, clientId)
  return []
}

type Installed = { organizationId: OrganizationId } & Pick<Ended, 'state'>
/** `who` is null if the marketplace itself uninstalls the application. */
type Uninstall = { who: Caller | null } & Pick<Ended, 'at' | 'reason' | 'payments'>

/**
 * Ends an installation, and stores its receipt; mail the receipt last. Removes the organization's consent and revokes the client's tokens,
 * unless another installed application uses the same client. The token that another product got at the install is always revoked. Null if
 * the application is not installed.
 */
export const removeInstallation = async (
  transaction: Transaction,
  { tellApplication }: Pick<UninstallDependencies, 'tellApplication'>,
  { organizationId, state }: Installed,
  { who, at, reason, payments }: Uninstall,
): Promise<NewReceipt | null> => {
  const accountId = who?.accountId ?? null
  const { id: applicationId } = state.application
  const clientId = clientIdOf(state.application)
  const endedId = await changeInstallation(transaction, organizationId, applicationId, {
    uninstalledAt: at,
    uninstalledBy: accountId,
    uninstallReason: reason,
  })
  if (endedId === null) return null
  const sharers = await findSharers(transaction, organizationId, { id: applicationId, clientId })
  const isShared = sharers.length > 0
  const users = isShared ? await findRemainingUsers(transaction, organizationId, clientId) : null
  const ended = isShared
    ? { wasThere: false, tokens: users ? await revokeUncovered(transaction, { organizationId, clientId }, users, at) : 0 }
    : await removeConsent(transaction, { organizationId, accountId: null, clientId }, at)
  const ofProduct = await revokeInstallToken(transaction, endedId, at)
  await recordAudit(transaction, {
    action: 'application.uninstalled',
    at,
    who: who ?? { accountId: null, organizationId },
    subject: applicationId,
    details: { clientId, consentRemoved: !isShared },
  })
  const payload = { applicationID: applicationId }
  await tellApplication(transaction, { applicationId, organizationId, accountId, event: 'application_uninstalled', payload }, at)
  return writeReceipt(transaction, organizationId, {
    state,
    who,
    at,
    reason,
    payments,
    kept: await readPurchase(transaction, organizationId, applicationId, at),
    consentEnded: ended.wasThere,
    sharers,
    tokens: ended.tokens + ofProduct,
  })
}
