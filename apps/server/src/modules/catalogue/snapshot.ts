import type { LiveList } from '@marketplace/domain/live-list'
import type { BitSet } from '@marketplace/domain/bit-set'
import type { ListIndex } from '@marketplace/domain/list-index'
import { changeNames } from '@marketplace/domain/live-list'
import type { ListedDeveloper } from './developer-lists.ts'
import type { CatalogueEntry, CategoryRecord, DeveloperRecord } from './stored/records.ts'

/** A read-only map. */
export type Lookup<Key, Value> = { get: (key: Key) => Value | undefined; has: (key: Key) => boolean }

/** The current lists of applications or developers. */
export type Lists<T> = Pick<LiveList<T>, 'places' | 'itemAt' | 'index'> & {
  order: (list: string, order: string) => Uint32Array
  /** The places of items with a mark. */
  marked: (mark: string) => BitSet
  /** The places of items in a list. */
  members: (list: string) => BitSet
}

/** Reads the current catalogue. The catalogue changes in place, and reads are recorded for cached answers. */
export type CatalogueSnapshot = {
  byId: Lookup<string, CatalogueEntry>
  bySlug: Lookup<string, CatalogueEntry>
  categories: readonly CategoryRecord[]
  categoryById: Lookup<number, CategoryRecord>
  categoryBySlug: Lookup<string, CategoryRecord>
  developerById: Lookup<string, DeveloperRecord>
  developerBySlug: Lookup<string, DeveloperRecord>
  byDeveloper: Lookup<string, readonly CatalogueEntry[]>
  /**
   * Whether a developer has so many applications that what is computed from all of them should be remembered. This is not recorded as a
   * read, so it may decide how something is computed, but not what.
   */
  hasMany: (developerId: string) => boolean
  /** Applications by the client that the catalogue names. */
  byClient: Lookup<string, readonly CatalogueEntry[]>
  /** Lower-case names that more than one application has. */
  sharedNames: { has: (name: string) => boolean }
  applications: Lists<CatalogueEntry>
  developers: Lists<ListedDeveloper>
  /** Records a read of an application's whole record, with its plans, resources and ratings. */
  noteRecord: (id: string) => void
}

/** All data in memory. */
export type CatalogueMaps = {
  byId: Map<string, CatalogueEntry>
  bySlug: Map<string, CatalogueEntry>
  categories: readonly CategoryRecord[]
  categoryById: ReadonlyMap<number, CategoryRecord>
  categoryBySlug: ReadonlyMap<string, CategoryRecord>
  developerById: Map<string, DeveloperRecord>
  developerBySlug: Map<string, DeveloperRecord>
  byDeveloper: Map<string, CatalogueEntry[]>
  byClient: Map<string, CatalogueEntry[]>
  nameCounts: Map<string, number>
  applications: LiveList<CatalogueEntry>
  developers: LiveList<ListedDeveloper>
}

/** The names under which changes of the catalogue are counted. */
export const names = {
  /** The data of an application that lists show. */
  entry: (id: string) => `entry ${id}`,
  slug: (slug: string) => `slug ${slug}`,
  record: (id: string) => `record ${id}`,
  categories: 'categories',
  developer: (id: string) => `developer ${id}`,
  developerSlug: (slug: string) => `developer slug ${slug}`,
  /** The applications of a developer. */
  madeBy: (id: string) => `made by ${id}`,
  client: (id: string) => `client ${id}`,
  name: (name: string) => `name ${name}`,
  of: (which: 'applications' | 'developers', change: string) => `${which}: ${change}`,
}

const lookup = <Key, Value>(map: () => ReadonlyMap<Key, Value>, note: (key: Key) => void): Lookup<Key, Value> => ({
  get: (key) => {
    note(key)
    return map().get(key)
  },
  has: (key) => {
    note(key)
    return map().has(key)
  },
})

const listsOf = <T>(which: 'applications' | 'developers', live: LiveList<T>, note: (name: string) => void): Lists<T> => {
  const noted = (change: string) => note(names.of(which, change))
  return {
    places: live.places,
    itemAt: live.itemAt,
    index: (list, facets, verified): ListIndex<T> => {
      noted(changeNames.list(list))
      return live.index(list, facets, verified)
    },
    order: (list, order) => {
      noted(changeNames.order(list, order))
      noted(changeNames.list(list))
      return live.order(order)
    },
    marked: (mark) => {
      noted(changeNames.mark(mark))
      return live.marked(mark)
    },
    members: (list) => {
      noted(changeNames.list(list))
      return live.marked(list)
    },
  }
}

/** Reading fewer applications of a developer costs less than remembering what they make together. */
const MANY = 50

/** Reads the catalogue, and calls `note` with the name of everything that is read. */
export const readThrough = (maps: CatalogueMaps, note: (name: string) => void): CatalogueSnapshot => {
  const noteCategories = () => note(names.categories)
  return {
    byId: lookup(
      () => maps.byId,
      (id) => note(names.entry(id)),
    ),
    bySlug: lookup(
      () => maps.bySlug,
      (slug) => note(names.slug(slug)),
    ),
    get categories() {
      noteCategories()
      return maps.categories
    },
    categoryById: lookup(() => maps.categoryById, noteCategories),
    categoryBySlug: lookup(() => maps.categoryBySlug, noteCategories),
    developerById: lookup(
      () => maps.developerById,
      (id) => note(names.developer(id)),
    ),
    developerBySlug: lookup(
      () => maps.developerBySlug,
      (slug) => note(names.developerSlug(slug)),
    ),
    byDeveloper: lookup(
      () => maps.byDeveloper,
      (id) => note(names.madeBy(id)),
    ),
    hasMany: (id) => (maps.byDeveloper.get(id)?.length ?? 0) >= MANY,
    byClient: lookup(
      () => maps.byClient,
      (id) => note(names.client(id)),
    ),
    sharedNames: {
      has: (name) => {
        note(names.name(name))
        return (maps.nameCounts.get(name) ?? 0) > 1
      },
    },
    applications: listsOf('applications', maps.applications, note),
    developers: listsOf('developers', maps.developers, note),
    noteRecord: (id) => note(names.record(id)),
  }
}
