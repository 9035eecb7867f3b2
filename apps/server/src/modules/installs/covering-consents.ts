import { mayUse } from '@marketplace/domain/installing'
import type { Queryable } from '../../db/client.ts'
import { type ConsentOf, findConsents } from '../consents/index.ts'
import { findClientUsers } from './repository.ts'

/**
 * What covers an account when it signs in with a client: its own consent and, unless the installed applications of that client are
 * for other agents only, the organization's. With `hold`, in a transaction, none of it is taken back before that ends.
 */
export const findCoveringConsents = async (
  database: Queryable,
  { organizationId, accountId, clientId }: ConsentOf & { accountId: string },
  { hold = false } = {},
) => {
  const found = await findConsents(database, { organizationId, accountId, clientId, hold })
  if (found.every((consent) => consent.accountId !== null)) return found
  // After the consents are held: a change of the agents waits for them, or has ended.
  const users = await findClientUsers(database, organizationId, clientId)
  return mayUse(users, accountId) ? found : found.filter((consent) => consent.accountId !== null)
}
