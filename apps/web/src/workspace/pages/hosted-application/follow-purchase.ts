import { CallError } from '@marketplace/contracts/api/client'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { tellApplication } from '../../../lib/host/tell-application.ts'
import { tellHost } from '../../../lib/host/tell-host.ts'
import { track } from '../../../lib/signals.ts'
import { takePurchase } from '../buying/begun-purchases.ts'
import { trackPurchase } from '../buying/track-purchase.ts'
import { readCharge } from '../checkout/charge-calls.ts'
import { lookAgain } from '../checkout/look-again.ts'
import type { Seller } from '../checkout/offered-charge.ts'
import { type Charge, chargeStatus, typeOf } from '../checkout/pay-charge.ts'

/** An application that has not had its charge paid for five minutes is not waited for any more. */
const MOST_LOOKS = 150

/**
 * Waits for the payment of a charge that was agreed to in our dialog: the application has it charged. Only then it is a purchase, which is
 * counted, and which the host product hears of. Goes on when the person has left the application.
 */
export const followPurchase = (charge: Charge, product: Product, seller: Seller): void => {
  const type = typeOf(charge)
  const reference = { chargeId: charge.id, chargeType: type }
  const look = async (): Promise<Charge | 'refused'> => {
    try {
      return await readCharge(product, charge)
    } catch (error) {
      // Whoever may not read it now will not be told later.
      if (error instanceof CallError && error.status < 500) return 'refused'
      throw error
    }
  }
  const goOn = (looks: number): void => {
    lookAgain(look, (seen) => {
      if (seen === 'refused') return
      const status = seen && chargeStatus(seen)
      if (status === 'paid') {
        if (!takePurchase(charge.id)) return
        trackPurchase(type, [seller.id])
        return tellApplication('app_purchased', seller, reference)
      }
      if (status === 'failed' || status === 'ended') {
        track('purchase_failed', { detail: type })
        const error = status === 'failed' ? PAYMENT_TEXTS.failed : PAYMENT_TEXTS.ended
        return tellHost('transaction_failed', { ...reference, error })
      }
      if (looks < MOST_LOOKS) goOn(looks + 1)
    })
  }
  goOn(1)
}
