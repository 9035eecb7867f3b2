import { UTM_KEY } from '@marketplace/contracts/accounts/session'
import { readStored } from '../storage.ts'
import { TRACKING_PARAMETERS } from '../tracking.ts'

const LONGEST_VALUE = 200

/** What of an address's search says where the person came from. */
export const trackingOf = (search: string): URLSearchParams => {
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of TRACKING_PARAMETERS) {
    const value = given.get(name)
    if (value) kept.set(name, value.slice(0, LONGEST_VALUE))
  }
  return kept
}

/** Where the person came from when they came to this tab. */
export const heldTracking = (): URLSearchParams => trackingOf(readStored('sessionStorage', UTM_KEY) ?? '')
