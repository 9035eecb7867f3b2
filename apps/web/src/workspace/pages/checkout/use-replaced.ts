import type { Product } from '@marketplace/contracts/core/enumerations'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { declineOffered } from './offered-charge.ts'
import { type Charge, standingOf, typeOf } from './pay-charge.ts'

const MOST_REPLACED = 10

/** The charges that an address says were replaced by another one. */
export const replacedIn = (search: URLSearchParams, chargeId: string): string[] =>
  [...new Set(search.get('replaces')?.slice(0, 2_000).split(','))]
    .filter((id) => /^[\w-]{1,100}$/.test(id) && id !== chargeId)
    .slice(-MOST_REPLACED)

/**
 * Answers what declines the charges of billing cycles from which the buyer has turned away: docs/product/third-party.md, Payments. They have to be the
 * same application's, which may withdraw them itself, so an address of a stranger ends nothing that is not the stranger's.
 */
export const useReplaced = (charge: Charge, product: Product): (() => Promise<void>) => {
  const [search] = useSearchParams()
  const isDone = useRef(standingOf(charge) !== 'waiting')
  return async () => {
    if (isDone.current) return
    isDone.current = true
    const seller = { clientId: charge.order_client_id, product }
    await Promise.allSettled(replacedIn(search, charge.id).map((id) => declineOffered(typeOf(charge), id, seller)))
  }
}
