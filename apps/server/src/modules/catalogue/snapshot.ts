import { createMemory, type Remember } from '../../db/remember.ts'
import type { CatalogueEntry, CategoryRecord, DeveloperRecord } from './records.ts'

/**
 * The catalogue as it was at one moment: what lists are made of. It never changes; a change of the catalogue makes a new one with
 * a higher revision. Answers that are worked out of it can be kept in it with `remember`, and are gone when it is.
 */
export type CatalogueSnapshot = {
  revision: number
  entries: readonly CatalogueEntry[]
  byId: ReadonlyMap<string, CatalogueEntry>
  bySlug: ReadonlyMap<string, CatalogueEntry>
  categories: readonly CategoryRecord[]
  categoryById: ReadonlyMap<number, CategoryRecord>
  categoryBySlug: ReadonlyMap<string, CategoryRecord>
  developerById: ReadonlyMap<string, DeveloperRecord>
  developerBySlug: ReadonlyMap<string, DeveloperRecord>
  byDeveloper: ReadonlyMap<string, readonly CatalogueEntry[]>
  /** Names, in lower case, that more than one application has. */
  sharedNames: ReadonlySet<string>
  /** Works it out once for this snapshot and for as long as `until`, the next instant at which time alone would change it. */
  remember: Remember
}

export const buildSnapshot = (
  revision: number,
  entries: readonly CatalogueEntry[],
  categories: readonly CategoryRecord[],
  developers: readonly DeveloperRecord[],
): CatalogueSnapshot => {
  const byDeveloper = new Map<string, CatalogueEntry[]>()
  const names = new Map<string, number>()
  for (const entry of entries) {
    const name = entry.name.toLowerCase()
    names.set(name, (names.get(name) ?? 0) + 1)
    if (!entry.developerId) continue
    const own = byDeveloper.get(entry.developerId)
    if (own) own.push(entry)
    else byDeveloper.set(entry.developerId, [entry])
  }
  return {
    revision,
    entries,
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    bySlug: new Map(entries.map((entry) => [entry.slug, entry])),
    categories,
    categoryById: new Map(categories.map((category) => [category.id, category])),
    categoryBySlug: new Map(categories.map((category) => [category.slug, category])),
    developerById: new Map(developers.map((developer) => [developer.id, developer])),
    developerBySlug: new Map(developers.map((developer) => [developer.slug, developer])),
    byDeveloper,
    sharedNames: new Set([...names].filter(([, count]) => count > 1).map(([name]) => name)),
    remember: createMemory(),
  }
}
