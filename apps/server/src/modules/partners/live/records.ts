import type { Product, ServiceType } from '@marketplace/contracts/core/enumerations'
import type { Titled } from '../../../db/schema.ts'

/** A customer's comment on an expert, verified by the operator. */
export type TestimonialRecord = { id: string; name: string; website: string | null; comment: string; createdAt: Date }

/** A partner expert, without the mail address. The address is never shown, and is read only to send a message. */
export type ExpertRecord = {
  id: string
  slug: string
  name: string
  headline: string | null
  description: string | null
  /** description as sanitized HTML. */
  descriptionHtml: string | null
  website: string | null
  city: string | null
  country: string | null
  languages: string[]
  industries: string[]
  services: ServiceType[]
  products: Product[]
  /** Slugs of the applications that the expert sets up. */
  applications: string[]
  brandColor: string | null
  logoId: string | null
  verified: boolean
  recommended: boolean
  foundedYear: number | null
  /** A text such as "2 to 10 people". */
  teamSize: string | null
  createdAt: Date
  /** Verified ones, newest first. */
  testimonials: TestimonialRecord[]
}

/** A prospect: an expert who is not in the program yet. */
export type ProspectRecord = {
  id: string
  name: string
  description: string | null
  country: string | null
  website: string | null
  claimedAt: Date | null
}

/** A page about one kind of help, with experts who offer it. */
export type CampaignRecord = {
  slug: string
  title: string
  lead: string
  description: string | null
  /** description as sanitized HTML. */
  descriptionHtml: string | null
  points: Titled[]
  /** Slugs of experts, in display order. */
  experts: string[]
}

/** A record that is shown from `publishedAt` on; never if it is null. */
export type Published<T> = { publishedAt: Date | null; record: T }
