import type { Product } from '@marketplace/contracts/core/enumerations'
import type { ErrorCode } from '@marketplace/contracts/core/errors'
import type { RoleInProduct } from '@marketplace/contracts/core/roles'
import { isActiveMember } from './permissions.ts'

/** The facts that decide whether a person may rate an application that they can see. */
export type Rater = {
  /** Whether the caller's organization develops the application, or the call uses a client of its developer. */
  owns: boolean
  installed: boolean
  roles: readonly RoleInProduct[]
  /** Whether staff browse as this account. */
  isGhost: boolean
}

/** Whether a person has roles in a product, and all of them are suspended. */
const isSuspendedIn = (roles: readonly RoleInProduct[], product: Product): boolean => {
  const own = roles.filter((role) => role.product === product)
  return own.length > 0 && !isActiveMember(own)
}

/** Why a person may not rate an application; null if they may. docs/product/ratings.md, Who may rate. */
export const ratingRefusal = (product: Product, { owns, installed, roles, isGhost }: Rater): ErrorCode | null => {
  if (isGhost) return 'RATING_BY_SUPPORT'
  if (owns) return 'RATING_OWN'
  if (isSuspendedIn(roles, product)) return 'RATING_SUSPENDED'
  return installed ? null : 'RATING_NOT_INSTALLED'
}
