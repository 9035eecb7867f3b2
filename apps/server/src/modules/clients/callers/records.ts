import type { Region, RoleInProduct } from '@marketplace/contracts/core/roles'
import type { OrganizationId } from '../../../core/caller.ts'

/** A token with the account, organization and roles that it acts for, in their current state. */
export type TokenRecord = {
  kind: 'code' | 'access' | 'refresh'
  hash: string
  familyId: string
  clientId: string
  /** Whether the client is one of the marketplace's own. */
  trusted: boolean
  /** The scopes of the token for which its client is still registered. */
  scopes: string[]
  sessionHash: string | null
  expiresAt: Date
  account: { id: string; name: string; email: string; staff: boolean }
  organization: { id: OrganizationId; region: Region; develops: boolean }
  roles: RoleInProduct[]
  /**
   * The member of staff who browses as the account; null if it is the account's own token. `active`: not suspended in at least one
   * organization.
   */
  actor: { id: string; email: string; staff: boolean; active: boolean } | null
  /**
   * Versions of the rows that determine what the token may do: one for each membership. A version changes with the membership, its account
   * and the client. The last text says whether the organization develops applications.
   */
  versions: string[]
}

/** The part of a TokenRecord that does not depend on a token: `scopes` are the client's. */
export type RightsRecord = Pick<TokenRecord, 'scopes' | 'roles'> & {
  account: Pick<TokenRecord['account'], 'id' | 'staff'>
  organization: Pick<TokenRecord['organization'], 'id' | 'develops'>
}
