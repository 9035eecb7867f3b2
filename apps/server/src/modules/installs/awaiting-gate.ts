import { siteOf } from '@marketplace/domain/network'
import { addRequest, type Allowance, secondsToWait } from '@marketplace/domain/pace'
import { LRUCache } from 'lru-cache'

const HOUR = 3_600

/** The requests of one network: enough for an office at once, and then 24 a day. */
const OF_SITE: Allowance = { burst: 30, everySeconds: HOUR }
/** The requests of all networks together. Beyond this limit, networks that have asked before must wait. */
const OF_ALL: Allowance = { burst: 1_000, everySeconds: 4 }
/** The limit for a network's first request. It is higher, so that one flood does not keep out people who ask once. */
const OF_ALL_FIRST: Allowance = { ...OF_ALL, burst: 10_000 }

/** Only an attack has more networks than this. The oldest are forgotten. */
const MOST_SITES = 20_000

/**
 * Limits how many mails strangers can request, for each network and for all together, because anybody may enter any address. Returns the
 * seconds to wait; 0 means the request was counted. Each process counts its own requests.
 */
export const createAwaitingGate = (): ((address: string, now: Date) => number) => {
  const sites = new LRUCache<string, number>({ max: MOST_SITES })
  let ofAll: number | undefined
  return (address, date) => {
    const site = siteOf(address)
    const now = date.getTime()
    const before = sites.get(site)
    const isFirst = before === undefined || before <= now
    const wait = Math.max(secondsToWait(before, now, OF_SITE), secondsToWait(ofAll, now, isFirst ? OF_ALL_FIRST : OF_ALL))
    if (wait > 0) return wait
    sites.set(site, addRequest(before, now, OF_SITE))
    ofAll = addRequest(ofAll, now, OF_ALL)
    return 0
  }
}
