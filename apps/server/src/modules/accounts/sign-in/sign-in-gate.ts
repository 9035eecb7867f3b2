import { createRecentMap } from '../../../core/recent-map.ts'
import {
  removeRequest,
  addRequest,
  type Allowance,
  delayAfterFailures,
  FAILURES_LAST_SECONDS,
  secondsToWait,
} from '@marketplace/domain/pace'

/** An attempt to sign in to an account. */
export type CountedAttempt = {
  email: string
  /** The network site of the request, as computed by siteOf, or the known browser. */
  source: { kind: 'site' | 'device'; id: string }
}

/**
 * Slows down wrong passwords without locking out owners: strangers' attempts do not slow down an owner who uses a known browser or another
 * network (docs/decisions/0019). Each process counts separately.
 */
export type SignInGate = {
  /**
   * Counts an attempt as wrong before it is checked, so that a hundred simultaneous ones count as a hundred. Returns the seconds to wait.
   * If they are not 0, the attempt is not counted, and `isNews` says whether it is the first refused one since the last wrong password.
   */
  enter: (attempt: CountedAttempt, now: Date) => { waitSeconds: number; isNews: boolean }
  /** Forgets a correct attempt and the wrong ones before it. */
  succeed: (attempt: CountedAttempt) => void
  /** Removes an attempt that was not checked. */
  withdraw: (attempt: CountedAttempt) => void
}

/** The limit for wrong passwords of one site, for all accounts. */
const OF_SITE: Allowance = { burst: 40, everySeconds: 10 }
/** The limit for wrong passwords of all sites together, for one account. Beyond it, sites with earlier attempts must wait. */
const OF_ACCOUNT: Allowance = { burst: 100, everySeconds: 36 }
/** The higher limit for the first attempt of a site, so that attempts of many strangers cannot keep out an owner who travels. */
const OF_ACCOUNT_FIRST: Allowance = { ...OF_ACCOUNT, burst: 1_000 }

/** Strangers can invent any number of keys, so only this number is kept. The least recently used keys are dropped. */
const MOST_KEYS = 20_000

/** `before`: the previous value of `last`, for an attempt that is withdrawn. */
type Failures = { count: number; last: number; before: number; isTold: boolean }

export const createSignInGate = (): SignInGate => {
  const failures = createRecentMap<string, Failures>(MOST_KEYS)
  const accounts = createRecentMap<string, number>(MOST_KEYS)
  const sites = createRecentMap<string, number>(MOST_KEYS)

  const keyOf = ({ email, source }: CountedAttempt) => JSON.stringify([email, source.kind, source.id])
  const failuresOf = (key: string, now: number): Failures => {
    const found = failures.get(key)
    return found && now - found.last < FAILURES_LAST_SECONDS * 1_000 ? found : { count: 0, last: 0, before: 0, isTold: false }
  }
  const uncount = ({ email, source }: CountedAttempt) => {
    if (source.kind === 'device') return
    sites.set(source.id, removeRequest(sites.get(source.id), OF_SITE))
    accounts.set(email, removeRequest(accounts.get(email), OF_ACCOUNT))
  }

  return {
    enter: (attempt, date) => {
      const { email, source } = attempt
      const now = date.getTime()
      const key = keyOf(attempt)
      const before = failuresOf(key, now)
      const isStrange = source.kind === 'site'
      const waitSeconds = Math.max(
        (before.last - now) / 1_000 + delayAfterFailures(before.count),
        isStrange ? secondsToWait(sites.get(source.id), now, OF_SITE) : 0,
        isStrange ? secondsToWait(accounts.get(email), now, before.count === 0 ? OF_ACCOUNT_FIRST : OF_ACCOUNT) : 0,
      )
      if (waitSeconds > 0) {
        failures.set(key, { ...before, isTold: true })
        return { waitSeconds, isNews: !before.isTold }
      }
      failures.set(key, { count: before.count + 1, last: now, before: before.last, isTold: false })
      if (isStrange) {
        sites.set(source.id, addRequest(sites.get(source.id), now, OF_SITE))
        accounts.set(email, addRequest(accounts.get(email), now, OF_ACCOUNT))
      }
      return { waitSeconds: 0, isNews: false }
    },
    succeed: (attempt) => {
      failures.delete(keyOf(attempt))
      uncount(attempt)
    },
    withdraw: (attempt) => {
      const key = keyOf(attempt)
      const found = failures.get(key)
      if (found) failures.set(key, { ...found, count: Math.max(0, found.count - 1), last: found.before })
      uncount(attempt)
    },
  }
}
