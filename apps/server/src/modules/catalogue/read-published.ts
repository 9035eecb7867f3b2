import { hasBit } from '@marketplace/domain/bit-set'
import { hasPage } from '@marketplace/domain/visibility'
import { SHOWN } from './application-lists.ts'
import type { CatalogueEntry } from './records.ts'
import type { CatalogueSnapshot } from './snapshot.ts'

/** Who made it: the name that the application gives, or else its developer's. */
export const makerOf = ({ company, developerId }: CatalogueEntry, { developerById }: CatalogueSnapshot): string | null =>
  company?.name ?? (developerId === null ? null : (developerById.get(developerId)?.name ?? null))

/**
 * Ids of what GET /applications/published lists: every published application of both products, services and those under maintenance
 * included, hidden ones not (contract, Answers). The most recently published comes first.
 */
export const publishedIds = ({ applications }: CatalogueSnapshot, offset = 0, limit = Infinity): string[] => {
  const members = applications.members(SHOWN)
  const ids: string[] = []
  let passed = 0
  for (const place of applications.order(SHOWN, 'published')) {
    if (ids.length >= limit) break
    if (!hasBit(members, place) || passed++ < offset) continue
    const entry = applications.itemAt(place)
    if (entry) ids.push(entry.id)
  }
  return ids
}

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

/**
 * The published application that a client belongs to; where the catalogue names no client, the application's id is it. Of several with
 * the same client it is the one with the first slug.
 */
export const publishedByClient = (snapshot: CatalogueSnapshot, clientId: string, now: Date): CatalogueEntry | undefined => {
  const own = snapshot.byId.get(clientId)
  const named = snapshot.byClient.get(clientId) ?? []
  return [...named, ...(own && !own.authorization?.clientId ? [own] : [])]
    .filter((entry) => hasPage(entry, now))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))[0]
}
