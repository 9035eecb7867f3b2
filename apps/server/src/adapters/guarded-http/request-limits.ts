import { LRUCache } from 'lru-cache'
import { siteOf } from '@marketplace/domain/network'
import { OutboundError } from '../../ports/outbound-http.ts'

export type RequestLimits = {
  atOnce: number
  atOnceAHost: number
  aMinuteAHost: number
  /** Connections to one network address, also under different names. */
  atOnceASite: number
  /** Requests to addresses that one owner chose, such as one developer. */
  atOnceAnOwner: number
}

const OF_STRANGERS: RequestLimits = { atOnce: 32, atOnceAHost: 4, aMinuteAHost: 120, atOnceASite: 8, atOnceAnOwner: 8 }
const MINUTE_MS = 60_000
const MOST_HOSTS = 10_000
/** Reads the clock at each call. By default the cache keeps the clock that existed when it was loaded, and tests cannot move that one. */
const CLOCK = { now: () => performance.now() }

/** Counts running work by key. The returned function throws if a key is at its limit, and otherwise returns a function to end the work. */
const createPlaces = (most: number) => {
  const taken = new Map<string, number>()
  return (key: string): (() => void) => {
    const now = taken.get(key) ?? 0
    if (now >= most) throw new OutboundError('TOO_MANY_REQUESTS', `too many requests to ${key}`)
    taken.set(key, now + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = (taken.get(key) ?? 1) - 1
      if (left > 0) taken.set(key, left)
      else taken.delete(key)
    }
  }
}

type Take = ReturnType<typeof createPlaces>

export type Limited = {
  /** Runs a request to a host. A request over a limit is refused before it starts. */
  run: <T>(of: { host: string; owner?: string | undefined }, work: () => Promise<T>) => Promise<T>
  /** Counts a connection to a network address until the returned function is called. Throws if the limit is reached. */
  connect: (address: string) => () => void
}

/** Limits requests to one host, to one network address, of one owner and in total, so that one stranger cannot use up the capacity. */
export const createRequestLimits = (limits: RequestLimits = OF_STRANGERS): Limited => {
  const { atOnce, atOnceAHost, aMinuteAHost, atOnceASite, atOnceAnOwner } = limits
  const [all, hosts, sites, owners] = [atOnce, atOnceAHost, atOnceASite, atOnceAnOwner].map(createPlaces) as [
    Take,
    Take,
    Take,
    Take,
  ]
  const begun = new LRUCache<string, { count: number }>({ max: MOST_HOSTS, ttl: MINUTE_MS, perf: CLOCK })
  return {
    run: async ({ host, owner }, work) => {
      const minute = begun.get(host) ?? { count: 0 }
      if (minute.count >= aMinuteAHost) throw new OutboundError('TOO_MANY_REQUESTS', `too many requests to ${host}`)
      const ends: (() => void)[] = []
      try {
        ends.push(hosts(host))
        if (owner !== undefined) ends.push(owners(owner))
        ends.push(all('all hosts'))
        if (minute.count++ === 0) begun.set(host, minute)
        return await work()
      } finally {
        for (const end of ends) end()
      }
    },
    connect: (address) => sites(siteOf(address)),
  }
}
