import { ANALYTICS_PRODUCT, ANALYTICS_ROOT, type EventName } from '@marketplace/contracts/analytics/events'
import { firstTouch, lastTouch } from '../../lib/attribution.ts'
import { readConsent } from '../../lib/consent.ts'
import { readStored, store } from '../../lib/storage.ts'
import { dataLayer, type Entry } from './page-layer.ts'

/** Local storage key: the id of the account that was last identified in this browser. */
export const IDENTIFIED_KEY = 'marketplace-identified'

/** An event in the shape that a tag manager reads. */
export const entryOf = (event: EventName, data: object, variant: string): Entry => {
  const { path, application, ...rest } = data as { path?: string; application?: string }
  return {
    event,
    variant,
    ...(path !== undefined && { path: ANALYTICS_ROOT + path }),
    ...(application !== undefined && { application_id: application }),
    ...rest,
  }
}

/**
 * Puts entries into the dataLayer once the person has consented. `page` is the newest pageview: it is added first if the person consents
 * later.
 */
export const openLayer = () => {
  let page: Entry | null = null
  let account: string | null = null
  const layer = dataLayer()
  const identify = (): void => {
    if (account === null || readConsent() !== 'granted' || readStored('localStorage', IDENTIFIED_KEY) === account) return
    store('localStorage', IDENTIFIED_KEY, account)
    layer.push({ event: 'identify', product_id: ANALYTICS_PRODUCT, user_id: account })
  }
  return {
    add: (entry: Entry): void => {
      if (entry.event === 'pageview') page = entry
      if (readConsent() === 'granted') layer.push(entry)
    },
    /** Call this when the person consents, or when a stored consent was found. */
    open: (now: number): void => {
      const [first, last] = [firstTouch(now), lastTouch(now)]
      if (first || last)
        layer.push({ event: 'attribution', first_touch: first?.values ?? null, last_touch: last?.values ?? null })
      if (page) layer.push(page)
      identify()
    },
    /** Sets the id of the signed-in account; null if nobody is signed in. */
    signedIn: (accountId: string | null): void => {
      account = accountId
      identify()
    },
    forget: (): void => {
      layer.length = 0
      store('localStorage', IDENTIFIED_KEY, null)
    },
  }
}
