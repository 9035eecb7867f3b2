import { CallError } from '@marketplace/contracts/api/client'
import { type ChargeStatus, chargeStatus, readChargeOf } from './charge-status.ts'
import { lookAgain } from './look-again.ts'
import { type AgreedCharge, agreedPurchases, endPurchase, isAgreed } from './purchases.ts'
import { tellPaid, tellUnpaid } from './tell-charge.ts'

/** A document does not look more often (five minutes). The next document of the browser goes on. */
const MOST_LOOKS = 150

const lookAt = async ({ id, type, product }: AgreedCharge): Promise<ChargeStatus | 'refused'> => {
  try {
    return chargeStatus(await readChargeOf(type, product, id))
  } catch (error) {
    if (error instanceof CallError && error.status < 500 && error.status > 401) return 'refused'
    throw error
  }
}

/** Ends the purchase if it has come to its end. Returns whether it is still open. */
const isOpenAfter = (charge: AgreedCharge, status: ChargeStatus | 'refused' | null): boolean => {
  // Its screen has seen the end first.
  if (!isAgreed(charge.id)) return false
  // Whoever may not read it now will not learn its end later.
  if (status === 'refused') endPurchase(charge.id)
  else if (status === 'paid') tellPaid(charge, charge.application)
  else if (status === 'failed' || status === 'ended') tellUnpaid(charge, status)
  else return true
  return false
}

/** Waits for the payment of a charge that its application has paid: only then it is a purchase. Resolves when it is over, or given up. */
export const followPurchase = (charge: AgreedCharge): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (looks: number): void =>
      void lookAgain(
        () => lookAt(charge),
        (status) => (isOpenAfter(charge, status) && looks < MOST_LOOKS ? goOn(looks + 1) : resolve()),
      )
    goOn(1)
  })

/**
 * Follows a purchase for as long as this document lives, or until it is over. Other documents of the browser leave it alone meanwhile: the
 * one in which the buyer has agreed is the one whose host waits for it.
 */
export const followHere = (charge: AgreedCharge): void => {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) return void followPurchase(charge)
  locks
    .request(`marketplace-agreed-${charge.id}`, { ifAvailable: true }, (lock) => (lock ? followPurchase(charge) : undefined))
    // The browser takes the lock back from a document that it is leaving; the next document follows the purchase.
    .catch(() => {})
}

/** Follows the purchases that a document has left that is gone: the buyer went to the application, and has come back. */
export const followLeft = (): void => {
  for (const charge of agreedPurchases(Date.now())) followHere(charge)
}
