import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { tellApplication } from '../../../lib/host/tell-application.ts'
import { tellHost } from '../../../lib/host/tell-host.ts'
import { takePurchase } from '../buying/begun-purchases.ts'
import { trackPurchase } from '../buying/track-purchase.ts'
import { type Charge, type ChargeStatus, typeOf } from './pay-charge.ts'

const accepted = new Set<string>()
const over = new Set<string>()
const referenceOf = (charge: Charge) => ({ chargeId: charge.id, chargeType: typeOf(charge) })

/** Tells the host that the buyer has accepted an application's charge, once for each document. It need not be paid yet. */
export const tellAccepted = (charge: Charge): void => {
  if (accepted.has(charge.id)) return
  accepted.add(charge.id)
  tellHost('transaction_accepted', referenceOf(charge))
}

/**
 * Tells the host how an application's charge ended, once for each document: an application that the host frames waits for that. A
 * purchase that this tab has paid for is also told as one, and counted.
 */
export const tellTransaction = (charge: Charge, product: Product, status: ChargeStatus): void => {
  if (status === 'waiting' || status === 'running' || over.has(charge.id)) return
  over.add(charge.id)
  const { application } = charge
  if (status === 'paid') {
    tellAccepted(charge)
    if (!takePurchase(charge.id)) return
    trackPurchase(typeOf(charge), application ? [application.id] : [])
    if (application) tellApplication('app_purchased', { ...application, product }, referenceOf(charge))
  } else if (charge.status === 'declined') tellHost('transaction_declined', referenceOf(charge))
  else
    tellHost('transaction_failed', {
      ...referenceOf(charge),
      error: status === 'failed' ? PAYMENT_TEXTS.failed : PAYMENT_TEXTS.ended,
    })
}
