import { manageRefusal } from '@marketplace/domain/installing'
import type { Transaction } from '../../db/transaction.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import { type InstallRules, refusal } from './policy.ts'
import { lockInstalledByClient } from './repository.ts'

/**
 * Why the organization's consent to a client cannot be taken back separately, or null if it can: an installed application needs its
 * consent. A missing permission is reported first. Call it in the transaction that takes the consent back; installs wait for that
 * transaction.
 */
export const consentRefusal = async (
  transaction: Transaction,
  { organizationId, scopes }: Caller,
  clientId: string,
  { billingRuleOrganization }: InstallRules,
): Promise<ApiError | null> => {
  const installed = await lockInstalledByClient(transaction, organizationId, clientId)
  for (const application of installed) {
    const installer = { scopes, billingRule: organizationId === billingRuleOrganization }
    const refused = manageRefusal(application, installer)
    if (refused) return refusal(refused, { application, installer })
  }
  return installed.length > 0 ? new ApiError('CONSENT_IN_USE') : null
}
