import { siteOf } from '@marketplace/domain/network'
import { addRequest, type Allowance, secondsToWait } from '@marketplace/domain/pace'
import { createRecentMap } from '../../core/recent-map.ts'

const HOUR = 3_600

/** The limit for one network: enough requests at once for an office, and then 24 a day. */
const OF_SITE: Allowance = { burst: 30, everySeconds: HOUR }
/** The limit for all networks together. When it is reached, networks that have asked before must wait. */
const OF_ALL: Allowance = { burst: 1_000, everySeconds: 4 }
/** The limit for first requests of networks. It is higher, so that a flood of requests does not exclude people who ask once. */
const OF_ALL_FIRST: Allowance = { ...OF_ALL, burst: 10_000 }

/** The most networks that are remembered. Only an attack has more. The oldest are forgotten. */
const MOST_SITES = 20_000

/**
 * Limits how many mails strangers can request, for each network and for all together, because anybody may enter any address. Returns the
 * seconds to wait; 0 means the request was counted. Each process counts its own requests.
 */
export const createAwaitingGate = (): ((address: string, now: Date) => number) => {
  const sites = createRecentMap<string, number>(MOST_SITES)
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
