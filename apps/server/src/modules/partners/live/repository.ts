import { desc, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { campaigns, expertComments, experts, prospects } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { renderBounded } from '../../catalogue/index.ts'
import type { CampaignRecord, ExpertRecord, ProspectRecord, Published, TestimonialRecord } from './records.ts'

const expertColumns = {
  id: experts.id,
  slug: experts.slug,
  name: experts.name,
  headline: experts.headline,
  description: experts.description,
  website: experts.website,
  city: experts.city,
  country: experts.country,
  languages: experts.languages,
  industries: experts.industries,
  services: experts.services,
  products: experts.products,
  applications: experts.applications,
  brandColor: experts.brandColor,
  logoId: experts.logoId,
  verified: experts.verified,
  recommended: experts.recommended,
  foundedYear: experts.foundedYear,
  teamSize: experts.teamSize,
  createdAt: experts.createdAt,
}

const testimonialColumns = {
  expertId: expertComments.expertId,
  id: expertComments.id,
  name: expertComments.name,
  website: expertComments.website,
  comment: expertComments.comment,
  createdAt: expertComments.createdAt,
}

const htmlOf = async (text: string | null): Promise<string | null> => (text ? (await renderBounded(text)).html : null)

/** Comments that the operator has verified, newest first, by the expert's id. */
const loadTestimonials = async (database: Queryable): Promise<Map<string, TestimonialRecord[]>> => {
  const rows = await database
    .select(testimonialColumns)
    .from(expertComments)
    .where(isNotNull(expertComments.verifiedAt))
    .orderBy(desc(expertComments.createdAt), expertComments.id)
  const byExpert = new Map<string, TestimonialRecord[]>()
  for (const { expertId, ...testimonial } of rows) {
    const own = byExpert.get(expertId)
    if (own) own.push(testimonial)
    else byExpert.set(expertId, [testimonial])
  }
  return byExpert
}

/** All experts, published or not. */
export const loadExperts = async (database: Queryable): Promise<Published<ExpertRecord>[]> => {
  const testimonials = await loadTestimonials(database)
  const rows = await database.select({ record: expertColumns, publishedAt: experts.publishedAt }).from(experts)
  return Promise.all(
    rows.map(async ({ record, publishedAt }) => {
      const descriptionHtml = await htmlOf(record.description)
      return { publishedAt, record: { ...record, descriptionHtml, testimonials: testimonials.get(record.id) ?? [] } }
    }),
  )
}

export const loadProspects = (database: Queryable): Promise<ProspectRecord[]> =>
  database
    .select({
      id: prospects.id,
      name: prospects.name,
      description: prospects.description,
      country: prospects.country,
      website: prospects.website,
      claimedAt: prospects.claimedAt,
    })
    .from(prospects)

/** All campaigns, published or not. */
export const loadCampaigns = async (database: Queryable): Promise<Published<CampaignRecord>[]> => {
  const rows = await database.select().from(campaigns)
  return Promise.all(
    rows.map(async ({ slug, title, lead, description, points, experts: shown, publishedAt }) => {
      const descriptionHtml = await htmlOf(description)
      return { publishedAt, record: { slug, title, lead, description, descriptionHtml, points, experts: shown } }
    }),
  )
}

/** Experts, prospects and campaigns, as rows. */
export type NewPartners = {
  experts: (typeof experts.$inferInsert)[]
  comments: (typeof expertComments.$inferInsert)[]
  prospects: (typeof prospects.$inferInsert)[]
  campaigns: (typeof campaigns.$inferInsert)[]
}

export const hasPartners = async (database: Queryable): Promise<boolean> => {
  const { rows } = await database.execute<{ any: boolean }>(sql`
    select exists (select from ${experts}) or exists (select from ${prospects}) or exists (select from ${campaigns}) as "any"`)
  return rows[0]?.any ?? false
}

export const insertPartners = async (transaction: Transaction, rows: NewPartners): Promise<void> => {
  if (rows.experts.length > 0) await transaction.insert(experts).values(rows.experts)
  if (rows.comments.length > 0) await transaction.insert(expertComments).values(rows.comments)
  if (rows.prospects.length > 0) await transaction.insert(prospects).values(rows.prospects)
  if (rows.campaigns.length > 0) await transaction.insert(campaigns).values(rows.campaigns)
}
