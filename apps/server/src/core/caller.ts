import type { Region, RoleInProduct } from '@marketplace/contracts/core/roles'

declare const bound: unique symbol
/**
 * The id of the organization that a token acts for. Only a token, or a membership at sign-in, yields this type, so an
 * organization id from a request does not compile where an organization's data is read or written
 * (docs/decisions/0017-bound-to-the-organization.md).
 */
export type OrganizationId = string & { readonly [bound]: true }

/** The account that calls. Permissions are read from the database at each call, never from the token. */
export type Caller = {
  accountId: string
  name: string
  email: string
  organizationId: OrganizationId
  region: Region
  clientId: string
  /** Whether the client is one of the marketplace's own. */
  trusted: boolean
  /** The scopes that the token was issued with, its client is still registered for and the account still has. */
  scopes: ReadonlySet<string>
  roles: readonly RoleInProduct[]
  /** The member of staff who browses as this account; null for the account itself. */
  actor: { accountId: string; email: string } | null
  /** SHA-256 of the token. */
  tokenHash: string
  /** The family of tokens that came from one sign-in. They are revoked together. */
  familyId: string
  sessionHash: string | null
  /** Changes with what decides what the caller may do. */
  versions: readonly string[]
}

/** Finds the caller of a Bearer token. Null if the token is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Caller | null>

/** Audits that a caller lacked the scopes for an endpoint. `endpoint` is the endpoint's id. */
export type AuditRefusal = (caller: Caller, endpoint: string) => Promise<void>
