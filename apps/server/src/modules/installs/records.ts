import type { CustomProps } from '@marketplace/contracts/application'
import type { Product } from '@marketplace/contracts/enumerations'
import type { LicenseState } from '@marketplace/domain/subscriptions'
import type { applications } from '../../db/schema.ts'

type Row = typeof applications.$inferSelect

/** What of an application an install depends on, and what is said of it once it is installed. */
export type InstallableRecord = Pick<
  Row,
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
> & { customProps: CustomProps; onboarding: unknown }

export type InstallationRecord = {
  installedAt: Date
  setUpAt: Date | null
  agents: string[] | null
  installedBy: { id: string; name: string; email: string } | null
  /** What the organization has agreed to, by installing or since. */
  scopes: string[]
}

/** An application and an organization, and what they have to do with each other. */
export type Standing = {
  application: InstallableRecord
  /** The application is one of the organization's own. */
  owns: boolean
  installation: InstallationRecord | null
  licenses: (LicenseState & { product: Product })[]
}
