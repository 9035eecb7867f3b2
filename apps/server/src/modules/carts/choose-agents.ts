import type { Cart } from '@marketplace/contracts/carts/schemas'
import { ApiError } from '../../core/api-error.ts'
import type { Asking } from '../../core/caller.ts'
import { isStorable } from '../../db/storable.ts'
import { recordAudit } from '../audit/index.ts'
import { countMembers } from '../organizations/index.ts'
import { assertLegal } from './cart-state.ts'
import { changeCart } from './change-cart.ts'
import { openExpired } from './checkout.ts'
import { unlockCart } from './repository.ts'
import type { CartDependencies } from './show-cart.ts'

/** Sets who will use the bought applications; null for everybody. The price stays the same, because it depends on the licence's seats. */
export const chooseAgents = (
  dependencies: CartDependencies,
  asking: Asking,
  cartId: string,
  chosen: readonly string[] | null,
): Promise<Cart> =>
  changeCart(dependencies, asking, { cartId }, async (found) => {
    const { transaction, cart, at } = found
    assertLegal(cart, 'change', at)
    const agents = chosen && [...new Set(chosen)]
    const { organizationId } = found.caller
    const areMembers =
      !agents || (agents.every(isStorable) && (await countMembers(transaction, organizationId, agents)) === agents.length)
    if (!areMembers) throw new ApiError('AGENT_NOT_FOUND')
    await openExpired(found)
    await unlockCart(transaction, cart.id, { agents }, at)
    await recordAudit(transaction, { action: 'cart.agents-chosen', at, who: found.caller, subject: cart.id, details: { agents } })
    return true
  })
