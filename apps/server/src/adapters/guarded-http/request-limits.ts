import { LRUCache } from 'lru-cache'
import { OutboundError } from '../../ports/outbound-http.ts'

export type RequestLimits = { atOnce: number; atOnceAHost: number; aMinuteAHost: number }

const OF_STRANGERS: RequestLimits = { atOnce: 32, atOnceAHost: 4, aMinuteAHost: 120 }
const MINUTE_MS = 60_000
const MOST_HOSTS = 10_000
/** The clock of the moment: the cache would keep the one that was there when it was loaded, which tests cannot move. */
const CLOCK = { now: () => performance.now() }

/**
 * Limits the requests to one host and to all hosts, so that one stranger's slow or busy host cannot use up the capacity. Work
 * over a limit is refused before it starts.
 */
export const createRequestLimits = ({ atOnce, atOnceAHost, aMinuteAHost }: RequestLimits = OF_STRANGERS): (<T>(
  host: string,
  work: () => Promise<T>,
) => Promise<T>) => {
  const running = new Map<string, number>()
  const begun = new LRUCache<string, { count: number }>({ max: MOST_HOSTS, ttl: MINUTE_MS, perf: CLOCK })
  let all = 0
  return async (host, work) => {
    const now = running.get(host) ?? 0
    const minute = begun.get(host) ?? { count: 0 }
    if (all >= atOnce || now >= atOnceAHost || minute.count >= aMinuteAHost)
      throw new OutboundError('TOO_MANY_REQUESTS', `too many requests to ${host}`)
    if (minute.count++ === 0) begun.set(host, minute)
    all++
    running.set(host, now + 1)
    try {
      return await work()
    } finally {
      all--
      const left = (running.get(host) ?? 1) - 1
      if (left > 0) running.set(host, left)
      else running.delete(host)
    }
  }
}
