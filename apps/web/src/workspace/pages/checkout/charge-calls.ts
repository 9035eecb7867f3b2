import { CallError } from '@marketplace/contracts/api/client'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'
import { call } from '../../data/use-endpoint.ts'
import { type Charge, readChargeOf, typeOf } from '../../../lib/purchases/charge-status.ts'
import type { ChargeProgress } from './pay-charge.ts'

// Calls of the billing API that both kinds of charges have, at different addresses.

export const readCharge = (product: Product, charge: Charge): Promise<Charge> => readChargeOf(typeOf(charge), product, charge.id)

/** Finds a charge whose address does not name its product. The variant's product is tried first. */
export const findCharge = async (
  type: ChargeType,
  id: string,
  products: readonly Product[],
): Promise<{ charge: Charge; product: Product }> => {
  const [product, ...others] = products
  if (!product) throw new RangeError('No product is given')
  try {
    return { charge: await readChargeOf(type, product, id), product }
  } catch (error) {
    if (others.length > 0 && error instanceof CallError && error.code === 'CHARGE_NOT_FOUND') return findCharge(type, id, others)
    throw error
  }
}

/** Accepts a charge, unless it is accepted already, and activates it. */
export const activateCharge = async (product: Product, charge: Charge): Promise<ChargeProgress> => {
  const agreed = agreedOf(product, charge)
  if (typeOf(charge) === 'direct_charge') return call('billing', 'PUT /direct_charge/{product}/{id}/activate', agreed)
  if (charge.status === 'pending') await acceptCharge(product, charge)
  return call('billing', 'PUT /recurrent_charge/{product}/{id}/activate', agreed)
}

/** The total that the buyer has seen and agrees to. If it has changed, the server refuses the call. */
const agreedOf = (product: Product, { id, taxes }: Charge) => ({
  params: { product, id },
  body: { total_price: taxes.total_price },
})

export const acceptCharge = (product: Product, charge: Charge): Promise<Charge> => {
  const agreed = agreedOf(product, charge)
  return typeOf(charge) === 'recurrent_charge'
    ? call('billing', 'PUT /recurrent_charge/{product}/{id}/accept', agreed)
    : call('billing', 'PUT /direct_charge/{product}/{id}/accept', agreed)
}

export const declineCharge = (product: Product, charge: Charge): Promise<Charge> => {
  const params = { product, id: charge.id }
  return typeOf(charge) === 'recurrent_charge'
    ? call('billing', 'PUT /recurrent_charge/{product}/{id}/decline', { params })
    : call('billing', 'PUT /direct_charge/{product}/{id}/decline', { params })
}
