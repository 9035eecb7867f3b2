import { createHmac } from 'node:crypto'
import { presentEvent } from '../api/present.ts'
import { customerOf, DELAY_MS, REORDER_MS, takeFault } from '../api/faults.ts'
import type { DeliveryRow, EventRow, FaultRow } from '../ledger/rows.ts'
import type { Store } from '../ledger/store.ts'

const ANSWER_WITHIN_MS = 5_000
const AT_ONCE = 8
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10 * 60_000
/** The most attempts, which take about three days, as at Stripe. */
const MAX_ATTEMPTS = 440
/** The longest time (ms) until due webhooks are looked for again, because Node's timers have an upper limit. */
const LONGEST_SLEEP_MS = 60_000

/** The names of other objects in the object that an event is about. */
const namesIn = (object: unknown): URLSearchParams =>
  new URLSearchParams(Object.entries(object ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Stripe's signature over the time and the exact bytes. */
export const sign = (payload: string, secret: string, at: number): string => {
  const time = Math.floor(at / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`
}

/** Sends the bytes. Returns true if they were accepted (status 2xx). The body of the answer is not read. */
const post = async (url: string, payload: string, secret: string, hangUp: boolean): Promise<boolean> => {
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const gone = new AbortController()
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': sign(payload, secret, Date.now()) }
  try {
    const signal = AbortSignal.any([timeout, gone.signal])
    const answer = await fetch(url, { method: 'POST', headers, body: payload, redirect: 'manual', signal })
    gone.abort()
    return answer.ok && !hangUp
  } catch {
    return false
  }
}

/** Sends each event to the marketplace until it is accepted. The oldest events are sent first, and several at a time. */
export const startWebhooks = (store: Store, { url, secret }: { url: string; secret: string }): { stop: () => void } => {
  const busy = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const accepted = (row: DeliveryRow) => store.change((transaction) => transaction.remove('deliveries', row.id))
  const again = (row: DeliveryRow, after: number, attempts: number) =>
    store.change((transaction) => {
      if (attempts >= MAX_ATTEMPTS) transaction.remove('deliveries', row.id)
      else transaction.put('deliveries', { ...row, attempts, dueAt: Date.now() + after })
    })

  const attempt = async (row: DeliveryRow, event: EventRow, fault: FaultRow | null): Promise<void> => {
    if (fault?.fault === 'delay') return again(row, fault.ms ?? DELAY_MS, row.attempts)
    // Delays this event, so that later events arrive first.
    if (fault?.fault === 'reorder') return again(row, fault.ms ?? REORDER_MS, row.attempts)
    const payload = JSON.stringify(presentEvent(event))
    const ignored = fault?.fault === 'no_reply_after' || fault?.fault === 'error_after'
    const ok = fault?.fault !== 'error_before' && (await post(url, payload, secret, ignored))
    if (fault?.fault === 'duplicate') await post(url, payload, secret, false)
    if (ok) accepted(row)
    else again(row, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(row.attempts, 20)), row.attempts + 1)
  }

  const run = async (row: DeliveryRow): Promise<void> => {
    busy.add(row.id)
    try {
      const event = store.get('events', row.id)
      if (!event) return accepted(row)
      const about = namesIn(event.object)
      const fault = store.change((transaction) => takeFault(transaction, 'webhook', customerOf(transaction, '', about)))
      // Only stored events are sent, because a crash would undo others.
      await store.settled()
      await attempt(row, event, fault)
    } finally {
      busy.delete(row.id)
      schedule()
    }
  }

  const look = (): void => {
    timer = undefined
    const now = Date.now()
    let nextDueAt = Infinity
    for (const row of store.newestFirst('deliveries').toReversed()) {
      if (busy.has(row.id)) continue
      if (row.dueAt > now) nextDueAt = Math.min(nextDueAt, row.dueAt)
      else if (busy.size < AT_ONCE) void run(row)
    }
    if (nextDueAt < Infinity) sleep(nextDueAt - now)
  }
  const sleep = (ms: number): void => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(look, Math.min(LONGEST_SLEEP_MS, ms))
  }
  /** Looks for due webhooks after the current work, once for all of its changes. */
  const schedule = (): void => {
    if (busy.size < AT_ONCE) sleep(0)
  }

  store.onChange(schedule)
  schedule()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
