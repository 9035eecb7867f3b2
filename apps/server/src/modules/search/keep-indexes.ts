import { setImmediate as breathe } from 'node:timers/promises'
import type { SearchDocument } from '@marketplace/search/document'
import type { EmbeddedSearch } from '../../adapters/embedded-search.ts'
import type { Database } from '../../db/client.ts'
import type { Clock } from '../../core/clock.ts'
import type { LiveCatalogue } from '../catalogue/index.ts'
import type { LivePartners } from '../partners/index.ts'
import { applicationDocument, type ApplicationSource } from './application-record.ts'
import { APPS, PARTNERS } from './indexes.ts'
import { createPartnerChanges } from './partner-changes.ts'
import { plainLongText } from './plain-long-text.ts'
import { applicationSource } from './record-sources.ts'
import { readLongTexts } from './repository.ts'

export type KeepOptions = {
  indexes: EmbeddedSearch
  catalogue: LiveCatalogue
  partners: LivePartners
  database: Database
  clock: Clock
  publicUrl: string
  log: { warn: (details: object, message: string) => void }
}

export type KeptIndexes = {
  /** Resolves when the indexes are complete for the first time. */
  built: Promise<void>
  isBuilt: () => boolean
  /** Resolves when the indexes are complete. Later changes are added without waiting for them. */
  current: () => Promise<void>
  /** Increases with each change of the indexes. */
  revision: () => number
  close: () => Promise<void>
}

/** Long texts that are read with one query. Other work runs between the queries. */
const CHUNK = 250
const RETRY_MS = 500

/**
 * Fills the indexes with all listed entries, in chunks, and applies changes of the data and changes that are due because time has passed.
 */
export const keepIndexes = (options: KeepOptions): KeptIndexes => {
  const { indexes, catalogue, partners, database, clock, publicUrl, log } = options
  const partnerChanges = createPartnerChanges(publicUrl)
  const built = Promise.withResolvers<void>()
  let isBuilt = false
  let revision = 0
  /** Changes that are not in the indexes yet. */
  const changedApplications = new Set(catalogue.current().entries.map(({ id }) => id))
  const changedDevelopers = new Set(catalogue.current().developerById.keys())
  let working: Promise<void> = Promise.resolve()
  let waiting = false
  let closed = false
  let settling: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined

  /** Turns applications into documents, and reads their long texts. */
  const documentsOf = async (sources: readonly ApplicationSource[], now: Date): Promise<SearchDocument[]> => {
    const texts = await readLongTexts(
      database,
      sources.map(({ entry }) => entry.id),
    )
    return sources.map((source) => {
      const text = texts.get(source.entry.id)
      return applicationDocument(source, text ? plainLongText(text) : '', now)
    })
  }

  /** Removes the first items from a set and returns them. */
  const takeChunk = (set: Set<string>): string[] => {
    const chunk: string[] = []
    for (const id of set) {
      if (chunk.length === CHUNK) break
      chunk.push(id)
    }
    for (const id of chunk) set.delete(id)
    return chunk
  }

  /** Puts a chunk of changed applications into the index. Returns the number of updates sent to the index. */
  const updateApplications = async (): Promise<number> => {
    // Changes that are announced from here on must be applied again.
    const ids = takeChunk(changedApplications)
    const now = clock.now()
    const current = catalogue.current()
    try {
      const listed = new Map(
        ids.flatMap((id) => {
          const entry = current.byId.get(id)
          const source = entry && applicationSource(entry, current, now)
          return source ? [[id, source] as const] : []
        }),
      )
      // Removals go first, so that applications that are no longer listed disappear as soon as possible.
      const gone = indexes.remove(
        APPS.name,
        ids.filter((id) => !listed.has(id)),
      )
      if (listed.size > 0) {
        const documents = await documentsOf([...listed.values()], now)
        if (closed) return 0
        await indexes.put(APPS.name, documents)
      }
      return listed.size + gone
    } catch (error) {
      for (const id of ids) changedApplications.add(id)
      throw error
    }
  }

  const updatePartners = async (): Promise<number> => {
    const ids = takeChunk(changedDevelopers)
    try {
      const { changed, gone, confirm } = partnerChanges.compare(partners.current(), catalogue.current(), ids, clock.now())
      if (gone.length > 0) indexes.remove(PARTNERS.name, gone)
      if (changed.length > 0) await indexes.put(PARTNERS.name, changed)
      confirm()
      return changed.length + gone.length
    } catch (error) {
      for (const id of ids) changedDevelopers.add(id)
      throw error
    }
  }

  /** Updates in chunks until the set is empty, at least once. Returns the number of updates sent to the index. */
  const drain = async (set: ReadonlySet<string>, updateChunk: () => Promise<number>): Promise<number> => {
    const count = await updateChunk()
    await breathe()
    return set.size === 0 || closed ? count : count + (await drain(set, updateChunk))
  }

  const update = async (): Promise<void> => {
    const count = (await drain(changedApplications, updateApplications)) + (await drain(changedDevelopers, updatePartners))
    if (closed) return
    if (count > 0) revision++
    // Searches wait until the indexes are built.
    if (!isBuilt) for (const { name } of [APPS, PARTNERS]) await indexes.finishLoad(name)
    isBuilt = true
    built.resolve()
    settle()
  }

  /** Runs in the background: further changes are applied between its steps. */
  const settle = (): void => {
    settling ??= Promise.all([APPS, PARTNERS].map(({ name }) => indexes.settle(name)))
      .then(
        () => {},
        (err: unknown) => log.warn({ err }, 'the search index could not be tidied up'),
      )
      .finally(() => {
        settling = null
      })
  }

  /** Runs one update at a time. A waiting update sees all changes up to its start. */
  const schedule = (): void => {
    if (waiting || closed) return
    waiting = true
    working = working.then(async () => {
      waiting = false
      try {
        if (!closed) await update()
      } catch (err) {
        if (closed) return
        log.warn({ err }, 'the search index could not be brought up to date; trying once more')
        retry ??= setTimeout(() => {
          retry = undefined
          schedule()
        }, RETRY_MS).unref()
      }
    })
  }
  catalogue.onChange(({ applications: ids, developers }) => {
    for (const id of ids) changedApplications.add(id)
    for (const id of developers) changedDevelopers.add(id)
    schedule()
  })
  partners.onChange(schedule)
  schedule()

  return {
    built: built.promise,
    isBuilt: () => isBuilt,
    current: async () => {
      await built.promise
      // Reading them applies changes that are due by now.
      partners.current()
      catalogue.current()
    },
    revision: () => revision,
    close: async () => {
      closed = true
      clearTimeout(retry)
      await working
      built.resolve()
    },
  }
}
