import { hasBit } from '@marketplace/domain/bit-set'
import { clientIdOf } from '@marketplace/domain/installing'
import { hasPage } from '@marketplace/domain/visibility'
import { SHOWN } from './application-lists.ts'
import type { CatalogueEntry } from './stored/records.ts'
import type { CatalogueSnapshot } from './snapshot.ts'

/** The maker's name: the application's company; without one, its developer. */
export const makerOf = ({ company, developerId }: CatalogueEntry, { developerById }: CatalogueSnapshot): string | null =>
  company?.name ?? (developerId === null ? null : (developerById.get(developerId)?.name ?? null))

/**
 * The ids that GET /applications/published lists: every published application of both products, including services and those
 * under maintenance, but not hidden ones. Most recently published first.
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

/** The published application with this slug. Hidden ones are included, because they keep their page. */
export const publishedBySlug = (snapshot: CatalogueSnapshot, slug: string, now: Date): CatalogueEntry | undefined => {
  const entry = snapshot.bySlug.get(slug)
  return entry && hasPage(entry, now) ? entry : undefined
}

/** The published application with this id. */
export const publishedById = (snapshot: CatalogueSnapshot, id: string, now: Date): CatalogueEntry | undefined => {
  const entry = snapshot.byId.get(id)
  return entry && hasPage(entry, now) ? entry : undefined
}

/**
 * The published application of an OAuth client. An application that names no client has its own id as client id. If several have
 * the same client, the one with the first slug is returned.
 */
export const publishedByClient = (snapshot: CatalogueSnapshot, clientId: string, now: Date): CatalogueEntry | undefined => {
  const own = snapshot.byId.get(clientId)
  const named = snapshot.byClient.get(clientId) ?? []
  return [...named, ...(own && clientIdOf(own) === clientId ? [own] : [])]
    .filter((entry) => hasPage(entry, now))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))[0]
}
