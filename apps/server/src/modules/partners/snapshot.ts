import { nextChange } from '@marketplace/domain/dates'
import { createMemory, type Remember } from '../../db/remember.ts'
import type { CampaignRecord, ExpertRecord, ProspectRecord, Published } from './records.ts'

/** Everything that was read: what is published and what is not, or not yet. */
export type PartnersRead = {
  revision: number
  experts: readonly Published<ExpertRecord>[]
  prospects: readonly ProspectRecord[]
  campaigns: readonly Published<CampaignRecord>[]
}

/**
 * Experts and what belongs to them as they are shown at one moment. It never changes; a change of them, or an instant at which time
 * alone publishes one, makes a new one with a higher revision.
 */
export type PartnersSnapshot = {
  revision: number
  /** Published ones, the recommended first, then by name. */
  experts: readonly ExpertRecord[]
  expertBySlug: ReadonlyMap<string, ExpertRecord>
  expertById: ReadonlyMap<string, ExpertRecord>
  prospects: readonly ProspectRecord[]
  /** Published ones. */
  campaigns: readonly CampaignRecord[]
  campaignBySlug: ReadonlyMap<string, CampaignRecord>
  /** Works it out once for this snapshot and for as long as `until`, the next instant at which time alone would change it. */
  remember: Remember
}

// The order of names that lists of applications have too.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const published = <T>(all: readonly Published<T>[], now: Date): T[] =>
  all.filter(({ publishedAt }) => publishedAt !== null && publishedAt <= now).map(({ record }) => record)

/** What is shown at an instant, and the next one at which time alone publishes something. */
export const buildSnapshot = (
  revision: number,
  read: PartnersRead,
  now: Date,
): { snapshot: PartnersSnapshot; until: Date | null } => {
  const experts = published(read.experts, now).sort(
    (a, b) => Number(b.recommended) - Number(a.recommended) || collator.compare(a.name, b.name) || (a.slug < b.slug ? -1 : 1),
  )
  const campaigns = published(read.campaigns, now).sort(
    (a, b) => collator.compare(a.title, b.title) || (a.slug < b.slug ? -1 : 1),
  )
  const toCome = [...read.experts, ...read.campaigns].map(({ publishedAt }) =>
    publishedAt !== null && publishedAt > now ? publishedAt : null,
  )
  return {
    until: nextChange(...toCome),
    snapshot: {
      revision,
      experts,
      expertBySlug: new Map(experts.map((expert) => [expert.slug, expert])),
      expertById: new Map(experts.map((expert) => [expert.id, expert])),
      prospects: read.prospects.toSorted((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)),
      campaigns,
      campaignBySlug: new Map(campaigns.map((campaign) => [campaign.slug, campaign])),
      remember: createMemory(),
    },
  }
}
