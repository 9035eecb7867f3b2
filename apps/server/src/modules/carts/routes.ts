import type { FastifyInstance } from 'fastify'
import {
  addCoupon,
  addSeveralToCart,
  addToCart,
  changeCartPlan,
  chooseCartAgents,
  closeCart as closeEndpoint,
  createCart as createEndpoint,
  getCart,
  getCartContents,
  getOpenCart,
  getRecentCart,
  leaveCheckout as leaveEndpoint,
  removeCoupon,
  removeFromCart as removeEndpoint,
  startCheckout as checkoutEndpoint,
} from '@marketplace/contracts/carts/endpoints'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { ERRORS } from '@marketplace/contracts/core/errors'
import { hasCardNumber } from '@marketplace/domain/buying/card-numbers'
import { ApiError } from '../../core/api-error.ts'
import type { Asking } from '../../core/caller.ts'
import { type Call, type LockingCall, registerEndpoint, registerLockingEndpoint } from '../../http/register-endpoint.ts'
import { matchesEtag } from '../../http/send-answer.ts'
import { answered } from '../../http/status-answer.ts'
import { recordRefusal } from '../audit/index.ts'
import { chooseAgents } from './choose-agents.ts'
import { changeCoupon } from './change-coupon.ts'
import { putIntoCart, removeFromCart } from './change-items.ts'
import { assertPaysFor } from './change-cart.ts'
import { closeCart, leaveCheckout, startCheckout, type StopsPayments } from './checkout.ts'
import { createCart } from './create-cart.ts'
import { findContents, readCart, type WhichCart } from './read/repository.ts'
import { type CartDependencies, cartTag, showCart } from './show-cart.ts'

/** All endpoints of carts except the purchase. */
export const registerCartsRoutes = (app: FastifyInstance, dependencies: CartDependencies & StopsPayments): void => {
  const { database, clock, rules, publicUrl } = dependencies

  /** Audits a refusal for a missing permission. */
  const audited = async <T>(caller: Asking, subject: string | null, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError && ERRORS[error.code].status === 403)
        await recordRefusal(database, {
          action: 'cart.refused',
          at: clock.now(),
          who: caller,
          subject,
          details: { code: error.code },
        })
      throw error
    }
  }

  /** Answers with a cart and its ETag, or with 304 if the client has this version. Without a cart, `missing` makes the answer. */
  const show = <Missing>(
    which: WhichCart,
    { caller, request, reply }: Pick<Call<typeof getCart>, 'caller' | 'request' | 'reply'>,
    missing: () => Missing,
  ) =>
    audited(caller, 'id' in which ? which.id : null, async () => {
      const at = clock.now()
      const cart = await readCart(database, caller.organizationId, which, at)
      if (!cart) return missing()
      assertPaysFor(caller, cart.product)
      const context = { shopper: caller, rules, publicUrl, at }
      const tag = cartTag(cart, context)
      reply.header('etag', tag)
      if (matchesEtag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return showCart(database, cart, context)
    })

  const refuseMissing = (): never => {
    throw new ApiError('CART_NOT_FOUND')
  }

  registerLockingEndpoint(app, createEndpoint, ({ caller, product }) =>
    audited(caller, null, async () => {
      const { isNew, cart } = await createCart(dependencies, caller, product)
      return isNew ? answered(createEndpoint, { status: 201, body: cart }) : cart
    }),
  )
  registerEndpoint(app, getRecentCart, ({ product, ...call }) => show({ product }, call, refuseMissing))
  registerEndpoint(app, getOpenCart, ({ product, ...call }) =>
    show({ product }, call, () => {
      assertPaysFor(call.caller, product)
      return answered(getOpenCart, { status: 204, body: undefined })
    }),
  )
  registerEndpoint(app, getCartContents, ({ caller, product }) =>
    audited(caller, null, async () => {
      assertPaysFor(caller, product)
      return { applications: await findContents(database, caller.organizationId, product) }
    }),
  )
  registerEndpoint(app, getCart, ({ params: { id }, ...call }) => show({ id }, call, refuseMissing))

  type Changing = Pick<LockingCall<typeof getCart>, 'caller' | 'params'>
  const change = ({ caller, params: { id } }: Changing, work: () => Promise<Cart>) => audited(caller, id, work)

  registerLockingEndpoint(app, closeEndpoint, (call) => change(call, () => closeCart(dependencies, call.caller, call.params.id)))
  registerLockingEndpoint(app, addToCart, (call) => {
    const { id, appId } = call.params
    return change(call, () => putIntoCart(dependencies, call.caller, id, [{ applicationId: appId, planId: null }]))
  })
  registerLockingEndpoint(app, addSeveralToCart, (call) => {
    const wanted = call.query.id.map((applicationId) => ({ applicationId, planId: null }))
    return change(call, () => putIntoCart(dependencies, call.caller, call.params.id, wanted))
  })
  registerLockingEndpoint(app, changeCartPlan, (call) => {
    const { id, appId: applicationId, planId } = call.params
    return change(call, () => putIntoCart(dependencies, call.caller, id, [{ applicationId, planId }]))
  })
  registerLockingEndpoint(app, removeEndpoint, (call) =>
    change(call, () => removeFromCart(dependencies, call.caller, call.params.id, call.params.appId)),
  )
  registerLockingEndpoint(app, addCoupon, (call) => {
    if (hasCardNumber(call.params.coupon)) throw new ApiError('CARD_NUMBER_SENT')
    return change(call, () => changeCoupon(dependencies, call.caller, call.params.id, call.params.coupon))
  })
  registerLockingEndpoint(app, removeCoupon, (call) =>
    change(call, () => changeCoupon(dependencies, call.caller, call.params.id, null)),
  )
  registerLockingEndpoint(app, chooseCartAgents, (call) =>
    change(call, () => chooseAgents(dependencies, call.caller, call.params.id, call.body.agents)),
  )
  registerLockingEndpoint(app, checkoutEndpoint, (call) => {
    const { country, zip, vat_id: vatId } = call.body ?? {}
    // A VAT id has a form of its own, in Japan with as many digits as a card number.
    if (zip && hasCardNumber(zip)) throw new ApiError('CARD_NUMBER_SENT')
    const given = { ...(country && { country }), ...(zip && { zip }), ...(vatId && { vatId }) }
    return change(call, () => startCheckout(dependencies, call.caller, call.params.id, given))
  })
  registerLockingEndpoint(app, leaveEndpoint, (call) =>
    change(call, () => leaveCheckout(dependencies, call.caller, call.params.id)),
  )
}
