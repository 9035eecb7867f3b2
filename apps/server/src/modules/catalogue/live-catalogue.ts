import type { DatabaseClient } from '../../db/client.ts'
import { followChannel, type FollowLog, type Live } from '../../db/follow-channel.ts'
import { loadCategories, loadDevelopers, loadEntries } from './repository.ts'
import { buildSnapshot, type CatalogueSnapshot } from './snapshot.ts'

export type LiveCatalogue = Live<CatalogueSnapshot>

/** From so many changed applications on, reading all of them is less work than reading those. */
const RELOAD_FROM = 2_000

/** What triggers announce of a category or developer: those tables are small, and read as a whole. */
const SMALL_TABLES = '*'

/** Keeps the catalogue in memory and current. The triggers announce on channel `catalogue` which application changed, by its id. */
export const openLiveCatalogue = ({ database, pool }: DatabaseClient, log: FollowLog): Promise<LiveCatalogue> => {
  const readAll = async (revision: number) =>
    buildSnapshot(revision, await loadEntries(database), await loadCategories(database), await loadDevelopers(database))

  const readChanges = async (payloads: ReadonlySet<string>, before: CatalogueSnapshot) => {
    const revision = before.revision + 1
    if (payloads.size > RELOAD_FROM) return readAll(revision)
    const smallTables = payloads.has(SMALL_TABLES)
    const changed = [...payloads].filter((payload) => payload !== SMALL_TABLES)
    const entries = new Map(before.byId)
    for (const id of changed) entries.delete(id)
    for (const entry of await loadEntries(database, changed)) entries.set(entry.id, entry)
    const categories = smallTables ? await loadCategories(database) : before.categories
    const developers = smallTables ? await loadDevelopers(database) : [...before.developerById.values()]
    return buildSnapshot(revision, [...entries.values()], categories, developers)
  }

  const empty = buildSnapshot(0, [], [], [])
  return followChannel({ pool, channel: 'catalogue', name: 'the catalogue', log, empty, readAll, readChanges })
}
