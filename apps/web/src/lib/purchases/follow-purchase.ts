import { CallError } from '@marketplace/contracts/api/client'
import { type ChargeStatus, chargeStatus, readChargeOf } from './charge-status.ts'
import { lookAgain } from './look-again.ts'
import { type AgreedCharge, agreedPurchases, endPurchase, isAgreed } from './purchases.ts'
import { tellPaid, tellUnpaid } from './tell-charge.ts'

/** The most checks by one document (five minutes). After that, the next document continues. */
const MOST_LOOKS = 150

const lookAt = async ({ id, type, product }: AgreedCharge): Promise<ChargeStatus | 'refused'> => {
  try {
    return chargeStatus(await readChargeOf(type, product, id))
  } catch (error) {
    if (error instanceof CallError && error.status < 500 && error.status > 401) return 'refused'
    throw error
  }
}

/** Ends the purchase if the charge has ended. Returns whether the purchase is still open. */
const isOpenAfter = (charge: AgreedCharge, status: ChargeStatus | 'refused' | null): boolean => {
  // The charge's own screen was faster and has ended the purchase.
  if (!isAgreed(charge.id)) return false
  // If the person may not read the charge now, they never will.
  if (status === 'refused') endPurchase(charge.id)
  // A charge that was cancelled since was paid too.
  else if (status === 'paid' || status === 'over') tellPaid(charge, charge.application)
  else if (status === 'failed' || status === 'ended') tellUnpaid(charge, status)
  else return true
  return false
}

/**
 * Waits until the application has activated the charge: only then it is a purchase. Resolves when the charge has ended, or after
 * MOST_LOOKS.
 */
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
 * Follows a purchase until it has ended or this document is left. Other documents of the browser do not follow it meanwhile, because the
 * host waits for a message from the document in which the buyer has agreed.
 */
export const followHere = (charge: AgreedCharge): void => {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) return void followPurchase(charge)
  locks
    .request(`marketplace-agreed-${charge.id}`, { ifAvailable: true }, (lock) => (lock ? followPurchase(charge) : undefined))
    // The browser releases the lock when it leaves the document. Then the next document follows the purchase.
    .catch(() => {})
}

/** Follows purchases whose document was left: the buyer went to the application and has returned. */
export const followLeft = (): void => {
  for (const charge of agreedPurchases(Date.now())) followHere(charge)
}
