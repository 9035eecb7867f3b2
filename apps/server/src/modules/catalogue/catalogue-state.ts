import { isDeepStrictEqual } from 'node:util'
import { isService } from '@marketplace/domain/visibility'
import type { Revisions } from '../../db/revisions.ts'
import { countsTheSame, createApplicationLists, SITEMAP } from './application-lists.ts'
import { createDeveloperLists, sharesOf } from './developer-lists.ts'
import { createInstants } from './instants.ts'
import { nextChangeOf } from './next-change.ts'
import type { CatalogueEntry, CategoryRecord, DeveloperRecord } from './stored/records.ts'
import { type CatalogueMaps, names } from './snapshot.ts'

/** The result of reading an application again. `entry` is null if it was deleted. */
export type ReadEntry = { id: string; entry: CatalogueEntry | null }
export type ReadDeveloper = { id: string; developer: DeveloperRecord | null }

/** A change of the catalogue, for code that keeps other data in step with it. */
export type CatalogueChange = {
  /** Ids of applications that were changed, or whose state has changed because time has passed. */
  applications: readonly string[]
  /** Ids of developers that changed, or whose numbers of listed applications may have changed. If one moves between developers: both. */
  developers: readonly string[]
}

const clientOf = (entry: CatalogueEntry | null): string | null => entry?.authorization?.clientId ?? null

/** Replaces or removes an entry in the list under a key. */
const relist = (
  map: Map<string, CatalogueEntry[]>,
  before: string | null,
  after: string | null,
  id: string,
  entry: CatalogueEntry | null,
): void => {
  if (before !== null) {
    const own = map.get(before) ?? []
    const at = own.findIndex((other) => other.id === id)
    if (before === after && entry !== null && at >= 0) {
      own[at] = entry
      return
    }
    if (at >= 0) own.splice(at, 1)
    if (own.length === 0) map.delete(before)
  }
  if (after === null || entry === null) return
  const own = map.get(after)
  if (own) own.push(entry)
  else map.set(after, [entry])
}

/**
 * The catalogue in memory. It is changed in place, so that the work depends on the size of the change and not of the catalogue.
 * Each changed piece of data is counted in `revisions` under its name.
 */
