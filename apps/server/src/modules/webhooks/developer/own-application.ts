import { hasPermission } from '@marketplace/domain/permissions'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { type ApplicationRecord, findApplication, findOwnApplications, holdDeveloper } from '../../catalogue/index.ts'

export type OwnApplication = { application: Pick<ApplicationRecord, 'id' | 'webhookUrl'>; mayChange: boolean }

/**
 * Finds an application for people who may read its webhooks: members of the organization that develops it, who may also change them, and
 * staff. All others get the same answer as for an unknown id. Staff who browse as somebody else may only read.
 */
export const findWebhookApplication = async (
  queryable: Queryable,
  { scopes, organizationId, actor }: Caller,
  id: string,
): Promise<OwnApplication> => {
  if (!hasPermission(scopes, 'develop')) throw new ApiError('FORBIDDEN')
  const [own] = await findOwnApplications(queryable, organizationId, id)
  if (own) return { application: own, mayChange: !actor }
  const application = hasPermission(scopes, 'operate') ? await findApplication(queryable, id) : null
  if (!application) throw new ApiError('APPLICATION_NOT_FOUND')
  return { application, mayChange: false }
}

/**
 * Finds the application for people who may change its webhooks. Throws FORBIDDEN for people who may only read. Until the transaction ends,
 * the application cannot move to another organization.
 */
export const findChangeable = async (
  transaction: Transaction,
  caller: Caller,
  id: string,
): Promise<OwnApplication['application']> => {
  const { application, mayChange } = await findWebhookApplication(transaction, caller, id)
  if (!mayChange) throw new ApiError('FORBIDDEN')
  const developer = await holdDeveloper(transaction, { applicationId: id })
  if (developer?.organizationId !== caller.organizationId) throw new ApiError('FORBIDDEN')
  return application
}
