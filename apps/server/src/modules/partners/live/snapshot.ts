import { nextChange } from '@marketplace/domain/dates'
import { createMemory, type Remember } from '../../../db/remember.ts'
import type { CampaignRecord, ExpertRecord, ProspectRecord, Published } from './records.ts'

/** Everything that was read, published or not. */
export type PartnersRead = {
  revision: number
  experts: readonly Published<ExpertRecord>[]
  prospects: readonly ProspectRecord[]
  campaigns: readonly Published<CampaignRecord>[]
}

/**
 * Experts, prospects and campaigns as shown at one moment. Snapshots are immutable: a change of the data, or an instant at which
 * one of them becomes published, creates a new one with a higher revision.
 */
export type PartnersSnapshot = {
  revision: number
  /** Published ones: recommended first, then by name. */
  experts: readonly ExpertRecord[]
  expertBySlug: ReadonlyMap<string, ExpertRecord>
  expertById: ReadonlyMap<string, ExpertRecord>
  prospects: readonly ProspectRecord[]
  /** Published ones. */
  campaigns: readonly CampaignRecord[]
  campaignBySlug: ReadonlyMap<string, CampaignRecord>
  /** Computes a value once for this snapshot, and again after its `until`. */
  remember: Remember
}

// The same order of names as in lists of applications.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const published = <T>(all: readonly Published<T>[], now: Date): T[] =>
  all.filter(({ publishedAt }) => publishedAt !== null && publishedAt <= now).map(({ record }) => record)

/** The snapshot at an instant, and the next instant at which something becomes published. */
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
