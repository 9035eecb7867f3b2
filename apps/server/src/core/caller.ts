import type { Region, RoleInProduct } from '@marketplace/contracts/roles'

declare const bound: unique symbol
/**
 * The id of the organization that a token stands for. Only a token, or a membership at sign-in, gives one, and everything that
 * belongs to an organization is read and written by it: an id that came in any other way does not compile there.
 */
export type OrganizationId = string & { readonly [bound]: true }

/** Who calls, as the database has it at this moment: permissions are read at each call, never from the token. */
export type Caller = {
  accountId: string
  name: string
  email: string
  organizationId: OrganizationId
  region: Region
  clientId: string
  /** Whether the client is ours. */
  trusted: boolean
  /** What the token was given, its client is still registered for and the account may still do. */
  scopes: ReadonlySet<string>
  roles: readonly RoleInProduct[]
  /** Who really acts, where a member of staff browses as the account. */
  actor: { accountId: string; email: string } | null
  /** SHA-256 of the token. */
  tokenHash: string
  /** What the token came out of: they are revoked together. */
  familyId: string
  sessionHash: string | null
}

/** Finds who a Bearer token stands for. Null if the token is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Caller | null>

/** Records in the audit that a caller lacked the scopes for an endpoint, by the endpoint's id. */
export type TellRefusal = (caller: Caller, endpoint: string) => Promise<void>
