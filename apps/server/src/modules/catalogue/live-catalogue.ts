import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { DatabaseClient } from '../../db/client.ts'
import { followChannel, type FollowLog } from '../../db/follow-channel.ts'
import { createRevisions, type Reads, type Revisions } from '../../db/revisions.ts'
import type { Clock } from '../../core/clock.ts'
import { type CatalogueChange, createCatalogueState, type ReadEntry } from './catalogue-state.ts'
import type { CatalogueEntry, DeveloperRecord } from './stored/records.ts'
import { loadCategories, loadDevelopers, loadDevelopersAfter, loadEntries, loadEntriesAfter } from './stored/repository.ts'
import { type CatalogueSnapshot, readThrough } from './snapshot.ts'
import { createSharing } from './stored/share-values.ts'

/** The whole catalogue, for code that does not cache its results. */
export type WholeCatalogue = CatalogueSnapshot & {
  revision: number
  entries: readonly CatalogueEntry[]
  developerById: ReadonlyMap<string, DeveloperRecord>
}

export type LiveCatalogue = {
  /** The current catalogue, including the changes that are due because time has passed. */
  current: () => WholeCatalogue
  /** The same data for a cached answer: everything that is read is recorded in `reads`. */
  read: (reads: Reads) => CatalogueSnapshot
  /** The revisions of the catalogue's data. Other modules add theirs. */
  revisions: Revisions
  /** The next instant at which the passing of time changes something. */
  until: () => Date | null
  /** Whether announcements of changes reach this process. */
  connected: () => boolean
  onChange: (listener: (change: CatalogueChange) => void) => void
  close: () => Promise<void>
}

/** The number of rows that are read at a time. Other work runs between two reads. */
const PIECE = 100
const PIECE_OF_ALL = 500

/** The payloads on the channel `catalogue`: an application's id, or one of these. */
const CATEGORIES = '*'
const EVERYTHING = '* everything'
const DEVELOPER = '* developer '

