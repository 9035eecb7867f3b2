import { scopesOf, PAYING_SCOPES, allowedScopes } from '@marketplace/domain/permissions'
import type { Caller, OrganizationId } from '../../../core/caller.ts'
import type { TokenRecord } from './records.ts'

const PAYING: ReadonlySet<string> = new Set(PAYING_SCOPES)

/**
 * Who an access token stands for at this moment. Null if the account has left the organization or is suspended in all of it; of a ghost's
 * token also if the ghost is no longer active staff, or the account has become staff. A scope that goes with a role is there as long as the
 * role is.
 */
export const callerOf = (token: TokenRecord): Caller | null => {
  const { account, organization, roles, actor } = token
  const active = roles.some(({ suspended }) => !suspended)
  if (!active || (actor && !(actor.staff && actor.active && !account.staff))) return null
  const held = new Set<string>(scopesOf({ roles, staff: account.staff, developer: organization.develops }))
  const scopes = allowedScopes(token.scopes, held)
  return {
    accountId: account.id,
    name: account.name,
    email: account.email,
    organizationId: organization.id as OrganizationId,
    region: organization.region,
    clientId: token.clientId,
    trusted: token.trusted,
    // Who browses as somebody else never pays (decisions, Accounts).
    scopes: new Set(actor ? scopes.filter((scope) => !PAYING.has(scope)) : scopes),
    roles,
    actor: actor && { accountId: actor.id, email: actor.email },
    tokenHash: token.hash,
    familyId: token.familyId,
    sessionHash: token.sessionHash,
  }
}
