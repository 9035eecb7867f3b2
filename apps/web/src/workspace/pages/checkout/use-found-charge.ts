import { useQuery } from '@tanstack/react-query'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { findVariant } from '@marketplace/contracts/core/variants'
import type { ChargeType } from '@marketplace/contracts/pages/buying-paths'
import { useEffect } from 'react'
import { useShell } from '../../kit/shell.ts'
import { useLeaveHome } from '../../kit/use-leave-home.ts'
import { isCode } from '../../../lib/is-code.ts'
import { findCharge } from './charge-calls.ts'

/** Loads a charge of either product by its id. A person who asks for an unknown charge is sent to the start page. */
export const useFoundCharge = (type: ChargeType, id: string) => {
  const { variant } = useShell()
  const leaveHome = useLeaveHome()
  const first = findVariant(variant)?.product ?? 'livechat'
  const query = useQuery({
    queryKey: ['billing', 'charge', type, id],
    queryFn: () => findCharge(type, id, [first, ...PRODUCTS.filter((product) => product !== first)]),
  })
  const isGone = isCode(query.error, 'CHARGE_NOT_FOUND')
  useEffect(() => {
    if (isGone) leaveHome(PAYMENT_TEXTS.noSuchCharge)
  }, [isGone, leaveHome])
  return query
}
