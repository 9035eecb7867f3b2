import { manageRefusal } from '@marketplace/domain/installing'
import type { Queryable } from '../../db/client.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import { type InstallRules, refusal } from './policy.ts'
import { holdInstalledByClient } from './repository.ts'

/**
 * Why the organization's consent to a client cannot be taken back by itself, or null where it can: nothing is installed without one. Who
 * may not manage what stands on it hears that first. In the transaction that takes it back, which an install waits for.
 */
export const consentRefusal = async (
  transaction: Queryable,
  { organizationId, scopes }: Caller,
  clientId: string,
  { billingRuleOrganization }: InstallRules,
): Promise<ApiError | null> => {
  const installed = await holdInstalledByClient(transaction, organizationId, clientId)
  for (const application of installed) {
    const installer = { scopes, billingRule: organizationId === billingRuleOrganization }
    const refused = manageRefusal(application, installer)
    if (refused) return refusal(refused, { application, installer })
  }
  return installed.length > 0 ? new ApiError('CONSENT_IN_USE') : null
}
