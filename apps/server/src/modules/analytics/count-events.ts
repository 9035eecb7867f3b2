import { Counter, type Registry } from '@prometheus-io/client'
import { findEvent, type SentEvent } from '@marketplace/contracts/analytics/events'
import { findVariant, variantNameOf } from '@marketplace/contracts/core/variants'
import { isBot } from '@marketplace/domain/bots'
import { addUtcDays } from '@marketplace/domain/dates'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { createNetworkShares } from './network-shares.ts'
import { addEventCounts, type Counted, type CountKey, removeCountsBefore } from './repository.ts'

/** The most rows of a day. Real visitors cause far fewer. */
export const MOST_ROWS_A_DAY = 50_000
/** The most different counts that are collected in memory. */
export const MOST_GATHERED = 5_000
const GATHER_MS = 1_000
const KEPT_DAYS = 400

type Sent = { variant: string; events: readonly SentEvent[]; ip: string; userAgent: string }
type Tally = { counted: number; dropped: number }
export type EventCounter = {
  /** Counts the declared events. It never waits for the database, and never fails. */
  count: (sent: Sent) => Tally
  close: () => Promise<void>
}

type Options = {
  database: Database
  clock: Clock
  log: { warn: (details: object, message: string) => void }
  /** Whether a published application has this id. */
  isApplication: (id: string) => boolean
  registry?: Registry
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The key under which an event is counted; null if its declaration does not allow it. */
const keyOf = ({ event, application, detail }: SentEvent, variant: string, isApplication: Options['isApplication']) => {
  const declared = findEvent(event)
  if (!declared) return null
  if (application === undefined ? declared.application === 'always' : declared.application === 'never') return null
  if (application !== undefined && !isApplication(application)) return null
  if (detail === undefined ? declared.detail !== null : !declared.detail?.values.includes(detail)) return null
  return { event, variant, applicationId: application ?? '', detail: detail ?? '' } satisfies CountKey
}

/**
 * Collects events in memory for a moment and adds them to the counts of the day. During a write it continues to collect, so while the
 * database hangs it uses no more memory than MOST_GATHERED counts.
 */
export const openEventCounter = ({ database, clock, log, isApplication, registry }: Options): EventCounter => {
  let gathered = new Map<string, Counted & { day: string }>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isWriting = false
  let tidied = ''
  const hasShare = createNetworkShares()
  const results = registry && resultCounter(registry)

  const write = async (counts: Iterable<Counted & { day: string }>): Promise<void> => {
    try {
      for (const [day, ofDay] of Map.groupBy(counts, (count) => count.day))
        await addEventCounts(database, day, ofDay, MOST_ROWS_A_DAY)
      const today = dayOf(clock.now())
      if (tidied !== today) await removeCountsBefore(database, dayOf(addUtcDays(clock.now(), -KEPT_DAYS)))
      tidied = today
    } catch (err) {
      log.warn({ err }, 'events could not be counted')
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (isWriting || gathered.size === 0) return writing
    const counts = gathered.values()
    gathered = new Map()
    isWriting = true
    writing = write(counts).finally(() => {
      isWriting = false
      if (gathered.size > 0) flushSoon()
    })
    return writing
  }
  const flushSoon = (): void => {
    timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
  }

  const gather = (key: CountKey, day: string): boolean => {
    const name = [day, key.event, key.applicationId, key.variant, key.detail].join(' ')
    const known = gathered.get(name)
    if (known) known.count++
    else if (gathered.size >= MOST_GATHERED) return false
    else gathered.set(name, { ...key, day, count: 1 })
    if (!isWriting) flushSoon()
    return true
  }
  const resultOf = (event: SentEvent, variant: string, ip: string, day: string): 'counted' | 'unknown' | 'limited' => {
    const key = keyOf(event, variant, isApplication)
    if (!key) return 'unknown'
    return hasShare(ip, key.applicationId, day) && gather(key, day) ? 'counted' : 'limited'
  }

  return {
    count: ({ variant: given, events, ip, userAgent }) => {
      const day = dayOf(clock.now())
      const variant = findVariant(given)
      const tally: Tally = { counted: 0, dropped: 0 }
      for (const event of events) {
        const result = isBot(userAgent) ? 'bot' : variant ? resultOf(event, variantNameOf(variant.name), ip, day) : 'unknown'
        results?.inc({ result })
        tally[result === 'counted' ? 'counted' : 'dropped']++
      }
      return tally
    },
    close: async () => {
      await flush()
      // Events that arrived during a write.
      await flush()
    },
  }
}

/** `marketplace_events_total{result}`: how many events browsers have sent, by result. */
const resultCounter = (registry: Registry) =>
  new Counter({
    name: 'marketplace_events_total',
    help: 'Events of pages: counted, unknown, from a bot, or over the limit of a network',
    labelNames: ['result'],
    registers: [registry],
  })
