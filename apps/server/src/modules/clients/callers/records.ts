import type { Region, RoleInProduct } from '@marketplace/contracts/roles'

/** What a token stands for, as the database has it at this moment. */
export type TokenRecord = {
  kind: 'code' | 'access' | 'refresh'
  hash: string
  familyId: string
  clientId: string
  /** Whether that is one of ours. */
  trusted: boolean
  /** What the token was given, of what its client is registered for. */
  scopes: string[]
  sessionHash: string | null
  expiresAt: Date
  account: { id: string; name: string; email: string; staff: boolean }
  organization: { id: string; region: Region; develops: boolean }
  roles: RoleInProduct[]
  /** Null where nobody browses as the account. `active` as long as some organization has them, and has not suspended them. */
  actor: { id: string; email: string; staff: boolean; active: boolean } | null
}
