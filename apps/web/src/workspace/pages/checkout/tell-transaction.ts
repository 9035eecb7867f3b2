import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { tellApplication } from '../../../lib/host/tell-application.ts'
import { tellHost } from '../../../lib/host/tell-host.ts'
import { type Charge, type ChargeStatus, typeOf } from './pay-charge.ts'

const told = new Set<string>()

/** Tells the host how an application's charge ended, once for each document. An application that the host frames waits for that. */
export const tellTransaction = (charge: Charge, product: Product, status: ChargeStatus): void => {
  const reference = { chargeId: charge.id, chargeType: typeOf(charge) }
  if (status === 'waiting' || status === 'running' || told.has(charge.id)) return
  told.add(charge.id)
  if (status === 'paid') {
    tellHost('transaction_accepted', reference)
    if (charge.application) tellApplication('app_purchased', { ...charge.application, product }, reference)
  } else if (charge.status === 'declined') tellHost('transaction_declined', reference)
  else tellHost('transaction_failed', { ...reference, error: status === 'failed' ? PAYMENT_TEXTS.failed : PAYMENT_TEXTS.ended })
}
