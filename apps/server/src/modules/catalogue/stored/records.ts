import type { CustomProps, Payment } from '@marketplace/contracts/catalogue/schemas'
import type { BillingCycle, Placement, PricingType, Product } from '@marketplace/contracts/core/enumerations'
import type { OwnRatings } from '@marketplace/domain/ratings'
import type { OrganizationId } from '../../../core/caller.ts'
import type { applications, Authorization, Company, resources } from '../../../db/schema.ts'

export type CategoryRecord = { id: number; slug: string; name: string }
export type DeveloperRecord = {
  id: string
  slug: string
  name: string
  description: string | null
  website: string | null
  email: string | null
  country: string | null
  /** The developer's organization; null if the developer is known from a catalogue only. */
  organizationId: OrganizationId | null
  createdAt: Date
}

/** The fields of an application that lists need. They are few, because all applications are kept in memory. */
export type CatalogueEntry = {
  id: string
  slug: string
  name: string
  product: Product
  categoryId: number | null
  developerId: string | null
  company: Company | null
  hidden: boolean
  underMaintenance: boolean
  installable: boolean
  /** Visible to its developer's organization only. */
  private: boolean
  installations: number | null
  /** The rating by the catalogue's and the accounts' votes: 1 to 5; 0 without votes. */
  rating: { rate: number; votes: number }
  shortDescription: string | null
  brandColor: string | null
  iconId: string | null
  firstScreenshotId: string | null
  authorization:
    | (Pick<Authorization, 'type' | 'clientId' | 'clientType'> & { scopes: readonly Authorization['scopes'][number][] })
    | null
  placements: readonly Placement[]
  customProps: CustomProps
  payment: Payment | null
  theme: string | null
  country: string | null
  languages: readonly string[]
  industries: readonly string[]
  types: readonly string[]
  collections: readonly string[]
  tags: readonly string[]
  submittedAt: Date | null
  acceptedAt: Date | null
  publishedAt: Date | null
  updatedAt: Date
}

export type PlanRecord = {
  id: string
  key: string
  name: string
  billingCycle: BillingCycle
  pricingType: PricingType
  priceCents: number
  trialDays: number
}

export type ResourceRecord = typeof resources.$inferSelect

/** A complete application, for its page and the product API. */
export type ApplicationRecord = typeof applications.$inferSelect & {
  plans: PlanRecord[]
  resources: ResourceRecord[]
  /** The accounts' votes; null without any. The catalogue's votes are in the row itself. */
  ownRatings: OwnRatings | null
}
