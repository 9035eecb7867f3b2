import { setImmediate as breathe } from 'node:timers/promises'
import type { EmbeddedSearch } from '../../adapters/embedded-search.ts'
import type { IndexRecord } from '../../adapters/embedded-search/index-definition.ts'
import type { Database } from '../../db/client.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LiveCatalogue } from '../catalogue/index.ts'
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
  /** Resolves when the indexes are there. Where time alone has changed something, that is put in, and not waited for. */
  current: () => Promise<void>
  /** Grows with each change of the indexes. */
  revision: () => number
  /** The next instant at which time alone changes them. */
  until: () => Date | null
  close: () => Promise<void>
}

/** So many long texts are read at once; between them others have their turn. */
const CHUNK = 250
const RETRY_MS = 500
/** A timer holds no longer time; what is to come later is looked at again by then. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000

/** Fills the indexes with what is listed, piece by piece, and puts into them whatever changes: with a change of the data, or with time. */
export const keepIndexes = (options: KeepOptions): KeptIndexes => {
  const { indexes, catalogue, partners, database, clock, publicUrl, log } = options
  const applications = createApplicationChanges()
  const partnerChanges = createPartnerChanges(publicUrl)
  const built = Promise.withResolvers<void>()
  let isBuilt = false
  let revision = 0
  let until: Date | null = null
  let working: Promise<void> = Promise.resolve()
  let waiting = false
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let wake: NodeJS.Timeout | undefined

  /** The records of applications; their long texts are read a chunk at a time. */
  const recordsOf = async (changed: readonly ListedApplication[], now: Date): Promise<IndexRecord[]> => {
    const records: IndexRecord[] = []
    for (let start = 0; start < changed.length; start += CHUNK) {
      if (closed) break
      const chunk = changed.slice(start, start + CHUNK)
      const texts = await readLongTexts(
        database,
        chunk.map(({ entry }) => entry.id),
      )
      for (const { entry, listing, category, company } of chunk) {
        const longDescription = texts.get(entry.id) ?? ''
        records.push(applicationRecord({ entry, category, company, longDescription, variants: listing.variants }, publicUrl, now))
      }
      await breathe()
    }
    return records
  }

  const update = async (): Promise<void> => {
    const now = clock.now()
    const [snapshot, partnersSnapshot] = [catalogue.current(), partners.current()]
    const { changed, gone, listed, until: next } = applications.compare(snapshot, now)
    // What is no longer listed goes first: it must not be found for longer than it takes.
    if (gone.length > 0) indexes.remove(APPS.name, gone)
    applications.confirm([], gone)
    if (changed.length > 0) {
      const records = await recordsOf(changed, now)
      if (closed) return
      await indexes.put(APPS.name, records)
      applications.confirm(changed, [])
    }
    const others = partnerChanges.compare(partnersSnapshot, snapshot, listed)
    if (others.gone.length > 0) indexes.remove(PARTNERS.name, others.gone)
    if (others.changed.length > 0) await indexes.put(PARTNERS.name, others.changed)
    others.confirm()
    until = next
    if (changed.length + gone.length + others.changed.length + others.gone.length > 0) revision++
    isBuilt = true
    built.resolve()
    wakeAt(until)
  }

  /** What time alone changes is put in when it does, whether anybody asks or not. */
  const wakeAt = (instant: Date | null): void => {
    clearTimeout(wake)
    if (instant === null || closed) return
    const wait = Math.min(Math.max(0, instant.getTime() - clock.now().getTime()), LONGEST_WAIT_MS)
    wake = setTimeout(schedule, wait).unref()
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
  catalogue.onChange(schedule)
  partners.onChange(schedule)
  schedule()

  return {
    built: built.promise,
    isBuilt: () => isBuilt,
    current: async () => {
      await built.promise
      // Asking is what makes it notice that time has published somebody.
      partners.current()
      // A failed update is tried again by itself.
      if (until !== null && until <= clock.now() && retry === undefined) schedule()
    },
    revision: () => revision,
    until: () => until,
    close: async () => {
      closed = true
      clearTimeout(retry)
      clearTimeout(wake)
      await working
      built.resolve()
    },
  }
}
