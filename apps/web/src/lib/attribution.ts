import { TRACKING_PARAMETERS } from '@marketplace/contracts/core/tracking-parameters'
import { readConsent } from './consent.ts'
import { readStored, store } from './storage.ts'
import { arrivedWith } from './tracking.ts'

// The campaign that led a person here, as the five utm parameters: docs/product/analytics.md, Attribution. Their values come from
// strangers.

export const UTM_COOKIE = 'marketplace_utm'
export const LAST_TOUCH_KEY = 'marketplace-last-touch'
export const FIRST_TOUCH_KEY = 'marketplace-first-touch'
const DAY_MS = 86_400_000
export const LAST_TOUCH_DAYS = 14
export const FIRST_TOUCH_DAYS = 120
const LONGEST_VALUE = 200

export type Touch = { at: number; values: Record<string, string> }

const cleaned = (value: string): string =>
  value
    .slice(0, LONGEST_VALUE * 2)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_VALUE)

/** The utm parameters of a query string, cut to a length and without control characters. */
export const trackingOf = (search: string): URLSearchParams => {
  const given = new URLSearchParams(search.slice(0, 8_000))
  const kept = new URLSearchParams()
  for (const name of TRACKING_PARAMETERS) {
    const value = cleaned(given.get(name) ?? '')
    if (value) kept.set(name, value)
  }
  return kept
}

/** A stored touch that is at most `days` old; null if it is older or invalid. */
export const readTouch = (text: string | null, days: number, now: number): Touch | null => {
  try {
    const { at, values } = JSON.parse(text ?? '') as { at?: unknown; values?: unknown }
    if (typeof at !== 'number' || at > now || now - at > days * DAY_MS || typeof values !== 'object' || values === null)
      return null
    const kept = Object.fromEntries(trackingOf(String(new URLSearchParams(values as Record<string, string>))))
    return Object.keys(kept).length > 0 ? { at, values: kept } : null
  } catch {
    return null
  }
}

export const lastTouch = (now: number): Touch | null =>
  readTouch(readStored('localStorage', LAST_TOUCH_KEY), LAST_TOUCH_DAYS, now)
export const firstTouch = (now: number): Touch | null =>
  readTouch(readStored('localStorage', FIRST_TOUCH_KEY), FIRST_TOUCH_DAYS, now)

const writeCookie = (value: string, seconds: number): void => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  try {
    document.cookie = `${UTM_COOKIE}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
  } catch {
    // If the browser refuses storage, nothing is kept.
  }
}

/** Whether the parameters of this document's address were already handled: stored, or discarded because consent was refused. */
let isTaken = false
const arrived = (): URLSearchParams => trackingOf(isTaken ? '' : arrivedWith())

/** Stores the touches of a person who has consented, and removes those that are too old. */
export const keepTouches = (now: number): void => {
  const found = arrived()
  const values = Object.fromEntries(found)
  if (found.size > 0) {
    store('localStorage', LAST_TOUCH_KEY, JSON.stringify({ at: now, values }))
    writeCookie(String(found), (LAST_TOUCH_DAYS * DAY_MS) / 1000)
  } else if (!lastTouch(now)) store('localStorage', LAST_TOUCH_KEY, null)
  if (!firstTouch(now)) store('localStorage', FIRST_TOUCH_KEY, found.size > 0 ? JSON.stringify({ at: now, values }) : null)
  isTaken = true
}

/** Removes the stored touches when consent is taken back. */
export const forgetTouches = (): void => {
  store('localStorage', LAST_TOUCH_KEY, null)
  store('localStorage', FIRST_TOUCH_KEY, null)
  if (document.cookie.includes(`${UTM_COOKIE}=`)) writeCookie('', 0)
  isTaken = true
}

/**
 * The utm parameters that a sign-in and a special install pass on: those of this document's address, or stored ones. Empty without consent.
 */
export const heldTracking = (): URLSearchParams => {
  if (readConsent() !== 'granted') return new URLSearchParams()
  const found = arrived()
  return found.size > 0 ? found : new URLSearchParams(lastTouch(Date.now())?.values)
}
