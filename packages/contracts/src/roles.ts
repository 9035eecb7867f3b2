import type { Product } from './enumerations.ts'

/** Roles of an account in an organization (specification, sections 3 and 6). `normal` is an agent. */
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

/** What an account is in one product of an organization. A suspended one may do nothing there. */
export type RoleInProduct = { product: Product; role: Role; suspended: boolean }

/** Where an organization's data is kept; an access token begins with it (clients.md). */
export const REGIONS = ['fra', 'fra-a', 'fra-b', 'dal'] as const
export type Region = (typeof REGIONS)[number]

/** Tiers of a licence, the lowest first (section 3). The last five are the upper group. */
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

/** Every scope that section 6 names. Developer-program scopes (`dps.…`) have no mode. */
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

/** What somebody may be allowed, each by the scopes that PERMISSION_TABLE (domain) names. */
export const PERMISSIONS = ['installApplications', 'manageOrganization', 'manageBilling', 'develop', 'operate'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** How many administrators the dialog of who may not install names (section 9, "No-access max agents 3"). */
export const NO_ACCESS_MAX_AGENTS = 3
