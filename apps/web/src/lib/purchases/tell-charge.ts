import type { PURCHASES } from '@marketplace/contracts/analytics/events'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { AppReference } from '@marketplace/contracts/host-messages/messages'
import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'
import { tellApplication } from '../host/tell-application.ts'
import { tellHost } from '../host/tell-host.ts'
import { track } from '../signals.ts'
import { endPurchase } from './purchases.ts'

/** Counts a purchase that the server has confirmed, and each application in it. */
export const trackPurchase = (of: (typeof PURCHASES)[number], applications: readonly string[]): void => {
  track('app_purchased', { detail: of })
  for (const application of applications) track('app_purchased', { detail: of, application })
}

/** The charges for which this document has told the host that they ended without payment. */
const unpaid = new Set<string>()

type Ended = { id: string; type: ChargeType }

/**
 * If this browser has paid for the charge, counts the purchase and tells the host. Returns whether it did: only the first call for a charge
 * does.
 */
export const tellPaid = ({ id, type }: Ended, application: AppReference | null): boolean => {
  if (endPurchase(id) === null) return false
  trackPurchase(type, application ? [application.id] : [])
  if (application) tellApplication('app_purchased', application, { chargeId: id, chargeType: type })
  return true
}

/**
 * Tells the host, once for each document, that a charge has failed or has ended without payment. Counts the failure only if the application
 * was to activate the charge: failures after a press of the button are counted by the button.
 */
export const tellUnpaid = ({ id, type }: Ended, status: 'failed' | 'ended'): void => {
  if (unpaid.has(id)) return
  unpaid.add(id)
  if (endPurchase(id) === 'agreed') track('purchase_failed', { detail: type })
  tellHost('transaction_failed', {
    chargeId: id,
    chargeType: type,
    error: status === 'failed' ? PAYMENT_TEXTS.failed : PAYMENT_TEXTS.ended,
  })
}
