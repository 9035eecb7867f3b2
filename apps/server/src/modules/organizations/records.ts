import type { Product } from '@marketplace/contracts/enumerations'
import type { RoleInProduct } from '@marketplace/contracts/roles'
import type { LicenseState } from '@marketplace/domain/subscriptions'

/** Somebody of an organization, with what it is in each product. */
export type MemberRecord = { id: string; email: string; name: string; roles: RoleInProduct[] }

/** A licence of an organization; null for a card where it has none. */
export type LicenseRecord = LicenseState & { id: number; product: Product; seats: number; partnerType: string | null }
export type CardRecord = { brand: string; firstSix: string; lastFour: string }
