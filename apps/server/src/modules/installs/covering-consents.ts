import { mayUse } from '@marketplace/domain/installing'
import type { Queryable } from '../../db/client.ts'
import { type ConsentOf, findConsents } from '../consents/index.ts'
import { findClientUsers } from './repository.ts'

/**
 * The consents that apply when an account signs in with a client: its own and the organization's. The organization's does not
 * apply if all installed applications of the client are limited to other agents. With `hold`, in a transaction, none of them is
 * taken back before the transaction ends.
 */
export const findCoveringConsents = async (
  database: Queryable,
  { organizationId, accountId, clientId }: ConsentOf & { accountId: string },
  { hold = false } = {},
) => {
  const found = await findConsents(database, { organizationId, accountId, clientId, hold })
  if (found.every((consent) => consent.accountId !== null)) return found
  // Read after the consents are locked, because a change of the agents takes the same lock.
  const users = await findClientUsers(database, organizationId, clientId)
  return mayUse(users, accountId) ? found : found.filter((consent) => consent.accountId !== null)
}