export const createCatalogueState = (revisions: Revisions, begin: Date) => {
  const categoryById = new Map<number, CategoryRecord>()
  const applications = createApplicationLists(({ categoryId }) =>
    categoryId === null ? null : (categoryById.get(categoryId) ?? null),
  )
  const developers = createDeveloperLists()
  const maps: CatalogueMaps = {
    byId: new Map(),
    bySlug: new Map(),
    categories: [],
    categoryById,
    categoryBySlug: new Map(),
    developerById: new Map(),
    developerBySlug: new Map(),
    byDeveloper: new Map(),
    byClient: new Map(),
    nameCounts: new Map(),
    applications,
    developers,
  }
  const instants = createInstants()
  let now = begin

  const countName = (name: string, by: 1 | -1, raised: Set<string>): void => {
    const before = maps.nameCounts.get(name) ?? 0
    const after = before + by
    if (after === 0) maps.nameCounts.delete(name)
    else maps.nameCounts.set(name, after)
    if (before > 1 !== after > 1) raised.add(names.name(name))
  }

  /** Updates the lists of developers after changes of developers or of their applications. */
  const updateDevelopers = (ids: ReadonlySet<string>, raised: Set<string>): void => {
    const changed = [...ids].map((id) => {
      const record = maps.developerById.get(id)
      return { id, item: record ? { record, shares: sharesOf(maps.byDeveloper.get(id) ?? [], applications) } : null }
    })
    for (const change of developers.update(changed, now)) raised.add(names.of('developers', change))
  }

  /** Updates the maps for one entry, from `before` to `after`. Both may be the same entry, if only time has changed it. */
  const replace = (id: string, before: CatalogueEntry | null, after: CatalogueEntry | null, raised: Set<string>): void => {
    for (const entry of [before, after]) {
      if (entry === null) continue
      raised.add(names.slug(entry.slug))
      const client = clientOf(entry)
      if (client !== null) raised.add(names.client(client))
      if (entry.developerId !== null) raised.add(names.madeBy(entry.developerId))
    }
    raised.add(names.entry(id))
    instants.set(id, after && nextChangeOf(after, now))
    if (before === after) return
    relist(maps.byDeveloper, before?.developerId ?? null, after?.developerId ?? null, id, after)
    relist(maps.byClient, clientOf(before), clientOf(after), id, after)
    const [oldName, newName] = [before?.name.toLowerCase(), after?.name.toLowerCase()]
    if (oldName !== newName) {
      if (oldName !== undefined) countName(oldName, -1, raised)
      if (newName !== undefined) countName(newName, 1, raised)
    }
    if (before?.slug !== after?.slug || before?.updatedAt.getTime() !== after?.updatedAt.getTime() || !isSameKind(before, after))
      raised.add(SITEMAP)
  }

  /** Applies changed entries. Returns the developers whose numbers of products may have changed. */
  const updateEntries = (changed: readonly ReadEntry[], raised: Set<string>): ReadonlySet<string> => {
    const touched = new Set<string>()
    const moved: { id: string; before: CatalogueEntry | null; entry: CatalogueEntry | null }[] = []
    for (const { id, entry } of changed) {
      raised.add(names.record(id))
      const before = maps.byId.get(id) ?? null
      // The announced change concerns parts of the record that lists do not show.
      if (isDeepStrictEqual(before, entry)) continue
      moved.push({ id, before, entry })
      if (before && maps.bySlug.get(before.slug)?.id === id) maps.bySlug.delete(before.slug)
    }
    for (const { id, before, entry } of moved) {
      if (entry) maps.byId.set(id, entry)
      else maps.byId.delete(id)
      // If a slug moved from one application to another in this change, it belongs to the second.
      if (entry) maps.bySlug.set(entry.slug, entry)
      replace(id, before, entry, raised)
      if (countsTheSame(before, entry, now)) continue
      for (const one of [before, entry]) if (one?.developerId) touched.add(one.developerId)
    }
    updateLists(
      moved.map(({ id, entry }) => ({ id, item: entry })),
      touched,
      raised,
    )
    return touched
  }

  const updateLists = (
    items: readonly { id: string; item: CatalogueEntry | null }[],
    touched: ReadonlySet<string>,
    raised: Set<string>,
  ): void => {
    for (const change of applications.update(items, now)) raised.add(names.of('applications', change))
    updateDevelopers(touched, raised)
  }

  return {
    maps,
    next: instants.next,
    /** Applies the changes that are due because time has passed. Returns them; null if there are none. */
    advance: (to: Date): CatalogueChange | null => {
      if (to <= now) return null
      now = to
      const ids = instants.removeUntil(now)
      if (ids.length === 0) return null
      const raised = new Set<string>()
      const touched = new Set<string>()
      const items = ids.flatMap((id) => {
        const entry = maps.byId.get(id)
        if (!entry) return []
        raised.add(names.record(id))
        replace(id, entry, entry, raised)
        if (entry.developerId !== null) touched.add(entry.developerId)
        return [{ id, item: entry }]
      })
      updateLists(items, touched, raised)
      revisions.raise(raised)
      return { applications: ids, developers: [...touched] }
    },
    setEntries: (changed: readonly ReadEntry[]): CatalogueChange => {
      const raised = new Set<string>()
      const touched = updateEntries(changed, raised)
      revisions.raise(raised)
      return { applications: changed.map(({ id }) => id), developers: [...touched] }
    },
    setDevelopers: (changed: readonly ReadDeveloper[]): CatalogueChange => {
      const raised = new Set<string>()
      const different = changed.filter(({ id, developer }) => !isDeepStrictEqual(maps.developerById.get(id) ?? null, developer))
      for (const { id, developer } of different) {
        const before = maps.developerById.get(id)
        raised.add(names.developer(id))
        if (!before) continue
        raised.add(names.developerSlug(before.slug))
        if (developer?.slug !== before.slug) raised.add(SITEMAP)
        if (maps.developerBySlug.get(before.slug)?.id === id) maps.developerBySlug.delete(before.slug)
      }
      for (const { id, developer } of different) {
        if (developer) {
          maps.developerById.set(id, developer)
          maps.developerBySlug.set(developer.slug, developer)
          raised.add(names.developerSlug(developer.slug))
        } else maps.developerById.delete(id)
      }
      const ids = different.map(({ id }) => id)
      updateDevelopers(new Set(ids), raised)
      revisions.raise(raised)
      return { applications: ids.flatMap((id) => (maps.byDeveloper.get(id) ?? []).map((entry) => entry.id)), developers: ids }
    },
    /** Replaces all categories, because there are only a few. Returns the applications of changed categories. */
    setCategories: (categories: readonly CategoryRecord[]): CatalogueChange => {
      if (isDeepStrictEqual(maps.categories, categories)) return { applications: [], developers: [] }
      const raised = new Set([names.categories])
      const next = new Map(categories.map((category) => [category.id, category]))
      const different = new Set(
        [...next.keys(), ...categoryById.keys()].filter((id) => !isDeepStrictEqual(next.get(id), categoryById.get(id))),
      )
      const members = [...maps.byId.values()].filter(({ categoryId }) => categoryId !== null && different.has(categoryId))
      // Remove them under the old category, then add them under the new one.
      const update = (item: (entry: CatalogueEntry) => CatalogueEntry | null): void => {
        for (const change of applications.update(
          members.map((entry) => ({ id: entry.id, item: item(entry) })),
          now,
        ))
          raised.add(names.of('applications', change))
      }
      update(() => null)
      categoryById.clear()
      for (const [id, category] of next) categoryById.set(id, category)
      maps.categories = categories
      maps.categoryBySlug = new Map(categories.map((category) => [category.slug, category]))
      update((entry) => entry)
      revisions.raise(raised)
      return { applications: members.map(({ id }) => id), developers: [] }
    },
  }
}

const isSameKind = (before: CatalogueEntry | null, after: CatalogueEntry | null): boolean =>
  before !== null && after !== null && isService(before) === isService(after)
