import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { ListState } from '@marketplace/domain/application-list'
import type { LicenseState } from '@marketplace/domain/subscriptions'
import type { EntitledPurchase } from '../charges/index.ts'
import type { applications } from '../../db/schema.ts'

type ApplicationRow = typeof applications.$inferSelect

/** The columns of an application that an install or an installed application needs. */
export type InstallableRecord = Pick<
  ApplicationRow,
  | 'id'
  | 'slug'
  | 'name'
  | 'product'
  | 'private'
  | 'underMaintenance'
  | 'installable'
  | 'payment'
  | 'authorization'
  | 'widgets'
  | 'directInstallUrl'
  | 'iconId'
  | 'submittedAt'
  | 'acceptedAt'
  | 'publishedAt'
> & { customProps: CustomProps }

export type InstallationRecord = {
  installedAt: Date
  setUpAt: Date | null
  agents: string[] | null
  installedBy: { id: string; name: string; email: string } | null
  /** The scopes that the organization has consented to, at the install or later. */
  scopes: string[]
}

/** An application and its state in one organization. */
export type InstallState = {
  application: InstallableRecord & { onboarding: unknown }
  /** Whether the application belongs to this organization. */
  owns: boolean
  installation: InstallationRecord | null
  licenses: (LicenseState & { product: Product })[]
  /** The organization's current purchase of the application; null if it has none. */
  purchase: EntitledPurchase | null
  /** The application's state on the organization's list; null if the organization has no list. */
  list: ListState | null
}
