import { SCOPES } from '@marketplace/contracts/roles'
import { PERMISSION_TABLE, scopesOf } from '@marketplace/domain/permissions'
import type { Caller, TenantId } from '../../http/caller.ts'
import type { TokenRecord } from './records.ts'

const BY_ROLE: ReadonlySet<string> = new Set(SCOPES)
const BILLING: ReadonlySet<string> = new Set(PERMISSION_TABLE.manageBilling)

/**
 * Who an access token stands for at this moment, or null where it stands for nobody any more: the account has left the organization or
 * is suspended in all of it, or who browses as it is no longer staff at
 * work. A scope that goes with a role is there as long as the role is.
 */
export const callerOf = (token: TokenRecord): Caller | null => {
  const { account, organization, roles, actor } = token
  const active = roles.some(({ suspended }) => !suspended)
  if (!active || (actor && !(actor.staff && actor.active))) return null
  const held = new Set<string>(scopesOf({ roles, staff: account.staff, developer: organization.develops }))
  const scopes = token.scopes.filter((scope) => !BY_ROLE.has(scope) || held.has(scope))
  return {
    accountId: account.id,
    name: account.name,
    email: account.email,
    organizationId: organization.id as TenantId,
    region: organization.region,
    clientId: token.clientId,
    trusted: token.trusted,
    // Who browses as somebody else never pays (decisions, Accounts).
    scopes: new Set(actor ? scopes.filter((scope) => !BILLING.has(scope)) : scopes),
    roles,
    actor: actor && { accountId: actor.id, email: actor.email },
    familyId: token.familyId,
    sessionHash: token.sessionHash,
  }
}
