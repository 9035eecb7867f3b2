import type { PURCHASES } from '@marketplace/contracts/analytics/events'
import { track } from '../../../lib/signals.ts'

/** Counts a purchase that the server has confirmed, and each application in it. */
export const trackPurchase = (of: (typeof PURCHASES)[number], applications: readonly string[]): void => {
  track('app_purchased', { detail: of })
  for (const application of applications) track('app_purchased', { detail: of, application })
}
