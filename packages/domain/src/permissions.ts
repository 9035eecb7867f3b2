import type { Product } from '@marketplace/contracts/enumerations'
import { PERMISSIONS, type Permission, type Role, type RoleInProduct, type Scope, SCOPES } from '@marketplace/contracts/roles'

type ScopesOfRole = Readonly<Record<Product, readonly Scope[]>>
const NONE: ScopesOfRole = { livechat: [], helpdesk: [] }

const ADMINISTRATORS: ScopesOfRole = { livechat: ['integrations_manage'], helpdesk: ['hd_integrations_manage'] }
const OWNERS: ScopesOfRole = {
  livechat: [
    ...ADMINISTRATORS.livechat,
    'billing_manage',
    'subscription_manage',
    'organization--my:rw',
    'organization.product--my:rw',
  ],
  helpdesk: [
    ...ADMINISTRATORS.helpdesk,
    'billing--all:rw',
    'subscription_manage',
    'organization--my:rw',
    'organization.product--my:rw',
  ],
}

/** Which scopes a role carries in which product (specification, section 6). A suspended role carries none. */
export const ROLE_TABLE: Readonly<Record<Role, ScopesOfRole>> = {
  owner: OWNERS,
  viceowner: OWNERS,
  administrator: ADMINISTRATORS,
  viewer: NONE,
  normal: NONE,
  member: NONE,
}

/** What goes with something else than a role: with being staff, or with an organization that develops applications. */
export const GROUP_TABLE: Readonly<Record<'staff' | 'developer', readonly Scope[]>> = {
  staff: ['dev_platform_admin', 'billing_admin'],
  developer: ['dps.applications', 'dps.publishing'],
}

/** Which scopes give a permission; any one of them does (section 6). */
export const PERMISSION_TABLE: Readonly<Record<Permission, readonly Scope[]>> = {
  installApplications: ['integrations_manage', 'hd_integrations_manage'],
  manageOrganization: ['organization--my:rw', 'organization.product--my:rw'],
  manageBilling: ['billing_admin', 'billing_manage', 'billing--all:rw'],
  develop: ['dev_platform_admin', 'dps.applications', 'dps.publishing'],
  operate: ['dev_platform_admin'],
}

/** Every scope with which somebody can make the organization pay: none of them is there for staff who browse as somebody else. */
export const PAYING_SCOPES: readonly Scope[] = [...PERMISSION_TABLE.manageBilling, 'subscription_manage']

/** The scope without which nobody installs an application of this product. */
const INSTALL_SCOPE: Readonly<Record<Product, Scope>> = {
  livechat: 'integrations_manage',
  helpdesk: 'hd_integrations_manage',
}

/** What somebody is, as far as it gives scopes. */
export type ScopeSources = { roles: readonly RoleInProduct[]; staff: boolean; developer: boolean }

/** Every scope that an account may have, in the order of SCOPES. */
export const scopesOf = ({ roles, staff, developer }: ScopeSources): Scope[] => {
  const held = new Set<Scope>()
  const add = (scopes: readonly Scope[]) => {
    for (const scope of scopes) held.add(scope)
  }
  for (const { role, product, suspended } of roles) if (!suspended) add(ROLE_TABLE[role][product])
  if (staff) add(GROUP_TABLE.staff)
  if (developer) add(GROUP_TABLE.developer)
  return SCOPES.filter((scope) => held.has(scope))
}

const ROLE_SCOPES: ReadonlySet<string> = new Set(SCOPES)

/**
 * Of some scopes, those that somebody who holds `held` may use, or agree to for others. A scope that no role carries is about a host product's
 * data: whoever installs applications may agree to it.
 */
export const allowedScopes = (asked: readonly string[], held: ReadonlySet<string>): string[] =>
  asked.filter((scope) => !ROLE_SCOPES.has(scope) || held.has(scope))

/** Whether these scopes give a permission. */
export const hasPermission = (scopes: ReadonlySet<string>, permission: Permission): boolean =>
  PERMISSION_TABLE[permission].some((scope) => scopes.has(scope))

/** Everything that these scopes permit, in the order of PERMISSIONS. */
export const permissionsOf = (scopes: ReadonlySet<string>): Permission[] =>
  PERMISSIONS.filter((permission) => hasPermission(scopes, permission))

/** Whether these scopes let somebody install and uninstall applications of a product. */
export const canInstallFor = (scopes: ReadonlySet<string>, product: Product): boolean => scopes.has(INSTALL_SCOPE[product])

/** Billing of a product: billing_admin or billing_manage, or for the help desk billing--all:rw (section 6). */
export const canBillFor = (scopes: ReadonlySet<string>, product: Product): boolean =>
  scopes.has('billing_admin') || scopes.has('billing_manage') || (product === 'helpdesk' && scopes.has('billing--all:rw'))

const holds = (roles: readonly RoleInProduct[], wanted: readonly Role[]): boolean =>
  roles.some(({ role, suspended }) => !suspended && wanted.includes(role))

/** Owner and vice-owner, where they are not suspended (section 6). */
export const isAccountOwner = (roles: readonly RoleInProduct[]): boolean => holds(roles, ['owner', 'viceowner'])

/** "administrator also counts for the wider admin list" (section 6). */
export const ADMINISTRATOR_ROLES = ['owner', 'viceowner', 'administrator'] as const satisfies readonly Role[]

/** Whether somebody is on the wider admin list: who is asked for access. */
export const isAdministrator = (roles: readonly RoleInProduct[]): boolean => holds(roles, ADMINISTRATOR_ROLES)
