import { type Cart, MOST_IN_CART } from '@marketplace/contracts/carts/schemas'
import { describedPlan } from '@marketplace/domain/buying/offers'
import { canBillFor } from '@marketplace/domain/permissions'
import { ApiError } from '../../core/api-error.ts'
import type { Asking } from '../../core/caller.ts'
import { plansFor, refusalFor } from './buy-rules.ts'
import { assertLegal } from './cart-state.ts'
import { type CartWork, changeCart } from './change-cart.ts'
import { openExpired } from './checkout.ts'
import type { CartItemRecord, CartRecord } from './read/records.ts'
import { addItemAtEnd, deleteItem, unlockCart, upsertItems } from './repository.ts'
import type { CartDependencies } from './show-cart.ts'

/**
 * An application to put into a cart. Without a plan id, an application that is in the cart keeps its plan, and a new one gets the plan that
 * its price describes.
 */
type Wanted = { applicationId: string; planId: string | null }

/** The row that puts an application into the cart; null if the cart has it already. Throws if the caller cannot buy it. */
const itemFor = (
  { cart, caller, at }: CartWork,
  { rules }: CartDependencies,
  { applicationId, planId }: Wanted,
): { applicationId: string; planId: string } | null => {
  const item = cart.items.find(({ application }) => application.id === applicationId)
  if (item && (planId === null || planId === item.plan.id)) return null
  const application = item?.application ?? cart.others.find(({ id }) => id === applicationId)
  if (!application) throw new ApiError('APPLICATION_NOT_FOUND')
  const refused = refusalFor(cart, application, caller, rules, at)
  if (refused) throw refused
  if (!canBillFor(caller.scopes, application.product)) throw new ApiError('FORBIDDEN')
  const plans = plansFor(cart, application)
  const plan = planId === null ? describedPlan(plans, application.payment) : plans.find(({ id }) => id === planId)
  if (!plan) throw new ApiError('PLAN_NOT_FOUND')
  return { applicationId, planId: plan.id }
}

/** Puts applications into a cart: all, or none if one is refused. Applications that are already in it stay unchanged. */
export const putIntoCart = (
  dependencies: CartDependencies,
  asking: Asking,
  cartId: string,
  wanted: readonly Wanted[],
): Promise<Cart> =>
  changeCart(dependencies, asking, { cartId, also: wanted.map(({ applicationId }) => applicationId) }, async (found) => {
    const { transaction, caller, cart, at } = found
    assertLegal(cart, 'change', at)
    const items = wanted.flatMap((one) => itemFor(found, dependencies, one) ?? [])
    if (items.length === 0) return false
    const held = new Set([...cart.items.map(({ application }) => application.id), ...items.map((item) => item.applicationId)])
    if (held.size > MOST_IN_CART) throw new ApiError('CART_FULL')
    const added = cart.checkedOutUntil === null ? withAdded(cart, items, at) : null
    if (added) {
      for (const item of items) await addItemAtEnd(transaction, cart.id, item, { addedBy: caller.accountId, at })
      return added
    }
    await openExpired(found)
    await upsertItems(transaction, cart.id, items, { addedBy: caller.accountId, at })
    return true
  })

/**
 * The open cart with an added application, if it can be computed without reading the cart again. Null after other changes: another plan,
 * several applications, or the first one of a product, which changes the agents.
 */
const withAdded = (
  cart: CartRecord,
  [added, ...more]: readonly { applicationId: string; planId: string }[],
  at: Date,
): CartRecord | null => {
  const application = cart.others.find(({ id }) => id === added?.applicationId)
  const plan = application?.plans.find(({ id }) => id === added?.planId)
  if (!application || !plan || more.length > 0) return null
  const products = [cart.product, ...cart.items.map((item) => item.application.product)]
  if (!products.includes(application.product)) return null
  const item = { application, plan, addedAt: at, purchasedAt: null, note: null, chargeId: null }
  const inOrder = (one: CartItemRecord, other: CartItemRecord) =>
    one.addedAt.getTime() - other.addedAt.getTime() || (one.application.id < other.application.id ? -1 : 1)
  return { ...cart, revision: cart.revision + 1, items: [...cart.items, item].toSorted(inOrder), others: [] }
}

/** Removes an application from a cart. Does nothing if the cart does not contain it. */
export const removeFromCart = (
  dependencies: CartDependencies,
  asking: Asking,
  cartId: string,
  applicationId: string,
): Promise<Cart> =>
  changeCart(dependencies, asking, { cartId }, async (found) => {
    const { transaction, cart, at } = found
    assertLegal(cart, 'change', at)
    if (!cart.items.some(({ application }) => application.id === applicationId)) return false
    await openExpired(found)
    await unlockCart(transaction, cart.id, {}, at)
    await deleteItem(transaction, cart.id, applicationId)
    return true
  })
