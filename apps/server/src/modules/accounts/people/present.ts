import type { Account } from '@marketplace/contracts/accounts/schemas'
import { type Product, PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { type Role, type RoleInProduct, ROLES } from '@marketplace/contracts/core/roles'
import { isAccountOwner, isActiveMember, isAdministrator } from '@marketplace/domain/permissions'
import type { AccountRecord, Membership } from './repository.ts'

type WireRole = Account['roles'][number]

const typeOf = (role: RoleInProduct): WireRole['type'] =>
  isAccountOwner([role]) ? 'owner' : isAdministrator([role]) ? 'administrator' : 'agent'

const presentRole = (product: Product, role: Role): WireRole => ({
  role_id: `${product}.${role}`,
  product,
  role,
  type: typeOf({ product, role, suspended: false }),
  predefined: true,
})

/** Every role, the most powerful first. */
export const allRoles = (): WireRole[] => PRODUCTS.flatMap((product) => ROLES.map((role) => presentRole(product, role)))

const suspensionIn = (product: Product, roles: readonly RoleInProduct[]) => {
  const own = roles.find((role) => role.product === product)
  return own ? { suspended: own.suspended } : null
}

export const presentAccount = ({ roles, secondFactor, ...account }: AccountRecord): Account => ({
  account_id: account.id,
  name: account.name,
  email: account.email,
  email_verified: account.emailVerifiedAt !== null,
  default_product: account.defaultProduct,
  default_organization_id: account.defaultOrganizationId,
  avatar_url: account.avatarUrl,
  roles: roles.map(({ product, role }) => presentRole(product, role)),
  properties: {
    active: isActiveMember(roles),
    mfa: secondFactor,
    avatar_url: account.avatarUrl,
    livechat: suspensionIn('livechat', roles),
    helpdesk: suspensionIn('helpdesk', roles),
  },
  created_at: account.createdAt.toISOString(),
  updated_at: account.updatedAt.toISOString(),
})

export const presentOrganization = ({ organizationId, name, region, roles }: Membership) => ({
  organization_id: organizationId,
  name,
  region,
  roles: roles.map(({ product, role }) => presentRole(product, role)),
})
