import { isActiveMember, PAYING_SCOPES, usableScopes } from '@marketplace/domain/permissions'
import type { Caller } from '../../../core/caller.ts'
import type { RightsRecord, TokenRecord } from './records.ts'

const PAYING: ReadonlySet<string> = new Set(PAYING_SCOPES)

/** The scopes that the account still has in the organization. Null if it has left, or is suspended in all products. */
const scopesHeld = ({ account, organization, roles, scopes }: RightsRecord): string[] | null =>
  isActiveMember(roles) ? usableScopes(scopes, { roles, staff: account.staff, developer: organization.develops }) : null

/**
 * An account for which the marketplace works while the person is absent, such as the buyer of a purchase that a killed process left
 * unfinished.
 */
export type Member = Pick<Caller, 'accountId' | 'organizationId' | 'scopes'>

export const memberOf = (record: RightsRecord): Member | null => {
  const scopes = scopesHeld(record)
  return (
    scopes && {
      accountId: record.account.id,
      organizationId: record.organization.id,
      scopes: new Set(scopes),
    }
  )
}

/**
 * The caller of an access token. Null if the account has left the organization or is suspended in all products. For a staff member who
 * browses as the account, also null if that person is no longer active staff, or if the account has become staff. Scopes of a role end with
 * the role.
 */
export const callerOf = (token: TokenRecord): Caller | null => {
  const { account, organization, roles, actor } = token
  const scopes = scopesHeld(token)
  if (!scopes || (actor && !(actor.staff && actor.active && !account.staff))) return null
  return {
    accountId: account.id,
    name: account.name,
    email: account.email,
    organizationId: organization.id,
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
    versions: token.versions,
  }
}
