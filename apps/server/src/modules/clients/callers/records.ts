import type { Region, RoleInProduct } from '@marketplace/contracts/core/roles'

/** A token with the account, organization and roles that it acts for, as stored at this moment. */
export type TokenRecord = {
  kind: 'code' | 'access' | 'refresh'
  hash: string
  familyId: string
  clientId: string
  /** Whether the client is one of the marketplace's own. */
  trusted: boolean
  /** The scopes that the token was issued with, as far as its client is still registered for them. */
  scopes: string[]
  sessionHash: string | null
  expiresAt: Date
  account: { id: string; name: string; email: string; staff: boolean }
  organization: { id: string; region: Region; develops: boolean }
  roles: RoleInProduct[]
  /**
   * The member of staff who browses as the account; null if nobody does. `active`: not suspended in at least one organization.
   */
  actor: { id: string; email: string; staff: boolean; active: boolean } | null
  /** One for each membership that decides what the token may do: it changes with that, its account and the client. */
  versions: string[]
}

/** The part of it that does not depend on a token: `scopes` are those of a client. */
export type MemberRecord = Pick<TokenRecord, 'scopes' | 'roles'> & {
  account: Pick<TokenRecord['account'], 'id' | 'staff'>
  organization: Pick<TokenRecord['organization'], 'id' | 'develops'>
}