/** setTimeout supports no delay over 24.8 days, so the timer is renewed daily. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000

const piecesOf = <T>(all: readonly T[], size = PIECE): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, piece) => all.slice(piece * size, (piece + 1) * size))

/** Keeps the catalogue in memory. Triggers of the database announce changes, and only changed rows are read again. */
export const openLiveCatalogue = async (
  { database, pool }: DatabaseClient,
  clock: Clock,
  log: FollowLog,
): Promise<LiveCatalogue> => {
  const revisions = createRevisions(() => advance())
  const state = createCatalogueState(revisions, clock.now())
  const { maps } = state
  const sharing = createSharing()
  const listeners: ((change: CatalogueChange) => void)[] = []
  let revision = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const notify = (change: CatalogueChange | null): void => {
    if (!change || change.applications.length + change.developers.length === 0) return
    revision++
    for (const listener of listeners) listener(change)
    wake()
  }
  /** Changes caused by time are applied first, so that rows are compared with the current state. */
  const advance = (): void => notify(state.advance(clock.now()))
  const wake = (): void => {
    clearTimeout(timer)
    const next = state.next()
    if (next === null || closed) return
    const wait = Math.min(Math.max(0, next.getTime() - clock.now().getTime()), LONGEST_WAIT_MS)
    timer = setTimeout(() => {
      advance()
      wake()
    }, wait).unref()
  }

  const readEntries = async (ids: readonly string[]): Promise<ReadEntry[]> => {
    const found = new Map((await loadEntries(database, ids, sharing)).map((entry) => [entry.id, entry]))
    return ids.map((id) => ({ id, entry: found.get(id) ?? null }))
  }

  const readDevelopers = async (ids: readonly string[]): Promise<void> => {
    for (const piece of piecesOf(ids)) {
      const found = new Map((await loadDevelopers(database, piece)).map((developer) => [developer.id, developer]))
      advance()
      notify(state.setDevelopers(piece.map((id) => ({ id, developer: found.get(id) ?? null }))))
      await yieldToOthers()
    }
  }

  /**
   * The first read is applied at once, because sort orders are computed from all entries. Later reads are applied in pieces, with other
   * work in between.
   */
  const readEverything = async (): Promise<void> => {
    const isFirst = maps.byId.size === 0
    const goneDevelopers = new Set(maps.developerById.keys())
    const gone = new Set(maps.byId.keys())
    const first = { developers: [] as DeveloperRecord[], entries: [] as CatalogueEntry[] }
    notify(state.setCategories(await loadCategories(database)))
    for (let after = ''; ;) {
      const developers = await loadDevelopersAfter(database, after, PIECE_OF_ALL)
      for (const { id } of developers) goneDevelopers.delete(id)
      if (isFirst) first.developers.push(...developers)
      else notify(state.setDevelopers(developers.map((developer) => ({ id: developer.id, developer }))))
      if (developers.length < PIECE_OF_ALL) break
      after = developers.at(-1)?.id ?? ''
    }
    for (let after = ''; ;) {
      const entries = await loadEntriesAfter(database, after, PIECE_OF_ALL, sharing)
      for (const { id } of entries) gone.delete(id)
      advance()
      if (isFirst) first.entries.push(...entries)
      else
        for (const piece of piecesOf(entries)) {
          notify(state.setEntries(piece.map((entry) => ({ id: entry.id, entry }))))
          await yieldToOthers()
        }
      if (entries.length < PIECE_OF_ALL) break
      after = entries.at(-1)?.id ?? ''
    }
    if (isFirst) {
      notify(state.setEntries(first.entries.map((entry) => ({ id: entry.id, entry }))))
      notify(state.setDevelopers(first.developers.map((developer) => ({ id: developer.id, developer }))))
    }
    for (const piece of piecesOf([...gone])) notify(state.setEntries(piece.map((id) => ({ id, entry: null }))))
    for (const piece of piecesOf([...goneDevelopers])) notify(state.setDevelopers(piece.map((id) => ({ id, developer: null }))))
    // Single changes share few values, so the map would cost more memory than it saves.
    sharing.clear()
    // Texts, plans and ratings are not kept in memory, and may have changed.
    revisions.raiseAll()
    revision++
  }

  const readChanges = async (payloads: ReadonlySet<string>): Promise<void> => {
    if (payloads.has(EVERYTHING)) return readEverything()
    if (payloads.has(CATEGORIES)) notify(state.setCategories(await loadCategories(database)))
    const developers = [...payloads].filter((payload) => payload.startsWith(DEVELOPER))
    await readDevelopers(developers.map((payload) => payload.slice(DEVELOPER.length)))
    const ids = [...payloads].filter((payload) => !payload.startsWith(CATEGORIES))
    for (const piece of piecesOf(ids)) {
      const read = await readEntries(piece)
      advance()
      notify(state.setEntries(read))
      await yieldToOthers()
    }
  }

  const followed = await followChannel<{ revision: number }>({
    pool,
    channel: 'catalogue',
    name: 'the catalogue',
    log,
    empty: { revision: 0 },
    readAll: async () => {
      await readEverything()
      return { revision }
    },
    readChanges: async (payloads) => {
      await readChanges(payloads)
      return { revision }
    },
  })

  const whole: WholeCatalogue = Object.defineProperties(readThrough(maps, () => {}) as WholeCatalogue, {
    revision: { get: () => revision },
    entries: { get: () => [...maps.byId.values()] },
    developerById: { value: maps.developerById },
  })
  wake()
  return {
    current: () => {
      advance()
      return whole
    },
    read: ({ note }) => {
      advance()
      return readThrough(maps, note)
    },
    revisions,
    until: state.next,
    connected: followed.connected,
    onChange: (listener) => void listeners.push(listener),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await followed.close()
    },
  }
}
