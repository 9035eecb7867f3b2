import { LRUCache } from 'lru-cache'
import { Counter, type Registry } from '@prometheus-io/client'
import { findEvent, type SentEvent } from '@marketplace/contracts/analytics/events'
import { findVariant, variantNameOf } from '@marketplace/contracts/core/variants'
import { isBot } from '@marketplace/domain/bots'
import { addUtcDays } from '@marketplace/domain/dates'
import { siteOf } from '@marketplace/domain/network'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { addEventCounts, type Counted, type CountKey, removeCountsBefore } from './repository.ts'

/** The most rows of a day: many times what people cause. */
export const MOST_ROWS_A_DAY = 50_000
/** One network's share of a day, so that nobody else's events are lost to a made-up one. */
export const SHARE_OF_A_DAY = { events: 5_000, applications: 300 } as const
/** The most networks that are remembered; the oldest are dropped. */
const MOST_SITES = 20_000
/** The most different counts that wait in memory. */
const MOST_GATHERED = 5_000
const GATHER_MS = 1_000
const KEPT_DAYS = 400

type Sent = { variant: string; events: readonly SentEvent[]; ip: string; userAgent: string }
type Tally = { counted: number; dropped: number }
export type EventCounter = {
  /** Counts what is declared. Never waits for the database, and never fails. */
  count: (sent: Sent) => Tally
  close: () => Promise<void>
}

type Options = {
  database: Database
  clock: Clock
  log: { warn: (details: object, message: string) => void }
  /** Whether there is a published application with this id. */
  isApplication: (id: string) => boolean
  registry?: Registry
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** What an event counts as; null for one that is not declared like this. */
const keyOf = ({ event, application, detail }: SentEvent, variant: string, isApplication: Options['isApplication']) => {
  const declared = findEvent(event)
  if (!declared) return null
  if (application === undefined ? declared.application === 'always' : declared.application === 'never') return null
  if (application !== undefined && !isApplication(application)) return null
  if (detail === undefined ? declared.detail !== null : !declared.detail?.values.includes(detail)) return null
  return { event, variant, applicationId: application ?? '', detail: detail ?? '' } satisfies CountKey
}

/** Gathers events in memory for a moment and adds them to the counts of the day. */
export const openEventCounter = ({ database, clock, log, isApplication, registry }: Options): EventCounter => {
  let gathered = new Map<string, Counted>()
  let day = dayOf(clock.now())
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let tidied = ''
  const sites = new LRUCache<string, { day: string; events: number; applications: Set<string> }>({ max: MOST_SITES })
  const results = registry && resultCounter(registry)

  const write = async (today: string, counts: readonly Counted[]): Promise<void> => {
    try {
      await addEventCounts(database, today, counts, MOST_ROWS_A_DAY)
      if (tidied !== today) await removeCountsBefore(database, dayOf(addUtcDays(clock.now(), -KEPT_DAYS)))
      tidied = today
    } catch (err) {
      log.warn({ err }, 'events could not be counted')
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const counts = [...gathered.values()]
    const of = day
    gathered = new Map()
    if (counts.length > 0) writing = writing.then(() => write(of, counts))
    return writing
  }

  /** Takes an event out of its network's share. */
  const hasShare = (ip: string, application: string): boolean => {
    const site = siteOf(ip)
    const known = sites.get(site)
    const share = known?.day === day ? known : { day, events: 0, applications: new Set<string>() }
    sites.set(site, share)
    if (share.events >= SHARE_OF_A_DAY.events) return false
    if (application && !share.applications.has(application)) {
      if (share.applications.size >= SHARE_OF_A_DAY.applications) return false
      share.applications.add(application)
    }
    share.events++
    return true
  }
  const gather = (key: CountKey): boolean => {
    const name = [key.event, key.applicationId, key.variant, key.detail].join(' ')
    const known = gathered.get(name)
    if (known) known.count++
    else if (gathered.size >= MOST_GATHERED) return false
    else gathered.set(name, { ...key, count: 1 })
    timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    return true
  }
  const resultOf = (event: SentEvent, variant: string, ip: string): 'counted' | 'unknown' | 'limited' => {
    const key = keyOf(event, variant, isApplication)
    if (!key) return 'unknown'
    return hasShare(ip, key.applicationId) && gather(key) ? 'counted' : 'limited'
  }

  return {
    count: ({ variant: given, events, ip, userAgent }) => {
      const now = dayOf(clock.now())
      if (now !== day) {
        void flush()
        day = now
      }
      const variant = findVariant(given)
      const tally: Tally = { counted: 0, dropped: 0 }
      for (const event of events) {
        const result = isBot(userAgent) ? 'bot' : variant ? resultOf(event, variantNameOf(variant.name), ip) : 'unknown'
        results?.inc({ result })
        tally[result === 'counted' ? 'counted' : 'dropped']++
      }
      return tally
    },
    close: flush,
  }
}

/** `marketplace_events_total{result}`: what became of the events that browsers have sent. */
const resultCounter = (registry: Registry) =>
  new Counter({
    name: 'marketplace_events_total',
    help: 'Events of pages: counted, unknown, from a bot, or over the limit of a network',
    labelNames: ['result'],
    registers: [registry],
  })
