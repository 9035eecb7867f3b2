import { CallError } from '@marketplace/contracts/api/client'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { type Product, PRODUCTS } from '@marketplace/contracts/core/enumerations'
import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'
import { declineCharge, findCharge } from './charge-calls.ts'
import { type Charge, chargeStatus } from '../../../lib/purchases/charge-status.ts'

/** The application that offers a charge. */
export type Seller = { id: string; slug: string; name: string; clientId: string; product: Product }

/** Loads the charge whose id an application has sent. Throws unless the charge belongs to this application and is pending. */
export const findOffered = async (
  type: ChargeType,
  chargeId: string,
  { clientId, product }: Pick<Seller, 'clientId' | 'product'>,
): Promise<{ charge: Charge; product: Product }> => {
  const order = [product, ...PRODUCTS.filter((other) => other !== product)]
  const found = await findCharge(type, chargeId, order)
  if (found.charge.order_client_id !== clientId) throw new CallError('CHARGE_NOT_FOUND', 404, PAYMENT_TEXTS.noSuchCharge)
  if (chargeStatus(found.charge) !== 'waiting') throw new CallError('CHARGE_STATE', 409, PAYMENT_TEXTS.ended)
  return found
}

export const declineOffered = async (
  type: ChargeType,
  chargeId: string,
  seller: Pick<Seller, 'clientId' | 'product'>,
): Promise<void> => {
  const { charge, product } = await findOffered(type, chargeId, seller)
  await declineCharge(product, charge)
}

/** The pauses (ms) before the second and the third try to decline a charge that was not picked. The buyer sees no failure of it. */
const PAUSES_MS = [1_000, 3_000]

const isRefused = (error: unknown): boolean => error instanceof CallError && error.status < 500 && error.status !== 429

const declineUnlessRefused = async (
  pauses: readonly number[],
  ...[type, id, seller]: Parameters<typeof declineOffered>
): Promise<void> => {
  try {
    await declineOffered(type, id, seller)
  } catch (error) {
    const [pause, ...rest] = pauses
    if (pause === undefined || isRefused(error)) return
    await new Promise((resolve) => setTimeout(resolve, pause))
    await declineUnlessRefused(rest, type, id, seller)
  }
}

/**
 * Declines the charges of billing cycles that the buyer did not pick: docs/product/third-party.md, Payments. Only pending charges of the
 * same application are declined. A call that fails is repeated twice; a charge that cannot be declined then stays pending.
 */
export const declineNotPicked = async (
  type: ChargeType,
  ids: readonly string[],
  seller: Pick<Seller, 'clientId' | 'product'>,
): Promise<void> => {
  await Promise.all(ids.map((id) => declineUnlessRefused(PAUSES_MS, type, id, seller)))
}
