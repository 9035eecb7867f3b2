import type { Product } from './enumerations.ts'

/** Roles of an account in one product of an organization: docs/product/accounts.md, Roles and scopes. `normal` is an agent. */
export const ROLES = ['owner', 'viceowner', 'administrator', 'viewer', 'normal', 'member'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  viceowner: 'Vice owner',
  administrator: 'Administrator',
  viewer: 'Viewer',
  normal: 'Agent',
  member: 'Member',
}

/** An account's role in one product of an organization. A suspended role gives no scopes. */
export type RoleInProduct = { product: Product; role: Role; suspended: boolean }

/** The region in which an organization's data is stored. An access token begins with it, so that a client can send it in X-Region. */
export const REGIONS = ['fra', 'fra-a', 'fra-b', 'dal'] as const
export type Region = (typeof REGIONS)[number]

/** Plans of a licence, the lowest first. The last five are the upper group: docs/product/accounts.md, Licences. */
export const PLAN_TIERS = [
  'solo',
  'starter',
  'regular',
  'basic',
  'team',
  'pro',
  'business',
  'premium',
  'enterprise',
  'enterpriseplus',
] as const
export type PlanTier = (typeof PLAN_TIERS)[number]

/**
 * Every scope that a role of the marketplace can have. The scopes of the developer program (`dps.…`) have no mode such as `:rw` in their
 * name.
 */
export const SCOPES = [
  'billing_manage',
  'billing_admin',
  'billing--all:rw',
  'subscription_manage',
  'integrations_manage',
  'hd_integrations_manage',
  'organization--my:rw',
  'organization.product--my:rw',
  'dev_platform_admin',
  'dps.applications',
  'dps.publishing',
] as const
export type Scope = (typeof SCOPES)[number]

/** The permissions that code checks. PERMISSION_TABLE (domain) has the scopes that give each permission. */
export const PERMISSIONS = ['installApplications', 'manageOrganization', 'manageBilling', 'develop', 'operate'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The most administrators whom the dialog "you may not install" names: docs/product/installing.md, Access requests. */
export const NO_ACCESS_MAX_AGENTS = 3
