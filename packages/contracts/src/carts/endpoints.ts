import { z } from 'zod'
import { accountWith, endpoint } from '../core/endpoint.ts'
import type { ErrorCode } from '../core/errors.ts'
import { buyRefusals, changes, idParameter, limit, params, signedIn } from '../core/product-calls.ts'
import {
  cartAgentsBodySchema,
  cartContentsSchema,
  cartSchema,
  checkoutBodySchema,
  MOST_IN_CART,
  purchaseAnswerSchema,
  purchaseBodySchema,
} from './schemas.ts'

/** Only the marketplace's own client may change a cart, so that no application agrees to a purchase for the buyer. */
const BUYER = accountWith('manageBilling', { client: 'marketplace' })

const cart = { description: 'The cart', body: cartSchema }
const item = z.object({ id: idParameter, appId: idParameter })

const held: readonly ErrorCode[] = [
  ...changes,
  'INVALID_PARAMETERS',
  'FORBIDDEN',
  'CART_NOT_FOUND',
  'PRODUCTS_CART_CHECKOUT_STARTED',
  'CART_PURCHASED',
  'CART_CLOSED',
]
const adds: readonly ErrorCode[] = [
  ...held,
  ...buyRefusals,
  'APPLICATION_NOT_FOUND',
  'PLAN_NOT_FOUND',
  'NOT_FOR_SALE',
  'LICENSE_INACTIVE',
  'CART_FULL',
]

export const createCart = endpoint({
  id: 'createCart',
  api: 'product',
  method: 'POST',
  path: '/products-carts',
  access: BUYER,
  summary: 'Opens a cart for the licence of the address’s product',
  ok: { description: 'The cart that is open already', body: cartSchema },
  also: { 201: { description: 'The new cart', body: cartSchema } },
  errors: [...changes, 'FORBIDDEN', 'LICENSE_INACTIVE'],
  limit,
})

export const getRecentCart = endpoint({
  id: 'getRecentCart',
  api: 'product',
  method: 'GET',
  path: '/products-carts/recent',
  access: BUYER,
  summary: 'The newest cart of the licence of the address’s product that is neither purchased nor closed',
  ok: cart,
  errors: [...signedIn, 'FORBIDDEN', 'CART_NOT_FOUND'],
})

export const getOpenCart = endpoint({
  id: 'getOpenCart',
  api: 'product',
  method: 'GET',
  path: '/products-carts/open',
  access: BUYER,
  summary: 'The cart that "recent" answers. A licence without one is no error here',
  ok: cart,
  also: { 204: { description: 'There is no open cart' } },
  errors: [...signedIn, 'FORBIDDEN'],
})

export const getCartContents = endpoint({
  id: 'getCartContents',
  api: 'product',
  method: 'GET',
  path: '/products-carts/contents',
  access: BUYER,
  summary: 'Which applications are in the open cart of the licence of the address’s product: what pages show of it',
  ok: { description: 'The applications; none where there is no open cart', body: cartContentsSchema },
  errors: [...signedIn, 'FORBIDDEN'],
})

export const getCart = endpoint({
  id: 'getCart',
  api: 'product',
  method: 'GET',
  path: '/products-carts/{id}',
  access: BUYER,
  summary: 'A cart',
  params,
  ok: cart,
  errors: [...signedIn, 'FORBIDDEN', 'CART_NOT_FOUND'],
})

export const closeCart = endpoint({
  id: 'closeCart',
  api: 'product',
  method: 'DELETE',
  path: '/products-carts/{id}',
  access: BUYER,
  summary: 'Closes a cart for good',
  params,
  ok: { description: 'The closed cart', body: cartSchema },
  errors: held,
  limit,
})

export const addToCart = endpoint({
  id: 'addToCart',
  api: 'product',
  method: 'PATCH',
  path: '/products-carts/{id}/applications/{appId}',
  access: BUYER,
  summary: 'Adds an application with the plan that its price shows; adding it twice changes nothing',
  params: item,
  ok: cart,
  errors: adds,
  limit,
})

