import { installRefusal } from '@marketplace/domain/installing'
import type { OrganizationId } from '../../core/caller.ts'
import { newId } from '../../core/ids.ts'
import type { Transaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { type Member, revokeInstallToken } from '../clients/index.ts'
import { removeConsent } from '../consents/index.ts'
import type { TellApplication } from '../webhooks/index.ts'
import { performInstall } from './perform-install.ts'
import { type InstallRules, refusal } from './policy.ts'
import { readVisible } from './read-visible.ts'
import { endInstallation, isClientShared } from './repository.ts'

export type PurchasedInstalls = { rules: InstallRules; tellApplication: TellApplication }

/**
 * Installs what an organization has bought, for the account that bought it, whether or not that is there any more. Call lockInstallable
 * first, with everything that one purchase installs. False if it is installed already. Throws why it cannot be installed.
 */
export const installForPurchase = async (
  transaction: Transaction,
  { rules, tellApplication }: PurchasedInstalls,
  { buyer, applicationId, at, agents = null }: { buyer: Member; applicationId: string; at: Date; agents?: string[] | null },
): Promise<boolean> => {
  const visible = await readVisible({ database: transaction, rules }, buyer, applicationId, at)
  // It is paid for, or in trial.
  const refused = installRefusal({ ...visible.application, payment: null }, visible.installer)
  if (refused === 'ALREADY_INSTALLED') return false
  if (refused) throw refusal(refused, visible)
  return (await performInstall(transaction, { id: newId(), visible, who: buyer, tellApplication, now: at, agents })) !== null
}

/**
 * Takes back what purchases have installed, or what another product did not agree to: with the token that the other product got, and with
 * the consent and the client's tokens, unless another installed application uses the same client. Whatever was installed at another time than the purchase says stays.
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
  // In the order of locks: every consent, then every token, then what applications are told.
  const shared = new Set<string>()
  for (const { applicationId: id, clientId } of ended)
    if (await isClientShared(transaction, organizationId, { id, clientId })) shared.add(clientId)
  for (const clientId of new Set(ended.map((each) => each.clientId)))
    if (!shared.has(clientId)) await removeConsent(transaction, { organizationId, accountId: null, clientId }, at)
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
