import { setImmediate as breathe } from 'node:timers/promises'
import type { EmbeddedSearch } from '../../adapters/embedded-search.ts'
import type { IndexRecord } from '../../adapters/embedded-search/index-definition.ts'
import type { Database } from '../../db/client.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LiveCatalogue, WholeCatalogue } from '../catalogue/index.ts'
import type { LivePartners } from '../partners/index.ts'
import { createApplicationChanges, type ListedApplication } from './application-changes.ts'
import { applicationRecord } from './application-record.ts'
import { APPS, PARTNERS } from './indexes.ts'
import { createPartnerChanges } from './partner-changes.ts'
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
  /** Resolves when everything is in the indexes for the first time. */
  built: Promise<void>
  isBuilt: () => boolean
  /** Resolves when the indexes are there. What has changed since is put in, and not waited for. */
  current: () => Promise<void>
  /** Grows with each change of the indexes. */
  revision: () => number
  close: () => Promise<void>
}

/** So many long texts are read at once; between them others have their turn. */
const CHUNK = 250
const RETRY_MS = 500

/** Fills the indexes with what is listed, piece by piece, and puts into them whatever changes: with a change of the data, or with time. */
export const keepIndexes = (options: KeepOptions): KeptIndexes => {
  const { indexes, catalogue, partners, database, clock, publicUrl, log } = options
  const applications = createApplicationChanges()
  const partnerChanges = createPartnerChanges(publicUrl)
  const built = Promise.withResolvers<void>()
  let isBuilt = false
  let revision = 0
  /** What has changed and is not in the indexes yet, and the developers of it, before and after. */
  const changedApplications = new Set(catalogue.current().entries.map(({ id }) => id))
  const changedDevelopers = new Set(catalogue.current().developerById.keys())
  const developerOf = new Map<string, string | null>()
  let working: Promise<void> = Promise.resolve()
  let waiting = false
  let closed = false
  let settling: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined

  /** The records of applications; their long texts are read with them. */
  const recordsOf = async (changed: readonly ListedApplication[], now: Date): Promise<IndexRecord[]> => {
    const texts = await readLongTexts(
      database,
      changed.map(({ entry }) => entry.id),
    )
    return changed.map(({ entry, listing, category, company }) => {
      const longDescription = texts.get(entry.id) ?? ''
      return applicationRecord(
        { entry, category, company, longDescription, variants: listing.variants, inBeta: listing.inBeta },
        publicUrl,
        now,
      )
    })
  }

  /** Takes the first of a set out of it. */
  const takeChunk = (set: Set<string>): string[] => {
    const chunk: string[] = []
    for (const id of set) {
      if (chunk.length === CHUNK) break
      chunk.push(id)
    }
    for (const id of chunk) set.delete(id)
    return chunk
  }

  /** Notes whose developer an application was, and is now: both may have changed with it. */
  const noteDevelopers = (ids: readonly string[], entries: WholeCatalogue['byId']): void => {
    for (const id of ids) {
      const [before, after] = [developerOf.get(id), entries.get(id)?.developerId ?? null]
      for (const developer of [before, after]) if (developer) changedDevelopers.add(developer)
      if (entries.has(id)) developerOf.set(id, after)
      else developerOf.delete(id)
    }
  }

  /** Puts a chunk of changed applications into the index; answers how many. */
  const updateApplications = async (): Promise<number> => {
    // What changes from here on is a change again.
    const ids = takeChunk(changedApplications)
    const now = clock.now()
    const current = catalogue.current()
    try {
      const { changed, gone } = applications.compare(ids, current, now)
      noteDevelopers(ids, current.byId)
      // What is no longer listed goes first: it must not be found for longer than it takes.
      if (gone.length > 0) indexes.remove(APPS.name, gone)
      applications.confirm([], gone)
      if (changed.length > 0) {
        const records = await recordsOf(changed, now)
        if (closed) return 0
        await indexes.put(APPS.name, records)
        applications.confirm(changed, [])
      }
      return changed.length + gone.length
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

  /** Updates chunk by chunk until nothing is left of a set, and once where there is nothing; answers how much was told to the index. */
  const drain = async (set: ReadonlySet<string>, updateChunk: () => Promise<number>): Promise<number> => {
    const count = await updateChunk()
    await breathe()
    return set.size === 0 || closed ? count : count + (await drain(set, updateChunk))
  }

  const update = async (): Promise<void> => {
    const count = (await drain(changedApplications, updateApplications)) + (await drain(changedDevelopers, updatePartners))
    if (closed) return
    if (count > 0) revision++
    isBuilt = true
    built.resolve()
    settle()
  }

  /** Not waited for: what has changed meanwhile is put in between the steps. */
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

  /** One update after the other; one that waits to begin will see whatever is there by then. */
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
      // Asking is what makes them notice that time has changed something.
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