export const addSeveralToCart = endpoint({
  id: 'addSeveralToCart',
  api: 'product',
  method: 'PATCH',
  path: '/products-carts/{id}/applications',
  access: BUYER,
  summary: 'Adds several applications, all or none',
  params,
  query: z.object({
    id: z
      .string()
      .max(2_000)
      .transform((ids) => [...new Set(ids.split(',').filter(Boolean))])
      .pipe(z.array(idParameter).min(1).max(MOST_IN_CART))
      .meta({ description: 'Ids of applications, separated by commas' }),
  }),
  ok: cart,
  errors: adds,
  limit,
})

export const removeFromCart = endpoint({
  id: 'removeFromCart',
  api: 'product',
  method: 'DELETE',
  path: '/products-carts/{id}/applications/{appId}',
  access: BUYER,
  summary: 'Takes an application out of a cart; one that is not in it changes nothing',
  params: item,
  ok: cart,
  errors: held,
  limit,
})

export const changeCartPlan = endpoint({
  id: 'changeCartPlan',
  api: 'product',
  method: 'PATCH',
  path: '/products-carts/{id}/applications/{appId}/plans/{planId}',
  access: BUYER,
  summary: 'Changes the plan of an application in a cart, or adds the application with this plan',
  params: z.object({ id: idParameter, appId: idParameter, planId: idParameter }),
  ok: cart,
  errors: adds,
  limit,
})

export const addCoupon = endpoint({
  id: 'addCoupon',
  api: 'product',
  method: 'PATCH',
  path: '/products-carts/{id}/coupon/{coupon}',
  access: BUYER,
  summary: 'Puts a coupon on a cart, in place of the one before',
  params: z.object({ id: idParameter, coupon: z.string().trim().min(1).max(40) }),
  ok: cart,
  errors: [...held, 'COUPON_NOT_FOUND', 'COUPON_EXPIRED', 'COUPON_USED_UP', 'CARD_NUMBER_SENT'],
  limit,
})

export const removeCoupon = endpoint({
  id: 'removeCoupon',
  api: 'product',
  method: 'DELETE',
  path: '/products-carts/{id}/coupon',
  access: BUYER,
  summary: 'Takes the coupon off a cart',
  params,
  ok: cart,
  errors: held,
  limit,
})

export const chooseCartAgents = endpoint({
  id: 'chooseCartAgents',
  api: 'product',
  method: 'PUT',
  path: '/products-carts/{id}/agents',
  access: BUYER,
  summary: 'Chooses who will use what is bought; null for everybody. It changes nothing of the price',
  params,
  body: cartAgentsBodySchema,
  ok: cart,
  errors: [...held, 'AGENT_NOT_FOUND'],
  limit,
})

export const startCheckout = endpoint({
  id: 'startCheckout',
  api: 'product',
  method: 'PATCH',
  path: '/products-carts/{id}/checkout',
  access: BUYER,
  summary: 'Locks a cart for 15 minutes and freezes what it costs, with the tax of the address that is given or stored',
  params,
  body: checkoutBodySchema,
  ok: cart,
  errors: [
    ...adds,
    'PLAN_RETIRED',
    'CART_EMPTY',
    'TOTAL_TOO_SMALL',
    'TOTAL_TOO_LARGE',
    'CARD_NUMBER_SENT',
    'COUPON_EXPIRED',
    'COUPON_USED_UP',
  ],
  limit,
})

export const leaveCheckout = endpoint({
  id: 'leaveCheckout',
  api: 'product',
  method: 'DELETE',
  path: '/products-carts/{id}/checkout',
  access: BUYER,
  summary: 'Opens a locked cart again',
  params,
  ok: cart,
  errors: held,
  limit,
})

export const purchaseCart = endpoint({
  id: 'purchaseCart',
  api: 'product',
  method: 'PATCH',
  path: '/products-carts/{id}/purchase',
  access: BUYER,
  summary: 'Pays for a locked cart and installs what is in it',
  params,
  body: purchaseBodySchema,
  ok: { description: 'The cart, and whether it is purchased, on its way, or waits for the bank', body: purchaseAnswerSchema },
  idempotent: true,
  errors: [
    ...held,
    'PRODUCTS_CART_CHECKSUM',
    'CARD_DECLINED',
    'CARD_NEEDED',
    'COUPON_EXPIRED',
    'COUPON_USED_UP',
    'PAYMENTS_UNAVAILABLE',
    'IDEMPOTENCY_KEY_REUSED',
    'REQUEST_RUNNING',
  ],
  limit,
})
