import { mayUse } from '@marketplace/domain/installing'
import type { Queryable } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type ConsentOf, findConsents, holdConsents } from '../consents/index.ts'
import { findClientUsers } from './repository.ts'

type Covered = ConsentOf & { accountId: string }
type Consents = Awaited<ReturnType<typeof findConsents>>

/**
 * The consents that apply when an account signs in with a client: its own and the organization's. The organization's does not
 * apply if all installed applications of the client are limited to other agents.
 */
export const findCoveringConsents = async (database: Queryable, of: Covered) =>
  applying(database, of, await findConsents(database, of))

/** The same, locked, so that none of them is taken back before the transaction ends. */
export const holdCoveringConsents = async (transaction: Transaction, of: Covered) =>
  applying(transaction, of, await holdConsents(transaction, of))

const applying = async (database: Queryable, { organizationId, accountId, clientId }: Covered, found: Consents) => {
  if (found.every((consent) => consent.accountId !== null)) return found
  // Read after the consents are locked, because a change of the agents takes the same lock.
  const users = await findClientUsers(database, organizationId, clientId)
  return mayUse(users, accountId) ? found : found.filter((consent) => consent.accountId !== null)
}
