import type { Product } from '@marketplace/contracts/core/enumerations'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { declineNotPicked } from './offered-charge.ts'
import { type Charge, chargeStatus, typeOf } from '../../../lib/purchases/charge-status.ts'

const MOST_REPLACED = 10

/** The ids in `?replaces=`: charges that this one replaces. */
export const replacedIn = (search: URLSearchParams, chargeId: string): string[] =>
  [...new Set(search.get('replaces')?.slice(0, 2_000).split(','))]
    .filter((id) => /^[\w-]{1,100}$/.test(id) && id !== chargeId)
    .slice(-MOST_REPLACED)

/**
 * Returns a function that declines the charges in `?replaces=` at its first call. They must belong to the same application, so a forged
 * address cannot end charges of others.
 */
export const useReplaced = (charge: Charge, product: Product): (() => Promise<void>) => {
  const [search] = useSearchParams()
  const isDone = useRef(chargeStatus(charge) !== 'waiting')
  return async () => {
    if (isDone.current) return
    isDone.current = true
    const seller = { clientId: charge.order_client_id, product }
    await declineNotPicked(typeOf(charge), replacedIn(search, charge.id), seller)
  }
}
