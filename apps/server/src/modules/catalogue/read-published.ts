import { nextChange } from '@marketplace/domain/dates'
import { nextDiscountChange } from '@marketplace/domain/discount'
import { nextPublicationChange } from '@marketplace/domain/publication-status'
import { compareApplications } from '@marketplace/domain/sorting'
import { hasPage } from '@marketplace/domain/visibility'
import type { CatalogueEntry } from './records.ts'
import type { CatalogueSnapshot } from './snapshot.ts'

/** The next instant at which time alone changes what is shown of this application. */
export const nextChangeOf = (entry: CatalogueEntry, now: Date): Date | null =>
  nextChange(nextPublicationChange(entry, now), nextDiscountChange(entry.customProps, now))

/** Who made it: the name that the application gives, or else its developer's. */
export const makerOf = ({ company, developerId }: CatalogueEntry, { developerById }: CatalogueSnapshot): string | null =>
  company?.name ?? (developerId === null ? null : (developerById.get(developerId)?.name ?? null))

/** Whether the API lists it: published, and not hidden. */
export const isShown = (entry: CatalogueEntry, now: Date): boolean => !entry.hidden && hasPage(entry, now)

/**
 * What GET /applications/published lists: every published application of both products, services and those under maintenance
 * included, hidden ones not (contract, Answers). The most recently published comes first.
 */
export const publishedEntries = (
  snapshot: CatalogueSnapshot,
  now: Date,
): { value: readonly CatalogueEntry[]; until: Date | null } =>
  snapshot.remember('published', now, () => ({
    value: snapshot.entries.filter((entry) => isShown(entry, now)).sort(compareApplications('published', now)),
    until: nextChange(...snapshot.entries.map((entry) => nextChangeOf(entry, now))),
  }))

/** The published application of this slug, hidden or not: its page stays where its lists do not have it. */
export const publishedBySlug = (snapshot: CatalogueSnapshot, slug: string, now: Date): CatalogueEntry | undefined => {
  const entry = snapshot.bySlug.get(slug)
  return entry && hasPage(entry, now) ? entry : undefined
}

/** The published application of this id. */
export const publishedById = (snapshot: CatalogueSnapshot, id: string, now: Date): CatalogueEntry | undefined => {
  const entry = snapshot.byId.get(id)
  return entry && hasPage(entry, now) ? entry : undefined
}

/** The published application that a client belongs to; where the catalogue names no client, the application's id is it. */
export const publishedByClient = (snapshot: CatalogueSnapshot, clientId: string, now: Date): CatalogueEntry | undefined => {
  const { value: byClient } = snapshot.remember('by client', now, () => ({
    value: new Map(snapshot.entries.map((entry) => [entry.authorization?.clientId ?? entry.id, entry])),
    until: null,
  }))
  const entry = byClient.get(clientId)
  return entry && hasPage(entry, now) ? entry : undefined
}
