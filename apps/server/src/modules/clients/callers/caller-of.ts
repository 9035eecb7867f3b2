import { isActiveMember, PAYING_SCOPES, usableScopes } from '@marketplace/domain/permissions'
import type { Caller, OrganizationId } from '../../../core/caller.ts'
import type { TokenRecord } from './records.ts'

const PAYING: ReadonlySet<string> = new Set(PAYING_SCOPES)

/**
 * The caller of an access token. Null if the account has left the organization or is suspended in all products. Null for a staff
 * member who browses as the account if that person is no longer active staff, or if the account has become staff. Scopes of a
 * role last as long as the role.
 */
export const callerOf = (token: TokenRecord): Caller | null => {
  const { account, organization, roles, actor } = token
  if (!isActiveMember(roles) || (actor && !(actor.staff && actor.active && !account.staff))) return null
  const scopes = usableScopes(token.scopes, { roles, staff: account.staff, developer: organization.develops })
  return {
    accountId: account.id,
    name: account.name,
    email: account.email,
    organizationId: organization.id as OrganizationId,
    region: organization.region,
    clientId: token.clientId,
    trusted: token.trusted,
    // Staff who browse as somebody else never pay (docs/product/accounts.md, "Browsing as somebody else").
    scopes: new Set(actor ? scopes.filter((scope) => !PAYING.has(scope)) : scopes),
    roles,
    actor: actor && { accountId: actor.id, email: actor.email },
    tokenHash: token.hash,
    familyId: token.familyId,
    sessionHash: token.sessionHash,
  }
}
