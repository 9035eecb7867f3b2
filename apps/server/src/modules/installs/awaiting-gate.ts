import { siteOf } from '@marketplace/domain/network'
import { addRequest, type Allowance, secondsToWait } from '@marketplace/domain/pace'
import { LRUCache } from 'lru-cache'

const HOUR = 3_600

/** What one site may ask to be told of: an office's worth at once, and 24 a day after that. */
const OF_SITE: Allowance = { burst: 30, everySeconds: HOUR }
/** What all sites together may. Beyond this a site that has asked before waits. */
const OF_ALL: Allowance = { burst: 1_000, everySeconds: 4 }
/** The first question of a site goes through until there are so many: a crowd is not to keep a person out who asks once. */
const OF_ALL_FIRST: Allowance = { ...OF_ALL, burst: 10_000 }

/** More sites than this are somebody's making: the oldest go. */
const MOST_SITES = 20_000

/**
 * Bounds how many mails strangers can ask for, by site and over all of them: anybody may write any address here. Answers how many seconds
 * too early a question came, and counts it if that is 0. The counts are this process's own.
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
