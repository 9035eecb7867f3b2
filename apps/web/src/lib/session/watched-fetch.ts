import { CallError } from '@marketplace/contracts/api/client'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { ErrorCode } from '@marketplace/contracts/core/errors'
import { areaOf } from '@marketplace/domain/failure-areas'
import { report, track } from '../signals.ts'

/** Something in the browser, such as an ad blocker, stops this call, although the server answers other calls. */
export class BlockedCall extends CallError {
  constructor() {
    super('BLOCKED' as ErrorCode, 0, PAYMENT_TEXTS.blocked)
  }
}
/** A call that the server failed to answer. Error reports show its name. */
export class FailedCall extends Error {
  override readonly name = 'FailedCall'
}

const PROBE = '/healthz'
const PROBE_MS = 4_000

type Fetch = (address: string, init: RequestInit) => Promise<Response>
type Browser = { fetch: Fetch; isOnline: () => boolean }

/** Tests one address. `late`: no answer in time, which points to a slow network instead of a blocker. */
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
 * Whether a blocker stopped a request. Blockers decide by the address, so they also stop a harmless request to the same address, although
 * the server answers requests to another address before and after it. If the network or the server is down, none of the requests is
 * answered.
 */
export const isBlocked = async (address: string, browser: Browser): Promise<boolean> =>
  browser.isOnline() &&
  (await reach(browser, PROBE)) === 'answered' &&
  (await reach(browser, address)) === 'failed' &&
  (await reach(browser, PROBE)) === 'answered'

export const thisBrowser: Browser = { fetch: (address, init) => fetch(address, init), isOnline: () => navigator.onLine }

/** A path with ids and coupons replaced by "{id}". */
export const templateOf = (address: string): string =>
  address
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((part, index, all) => (all[index - 1] === 'coupon' || (part.length > 3 && /\d/.test(part)) ? '{id}' : part))
    .join('/')

/**
 * Sends a request to the marketplace's server, unless it was sent `early`, and reports failures of the server. Rejects with BlockedCall if a
 * blocker is the cause.
 */
export const watchedFetch = async (
  address: string,
  init: RequestInit,
  early: Promise<Response> | null = null,
  browser: Browser = thisBrowser,
): Promise<Response> => {
  const name = `${init.method ?? 'GET'} ${templateOf(address)}`
  const area = areaOf(address)
  try {
    const response = await (early ?? browser.fetch(address, init))
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
