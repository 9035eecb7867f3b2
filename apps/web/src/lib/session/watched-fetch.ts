import { CallError } from '@marketplace/contracts/api/client'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { ErrorCode } from '@marketplace/contracts/core/errors'
import { areaOf } from '@marketplace/domain/failure-areas'
import { report, track } from '../signals.ts'

/** Something in the browser keeps a call from our server, which answers others: an ad blocker, or what works like one. */
export class BlockedCall extends CallError {
  constructor() {
    super('BLOCKED' as ErrorCode, 0, PAYMENT_TEXTS.blocked)
  }
}
/** A call that our server failed to answer, as error reports name it. */
export class FailedCall extends Error {
  override readonly name = 'FailedCall'
}

const PROBE = '/healthz'
const PROBE_MS = 4_000

type Fetch = (address: string, init: RequestInit) => Promise<Response>
type Browser = { fetch: Fetch; isOnline: () => boolean }

/** `late` has come to nothing in time, which a slow network does and a blocker does not. */
const reach = async ({ fetch }: Browser, address: string): Promise<'answered' | 'failed' | 'late'> => {
  const signal = AbortSignal.timeout(PROBE_MS)
  try {
    await fetch(address, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal })
    return 'answered'
  } catch {
    return signal.aborted ? 'late' : 'failed'
  }
}

/**
 * Why a request got no answer. A blocker goes by the address: it stops a harmless request to the same address too, while the server answers
 * before and after at another one. Without a network, or with the server away, nothing answers.
 */
export const isBlocked = async (address: string, browser: Browser): Promise<boolean> =>
  browser.isOnline() &&
  (await reach(browser, PROBE)) === 'answered' &&
  (await reach(browser, address)) === 'failed' &&
  (await reach(browser, PROBE)) === 'answered'

export const thisBrowser: Browser = { fetch: (address, init) => fetch(address, init), isOnline: () => navigator.onLine }

/** A path without what may be somebody's: ids and coupons. */
export const templateOf = (address: string): string =>
  address
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((part, index, all) => (all[index - 1] === 'coupon' || (part.length > 3 && /\d/.test(part)) ? '{id}' : part))
    .join('/')

/** Fetches from our server, and reports what fails on our side. Rejects with BlockedCall where a blocker is the cause. */
export const watchedFetch = async (address: string, init: RequestInit, browser: Browser = thisBrowser): Promise<Response> => {
  const name = `${init.method ?? 'GET'} ${templateOf(address)}`
  const area = areaOf(address)
  try {
    const response = await browser.fetch(address, init)
    if (response.status >= 500) {
      report(new FailedCall(`${name} answered ${response.status}`), area)
      track('error_shown', { detail: 'server-error' })
    }
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    const blocked = await isBlocked(address, browser)
    track('error_shown', { detail: blocked ? 'blocked' : 'network' })
    if (!blocked) throw error
    const failure = new BlockedCall()
    report(failure, area)
    throw failure
  }
}
