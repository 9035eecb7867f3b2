import { MOST_EVENTS, type SentEvent } from '@marketplace/contracts/analytics/events'
import type { CallInput } from '@marketplace/contracts/api/client'
import { productAddress } from '../../lib/product-address.ts'

type Sent = CallInput<'product', 'POST /events'>['body']
const GATHER_MS = 5_000

/** The part of an event that is sent: its name, application and detail. Other properties are dropped. */
export const sentOf = (event: string, data: object): SentEvent => {
  const { application, detail } = data as { application?: unknown; detail?: unknown }
  return {
    event,
    ...(typeof application === 'string' && { application }),
    ...(typeof detail === 'string' && { detail }),
  }
}

/** Sends events in batches: after a pause, and when the page is left. A batch that fails is not sent again. */
export const openSender = (variant: string) => {
  let gathered: SentEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const events = gathered.splice(0, MOST_EVENTS)
    if (events.length === 0) return
    gathered = []
    // keepalive lets the request outlive the page, as sendBeacon does. A beacon would send cookies.
    const body: Sent = { variant, events }
    fetch(productAddress('/events'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
      credentials: 'omit',
      priority: 'low',
    }).catch(() => {})
  }
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
  window.addEventListener('pagehide', flush)
  return (event: SentEvent): void => {
    gathered.push(event)
    if (gathered.length >= MOST_EVENTS) flush()
    else timer ??= setTimeout(flush, GATHER_MS)
  }
}
