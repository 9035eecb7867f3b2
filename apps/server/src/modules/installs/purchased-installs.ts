import { installRefusal } from '@marketplace/domain/installing'
import type { OrganizationId } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import type { Transaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { isClientFrozen } from '../charges/index.ts'
import { type Member, revokeInstallToken } from '../clients/index.ts'
import { removeConsent, revokeUncovered } from '../consents/index.ts'
import type { TellApplication } from '../webhooks/index.ts'
import { performInstall } from './perform-install.ts'
import { type InstallRules, refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { endInstallation, isClientShared, lockConsent } from './repository.ts'

export type PurchasedInstalls = { rules: InstallRules; tellApplication: TellApplication }

/**
 * Installs a bought application for the account that bought it, even if that account no longer exists. Call lockInstallable first, for
 * all applications of the purchase. False if it is already installed. Throws if it cannot be installed.
 */
export const installForPurchase = async (
  transaction: Transaction,
  { rules, tellApplication }: PurchasedInstalls,
  { buyer, applicationId, at, agents = null }: { buyer: Member; applicationId: string; at: Date; agents?: string[] | null },
): Promise<boolean> => {
  const visible = await readVisible({ database: transaction, rules }, buyer, applicationId, at)
  // The application is paid for or in its trial, so its price does not prevent the install.
  const refused = installRefusal({ ...visible.application, payment: null }, visible.installer)
  if (refused === 'ALREADY_INSTALLED') return false
  if (refused) throw refusal(refused, visible)
  return (await performInstall(transaction, { id: newId(), visible, who: buyer, tellApplication, now: at, agents })) !== null
}

/**
 * Takes back installs of a purchase, or installs to which another product did not agree, and revokes the token that the other product got.
 * Also removes the consent and revokes the client's tokens, unless another installed application uses the same client. If the application
 * was installed at another time than the purchase, that install is kept.
 */
export const takeBackInstalls = async (
  transaction: Transaction,
  { tellApplication }: Pick<PurchasedInstalls, 'tellApplication'>,
  {
    organizationId,
    installs,
    at,
  }: { organizationId: OrganizationId; installs: readonly { applicationId: string; installedAt: Date }[]; at: Date },
): Promise<void> => {
  const ended: { id: string; applicationId: string; clientId: string }[] = []
  for (const { applicationId, installedAt } of installs) {
    const one = await endInstallation(transaction, organizationId, { applicationId, installedAt }, at)
    if (one) ended.push({ ...one, applicationId })
  }
  // Follows the order of locks: first all consents, then all tokens, then the events of applications.
  const shared = new Set<string>()
  for (const { applicationId: id, clientId } of ended)
    if (await isClientShared(transaction, organizationId, { id, clientId })) shared.add(clientId)
  for (const clientId of new Set(ended.map((each) => each.clientId)))
    if (!shared.has(clientId)) await removeConsent(transaction, { organizationId, accountId: null, clientId }, at)
    else if (await isClientFrozen(transaction, organizationId, clientId)) {
      // The other applications of the client wait for a payment, so it works no more.
      await lockConsent(transaction, organizationId, clientId)
      await revokeUncovered(transaction, { organizationId, clientId }, [], at)
    }
  for (const { id } of ended) await revokeInstallToken(transaction, id, at)
  for (const { applicationId, clientId } of ended) {
    await recordAudit(transaction, {
      action: 'application.uninstalled',
      at,
      who: { accountId: null, organizationId },
      subject: applicationId,
      details: { clientId, consentRemoved: !shared.has(clientId), rolledBack: true },
    })
    const payload = { applicationID: applicationId }
    const event = { applicationId, organizationId, accountId: null, event: 'application_uninstalled', payload } as const
    await tellApplication(transaction, event, at)
  }
}
