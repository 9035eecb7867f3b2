import { MOST_EVENTS, type SentEvent } from '@marketplace/contracts/analytics/events'

const ADDRESS = '/api/v2/events'
const GATHER_MS = 5_000

/** What leaves the browser: the event's name, application and detail, and nothing else that it may carry. */
export const sentOf = (event: string, data: object): SentEvent => {
  const { application, detail } = data as { application?: unknown; detail?: unknown }
  return {
    event,
    ...(typeof application === 'string' && { application }),
    ...(typeof detail === 'string' && { detail }),
  }
}

/** Sends events together: after a while, and when the page is left. What does not get through is not sent again. */
export const openSender = (variant: string) => {
  let gathered: SentEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const events = gathered.splice(0, MOST_EVENTS)
    if (events.length === 0) return
    gathered = []
    // keepalive: the request outlives the page, as a beacon does, and a beacon would send cookies.
    fetch(ADDRESS, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ variant, events }),
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
