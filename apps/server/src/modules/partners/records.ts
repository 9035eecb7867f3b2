import type { Product, ServiceType } from '@marketplace/contracts/enumerations'
import type { Titled } from '../../db/schema.ts'

/** A word of a customer about an expert, verified by the operator. */
export type TestimonialRecord = { id: string; name: string; website: string | null; comment: string; createdAt: Date }

/** A partner expert. The address that messages go to is not in it: it is read where a message is sent, and shown nowhere. */
export type ExpertRecord = {
  id: string
  slug: string
  name: string
  headline: string | null
  description: string | null
  /** description as clean HTML. */
  descriptionHtml: string | null
  website: string | null
  city: string | null
  country: string | null
  languages: string[]
  industries: string[]
  services: ServiceType[]
  products: Product[]
  /** Slugs of applications that the expert sets up. */
  applications: string[]
  brandColor: string | null
  logoId: string | null
  verified: boolean
  recommended: boolean
  foundedYear: number | null
  /** In words: "2 to 10 people". */
  teamSize: string | null
  createdAt: Date
  /** Verified ones, the newest first. */
  testimonials: TestimonialRecord[]
}

/** An expert who is not in the program yet. */
export type ProspectRecord = {
  id: string
  name: string
  description: string | null
  country: string | null
  website: string | null
  claimedAt: Date | null
}

/** A page about one kind of help and the experts who give it. */
export type CampaignRecord = {
  slug: string
  title: string
  lead: string
  description: string | null
  /** description as clean HTML. */
  descriptionHtml: string | null
  points: Titled[]
  /** Slugs of experts, in the order in which they are shown. */
  experts: string[]
}

/** Something that is shown from an instant on; null: not at all. */
export type Published<T> = { publishedAt: Date | null; record: T }
