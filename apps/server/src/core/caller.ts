import type { Region, RoleInProduct } from '@marketplace/contracts/core/roles'

declare const bound: unique symbol
/**
 * The id of the organization that a token acts for. The caller and rows of the database have this type, so an
 * organization id from a request does not compile where an organization's data is read or written
 * (docs/decisions/0017-bound-to-the-organization.md).
 */
export type OrganizationId = string & { readonly [bound]: true }

/**
 * Marks an id of an organization as trustworthy although it comes from no row of the database: it was created here, it is part of this
 * server's own token or job, or the caller may name any organization. Give the reason at the call. All other code takes the id from the
 * caller or from a row that was read for the caller.
 */
export const vouchForOrganization = (id: string): OrganizationId => id as OrganizationId

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
  /** The scopes with which the token was issued, as far as its client is still registered for them and the account still has them. */
  scopes: ReadonlySet<string>
  roles: readonly RoleInProduct[]
  /** The member of staff who browses as this account; null for the account itself. */
  actor: { accountId: string; email: string } | null
  /** SHA-256 of the token. */
  tokenHash: string
  /** The family of tokens that came from one sign-in. They are revoked together. */
  familyId: string
  sessionHash: string | null
  /** Versions of the rows that determine what the caller may do. They change together with these rows. */
  versions: readonly string[]
}

/**
 * A caller as it was found at most a minute ago. It may have lost rights since, so only what a token can never change is readable. LockCaller
 * returns the caller with its present rights.
 */
export type RecentCaller = Pick<Caller, 'accountId' | 'organizationId' | 'actor'> & { readonly asFound: Caller }

/** Who asks for something. What they may do is known once LockCaller has returned the caller. */
export type Asking = Caller | RecentCaller

/** Finds the caller of a Bearer token. Null if the token is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Caller | null>

/** Returns the caller of a Bearer token as it was found at most a minute ago. Null if it was not. */
export type Recall = (token: string) => Promise<Caller | null>

/** Audits that a caller did not have the scopes for an endpoint. `endpoint` is the endpoint's id. */
export type AuditRefusal = (caller: Caller, endpoint: string) => Promise<void>
