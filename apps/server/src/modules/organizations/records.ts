import type { Product } from '@marketplace/contracts/core/enumerations'
import type { RoleInProduct } from '@marketplace/contracts/core/roles'
import type { LicenseState } from '@marketplace/domain/subscriptions'

/** A member of an organization, with the role in each product. */
export type MemberRecord = { id: string; email: string; name: string; roles: RoleInProduct[] }

/** A licence of an organization. */
export type LicenseRecord = LicenseState & { id: number; product: Product; seats: number; partnerType: string | null }
