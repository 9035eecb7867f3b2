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

/** The charges whose end without payment this document has told. */
const unpaid = new Set<string>()

type Ended = { id: string; type: ChargeType }

/** Counts a paid charge that this browser has paid for, and tells the host: once. Returns whether this was the time. */
export const tellPaid = ({ id, type }: Ended, application: AppReference | null): boolean => {
  if (endPurchase(id) === null) return false
  trackPurchase(type, application ? [application.id] : [])
  if (application) tellApplication('app_purchased', application, { chargeId: id, chargeType: type })
  return true
}

/**
 * Tells the host that a charge has failed, or has ended without payment: once for each document. Counts it if its application had it paid: a failure after a press of
 * the button is counted with the press.
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
