import { type Transitions } from './transitions.ts'

export const CART_STATES = ['open', 'locked', 'processing', 'purchased', 'closed'] as const
export type CartState = (typeof CART_STATES)[number]

/** `settle` and `release` are how an attempt to pay ends: with what was delivered, or with nothing. */
export type CartCommand = 'change' | 'checkout' | 'leave' | 'expire' | 'purchase' | 'settle' | 'release' | 'close'

/** A cart (docs/product/buying.md, Carts). A lock holds everything but its own checkout; purchased and closed are final. */
export const CART: Transitions<CartState, CartCommand> = {
  open: { change: 'open', checkout: 'locked', leave: 'open', close: 'closed' },
  locked: { checkout: 'locked', leave: 'open', expire: 'open', purchase: 'processing', close: 'closed' },
  processing: { purchase: 'processing', settle: 'purchased', release: 'open' },
  purchased: {},
  closed: {},
}

/** How long a checkout holds its cart, in minutes. */
export const LOCK_MINUTES = 15
