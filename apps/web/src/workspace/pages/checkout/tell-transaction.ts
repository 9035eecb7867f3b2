import type { Product } from '@marketplace/contracts/core/enumerations'
import { tellHost } from '../../../lib/host/tell-host.ts'
import { followHere } from '../../../lib/purchases/follow-purchase.ts'
import { agreePurchase } from '../../../lib/purchases/purchases.ts'
import { tellPaid, tellUnpaid } from '../../../lib/purchases/tell-charge.ts'
import { type Charge, type ChargeStatus, typeOf } from '../../../lib/purchases/charge-status.ts'

const accepted = new Set<string>()
const over = new Set<string>()
const referenceOf = (charge: Charge) => ({ chargeId: charge.id, chargeType: typeOf(charge) })

/** Tells the host, once for each document, that the buyer has accepted an application's charge. The charge may still be unpaid. */
const tellAccepted = (charge: Charge): void => {
  if (accepted.has(charge.id)) return
  accepted.add(charge.id)
  tellHost('transaction_accepted', referenceOf(charge))
}

/** Handles the buyer's agreement to a charge that its application will activate. The purchase is not complete before that. */
export const tellAgreed = (charge: Charge, product: Product): void => {
  tellAccepted(charge)
  const { id, application } = charge
  const agreed = { id, type: typeOf(charge), product, application: application && { ...application, product }, at: Date.now() }
  followHere(agreePurchase(agreed))
}

/**
 * Tells the host, once for each document, how an application's charge ended, because an application that the host frames waits for that. If
 * this tab has paid for the charge, the purchase is also counted and reported to the host.
 */
export const tellTransaction = (charge: Charge, product: Product, status: ChargeStatus): void => {
  if (status === 'waiting' || status === 'running' || over.has(charge.id)) return
  over.add(charge.id)
  const { application } = charge
  // A subscription that was paid and then cancelled is no failed transaction.
  if (status === 'paid' || status === 'over') {
    if (status === 'paid') tellAccepted(charge)
    tellPaid({ id: charge.id, type: typeOf(charge) }, application && { ...application, product })
  } else if (charge.status === 'declined') tellHost('transaction_declined', referenceOf(charge))
  else tellUnpaid({ id: charge.id, type: typeOf(charge) }, status)
}
