import { LRUCache } from 'lru-cache'
import {
  removeRequest,
  addRequest,
  type Allowance,
  delayAfterFailures,
  FAILURES_LAST_SECONDS,
  secondsToWait,
} from '@marketplace/domain/pace'

/** Who tries to sign in to which account. */
export type Attempt = {
  email: string
  /** The site it comes from, as siteOf has it, or the browser that has signed in to this account before. */
  source: { kind: 'site' | 'device'; id: string }
}

/**
 * Slows down whoever gets passwords wrong, and locks nobody out: the account's owner in a browser that signed in before, or at another
 * address, is not concerned. The counts are this process's own.
 */
export type SignInGate = {
  /**
   * Counts an attempt as wrong, before anything is waited for: a hundred at once are a hundred. Says how many seconds it came too early,
   * which is counted no further, and whether that is news since the last wrong password.
   */
  enter: (attempt: Attempt, now: Date) => { waitSeconds: number; isNews: boolean }
  /** The attempt was right: it and those before it are forgotten. */
  succeed: (attempt: Attempt) => void
  /** The attempt was not looked at. */
  withdraw: (attempt: Attempt) => void
}

/** Wrong passwords of one site, for whichever accounts. */
const OF_SITE: Allowance = { burst: 40, everySeconds: 10 }
/** Wrong passwords of all sites for one account. Beyond this a site that has tried before waits. */
const OF_ACCOUNT: Allowance = { burst: 100, everySeconds: 36 }
/** The first try of a site goes through until there are so many: an owner who travels is not to be kept out by a crowd. */
const OF_ACCOUNT_FIRST: Allowance = { ...OF_ACCOUNT, burst: 1_000 }

/** More than this are strangers' making: the least recently used go. */
const MOST_KEYS = 20_000

type Failures = { count: number; last: number; isTold: boolean }

export const createSignInGate = (): SignInGate => {
  const failures = new LRUCache<string, Failures>({ max: MOST_KEYS })
  const accounts = new LRUCache<string, number>({ max: MOST_KEYS })
  const sites = new LRUCache<string, number>({ max: MOST_KEYS })

  const keyOf = ({ email, source }: Attempt) => JSON.stringify([email, source.kind, source.id])
  const failuresOf = (key: string, now: number): Failures => {
    const found = failures.get(key)
    return found && now - found.last < FAILURES_LAST_SECONDS * 1_000 ? found : { count: 0, last: 0, isTold: false }
  }
  const giveBack = ({ email, source }: Attempt) => {
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
      failures.set(key, { count: before.count + 1, last: now, isTold: false })
      if (isStrange) {
        sites.set(source.id, addRequest(sites.get(source.id), now, OF_SITE))
        accounts.set(email, addRequest(accounts.get(email), now, OF_ACCOUNT))
      }
      return { waitSeconds: 0, isNews: false }
    },
    succeed: (attempt) => {
      failures.delete(keyOf(attempt))
      giveBack(attempt)
    },
    withdraw: (attempt) => {
      const key = keyOf(attempt)
      const found = failures.get(key)
      if (found) failures.set(key, { ...found, count: Math.max(0, found.count - 1) })
      giveBack(attempt)
    },
  }
}
