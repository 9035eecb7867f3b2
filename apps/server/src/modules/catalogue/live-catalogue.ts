import type { DatabaseClient } from '../../db/client.ts'
import { listen } from '../../db/listen.ts'
import { loadCategories, loadDevelopers, loadEntries } from './repository.ts'
import { buildSnapshot, type CatalogueSnapshot } from './snapshot.ts'

export type LiveCatalogue = {
  /** The newest snapshot. */
  current: () => CatalogueSnapshot
  /** Whether changes reach this process. */
  connected: () => boolean
  /** Called after each change with the new snapshot. */
  onChange: (listener: (snapshot: CatalogueSnapshot) => void) => void
  close: () => Promise<void>
}

type Log = { warn: (details: object, message: string) => void }

/** What was announced and not yet read: applications by id, the small tables, or everything after announcements were missed. */
type Changes = { applications: Set<string>; smallTables: boolean; everything: boolean }

/** Changes that come within this time are taken together: an import makes hundreds of them. */
const GATHER_MS = 50
const RETRY_MS = 500
/** From so many changed applications on, reading all of them is less work than reading those. */
const RELOAD_FROM = 2_000

const nothing = (): Changes => ({ applications: new Set(), smallTables: false, everything: false })

/**
 * Keeps the catalogue in memory and current. The database's triggers announce on channel `catalogue` which application changed, or
 * `*` for a category or developer; after a lost connection everything is read again, since announcements may have been missed.
 */
export const openLiveCatalogue = async ({ database, pool }: DatabaseClient, log: Log): Promise<LiveCatalogue> => {
  const listeners: ((snapshot: CatalogueSnapshot) => void)[] = []
  let snapshot = buildSnapshot(0, [], [], [])
  let pending = nothing()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let closed = false

  const readAll = async (revision: number) =>
    buildSnapshot(revision, await loadEntries(database), await loadCategories(database), await loadDevelopers(database))

  const readChanges = async ({ applications, smallTables }: Changes) => {
    const entries = new Map(snapshot.byId)
    for (const id of applications) entries.delete(id)
    for (const entry of await loadEntries(database, [...applications])) entries.set(entry.id, entry)
    const categories = smallTables ? await loadCategories(database) : snapshot.categories
    const developers = smallTables ? await loadDevelopers(database) : [...snapshot.developerById.values()]
    return buildSnapshot(snapshot.revision + 1, [...entries.values()], categories, developers)
  }

  const apply = async () => {
    const changes = pending
    pending = nothing()
    try {
      const all = changes.everything || changes.applications.size > RELOAD_FROM
      snapshot = all ? await readAll(snapshot.revision + 1) : await readChanges(changes)
      for (const listener of listeners) listener(snapshot)
    } catch (error) {
      if (closed) return
      log.warn({ err: error }, 'the catalogue could not be read again; trying once more')
      pending.everything = true
      schedule(RETRY_MS)
    }
  }

  const schedule = (delay = GATHER_MS) => {
    if (closed) return
    timer ??= setTimeout(() => {
      timer = undefined
      working = working.then(apply)
    }, delay)
  }

  // Listening begins before reading, so that nothing falls in between.
  const listener = await listen({
    pool,
    channel: 'catalogue',
    onMessage: (payload) => {
      if (payload === '*') pending.smallTables = true
      else pending.applications.add(payload)
      schedule()
    },
    onRecovered: () => {
      pending.everything = true
      schedule()
    },
    onLost: (error) => log.warn({ err: error }, 'lost the connection that announces changes of the catalogue'),
  })
  working = readAll(1).then((read) => {
    snapshot = read
  })
  await working

  return {
    current: () => snapshot,
    connected: listener.connected,
    onChange: (hears) => void listeners.push(hears),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await working
      listener.close()
    },
  }
}
