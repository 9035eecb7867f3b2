import type { Expert, Prospect } from '@marketplace/contracts/partners/schemas'
import { picturePath } from '../pictures/index.ts'
import type { ExpertRecord, ProspectRecord } from './live/records.ts'

/** An expert in the product API. */
export const presentExpert = (expert: ExpertRecord, publicUrl: string): Expert => ({
  expert_id: expert.id,
  slug: expert.slug,
  name: expert.name,
  headline: expert.headline,
  description: expert.description,
  website: expert.website,
  logo: expert.logoId && `${publicUrl}${picturePath(expert.logoId, 256)}`,
  city: expert.city,
  country: expert.country,
  languages: expert.languages,
  industries: expert.industries,
  services: expert.services,
  products: expert.products,
  applications: expert.applications,
  verified: expert.verified,
  recommended: expert.recommended,
  testimonials: expert.testimonials.map(({ id, name, website, comment, createdAt }) => ({
    id,
    name,
    website,
    comment,
    created_at: createdAt.toISOString(),
  })),
})

/** A prospect in the product API. */
export const presentProspect = ({ id, name, description, country, website, claimedAt }: ProspectRecord): Prospect => ({
  prospect_id: id,
  name,
  description,
  country,
  website,
  claimed: claimedAt !== null,
})
