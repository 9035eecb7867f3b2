import type { ErrorCode } from '@marketplace/contracts/core/errors'
import { type Installable, type Installer, installRefusal, isVisibleTo } from '../installing.ts'
import { isService } from '../visibility.ts'

/** The facts about an organization and an application that decide whether it can be bought, besides those of an install. */
export type Buyer = Installer & {
  /** Whether the organization has a right to use the application that it bought. */
  entitled: boolean
  /** Whether there is a plan that the organization's licence can buy. */
  forSale: boolean
}

/**
 * Why the caller cannot buy an application; null if they can. The order is that of docs/product/buying.md, Carts: applications that the
 * caller may not see, the organization's own applications, all refusals of an install, no price, and already bought. An installed
 * application may be bought.
 */
export const buyRefusal = (application: Installable, buyer: Buyer): ErrorCode | null => {
  if (!isVisibleTo(application, buyer)) return 'APPLICATION_NOT_FOUND'
  if (buyer.owns) return isService(application) ? 'OWN_SERVICE' : 'OWN_APPLICATION'
  const refusal = installRefusal({ ...application, payment: null }, { ...buyer, installed: false })
  if (refusal) return refusal
  if (!buyer.forSale) return 'NOT_FOR_SALE'
  return buyer.entitled ? 'ALREADY_BOUGHT' : null
}
