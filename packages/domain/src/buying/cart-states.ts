import { type Transitions } from './transitions.ts'

export const CART_STATES = ['open', 'locked', 'processing', 'purchased', 'closed'] as const
export type CartState = (typeof CART_STATES)[number]

/** `settle` and `release` end an attempt to pay: with a purchase, or without one. */
export type CartCommand = 'change' | 'checkout' | 'leave' | 'expire' | 'purchase' | 'settle' | 'release' | 'close'

/**
 * The transitions of a cart (docs/product/buying.md, Carts). A locked cart accepts only commands of its checkout; purchased and closed
 * are final.
 */
export const CART: Transitions<CartState, CartCommand> = {
  open: { change: 'open', checkout: 'locked', leave: 'open', close: 'closed' },
  locked: { checkout: 'locked', leave: 'open', expire: 'open', purchase: 'processing', close: 'closed' },
  processing: { purchase: 'processing', settle: 'purchased', release: 'open' },
  purchased: {},
  closed: {},
}

/** The length of a checkout's lock on its cart, in minutes. */
export const LOCK_MINUTES = 15
