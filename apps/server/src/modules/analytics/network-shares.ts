import { createRecentMap } from '../../core/recent-map.ts'
import { siteOf } from '@marketplace/domain/network'

/** The most events of one network in the counts of a day, so that invented events leave space for those of others. */
export const SHARE_OF_A_DAY = { events: 5_000, applications: 300 } as const
/** The most networks that are remembered. The oldest are forgotten. */
const MOST_SITES = 20_000

/** `seen` has a bit for each application for which the network has sent an event. */
type Share = { day: string; events: number; applications: number; seen: Uint8Array }

/**
 * Subtracts an event from its network's share of the day; false if the share is used up. Applications are numbered, so that a network needs
 * one bit for each. Pass ids of existing applications only, because each id is kept.
 */
export const createNetworkShares = (): ((ip: string, application: string, day: string) => boolean) => {
  const sites = createRecentMap<string, Share>(MOST_SITES)
  const numbers = new Map<string, number>()
  const numberOf = (application: string): number => {
    const known = numbers.get(application)
    if (known !== undefined) return known
    numbers.set(application, numbers.size)
    return numbers.size - 1
  }
  const hasApplication = (share: Share, application: string): boolean => {
    const number = numberOf(application)
    const [byte, bit] = [number >> 3, 1 << (number & 7)]
    if ((share.seen[byte] ?? 0) & bit) return true
    if (share.applications >= SHARE_OF_A_DAY.applications) return false
    if (byte >= share.seen.length) {
      const longer = new Uint8Array((numbers.size >> 3) + 1)
      longer.set(share.seen)
      share.seen = longer
    }
    share.seen[byte] = (share.seen[byte] ?? 0) | bit
    share.applications++
    return true
  }
  return (ip, application, day) => {
    const site = siteOf(ip)
    const known = sites.get(site)
    const share = known?.day === day ? known : { day, events: 0, applications: 0, seen: new Uint8Array(0) }
    sites.set(site, share)
    if (share.events >= SHARE_OF_A_DAY.events) return false
    if (application && !hasApplication(share, application)) return false
    share.events++
    return true
  }
}
