import type { Product } from '@marketplace/contracts/core/enumerations'
import {
  PERMISSIONS,
  type Permission,
  type Role,
  type RoleInProduct,
  type Scope,
  SCOPES,
} from '@marketplace/contracts/core/roles'

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

/** The scopes that a role gives in each product: docs/product/accounts.md, Roles and scopes. A suspended role gives none. */
export const ROLE_TABLE: Readonly<Record<Role, ScopesOfRole>> = {
  owner: OWNERS,
  viceowner: OWNERS,
  administrator: ADMINISTRATORS,
  viewer: NONE,
  normal: NONE,
  member: NONE,
}

/** Scopes that do not come from a role: those of the staff, and of members of an organization that develops applications. */
export const GROUP_TABLE: Readonly<Record<'staff' | 'developer', readonly Scope[]>> = {
  staff: ['dev_platform_admin', 'billing_admin'],
  developer: ['dps.applications', 'dps.publishing'],
}

/** The scopes that give a permission; one of them is enough. */
export const PERMISSION_TABLE: Readonly<Record<Permission, readonly Scope[]>> = {
  installApplications: ['integrations_manage', 'hd_integrations_manage'],
  manageOrganization: ['organization--my:rw', 'organization.product--my:rw'],
  manageBilling: ['billing_admin', 'billing_manage', 'billing--all:rw'],
  develop: ['dev_platform_admin', 'dps.applications', 'dps.publishing'],
  operate: ['dev_platform_admin'],
}

/** All scopes with which a person can spend the organization's money. Staff who browse as somebody else (ghost login) never get one. */
export const PAYING_SCOPES: readonly Scope[] = [...PERMISSION_TABLE.manageBilling, 'subscription_manage']

/** The scope that is required to install applications of each product. */
const INSTALL_SCOPE: Readonly<Record<Product, Scope>> = {
  livechat: 'integrations_manage',
  helpdesk: 'hd_integrations_manage',
}

/** The sources of an account's scopes: its roles, whether it is staff, and whether it belongs to a developer's organization. */
export type ScopeSources = { roles: readonly RoleInProduct[]; staff: boolean; developer: boolean }

/** Every scope that an account has, in the order of SCOPES. */
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
 * The scopes among `asked` that a person with the scopes `held` may use, or consent to for others. A scope that no role of the marketplace
 * has concerns a host product's data and is always allowed: docs/product/accounts.md, Consent.
 */
export const allowedScopes = (asked: readonly string[], held: ReadonlySet<string>): string[] =>
  asked.filter((scope) => !ROLE_SCOPES.has(scope) || held.has(scope))

/** The scopes among `asked` that an account may use, or consent to, with its current rights. */
export const usableScopes = (asked: readonly string[], sources: ScopeSources): string[] =>
  allowedScopes(asked, new Set(scopesOf(sources)))

export const hasPermission = (scopes: ReadonlySet<string>, permission: Permission): boolean =>
  PERMISSION_TABLE[permission].some((scope) => scopes.has(scope))

/** Every permission that the scopes give, in the order of PERMISSIONS. */
export const permissionsOf = (scopes: ReadonlySet<string>): Permission[] =>
  PERMISSIONS.filter((permission) => hasPermission(scopes, permission))

/** Whether the scopes allow to install and uninstall applications of a product. */
export const canInstallFor = (scopes: ReadonlySet<string>, product: Product): boolean => scopes.has(INSTALL_SCOPE[product])

/** Whether the scopes allow billing for a product: docs/product/accounts.md, Roles and scopes. */
export const canBillFor = (scopes: ReadonlySet<string>, product: Product): boolean =>
  scopes.has('billing_admin') || scopes.has('billing_manage') || (product === 'helpdesk' && scopes.has('billing--all:rw'))

const holds = (roles: readonly RoleInProduct[], wanted: readonly Role[]): boolean =>
  roles.some(({ role, suspended }) => !suspended && wanted.includes(role))

/** Whether a person is an active member of the organization: in at least one product they are not suspended. */
export const isActiveMember = (roles: readonly Pick<RoleInProduct, 'suspended'>[]): boolean =>
  roles.some(({ suspended }) => !suspended)

/** Whether a person counts as an owner of the account: owner or vice-owner of a product, and not suspended there. */
export const isAccountOwner = (roles: readonly RoleInProduct[]): boolean => holds(roles, ['owner', 'viceowner'])

/**
 * Roles that count as administrators of the organization. Administrators can be asked for access, and always manage installed applications.
 */
export const ADMINISTRATOR_ROLES = ['owner', 'viceowner', 'administrator'] as const satisfies readonly Role[]

/** Whether a person has one of ADMINISTRATOR_ROLES in a product, and is not suspended there. */
export const isAdministrator = (roles: readonly RoleInProduct[]): boolean => holds(roles, ADMINISTRATOR_ROLES)
