// The messages of screens about carts and payments. Browser tests compare their exact text. This file has no schemas, so that every page
// can load it. Messages for refusals are in the table of errors.

/** How many agents can be chosen for the applications of a cart. */
export const MOST_CART_AGENTS = 1_000

export const CART_TEXTS = {
  loadFailed: "Cart couldn't be loaded. Please, contact our support.",
  createFailed: "Cart couldn't be created. Please, contact our support.",
  updateFailed: "Cart couldn't be updated. Please, contact our support.",
  removeFailed: "The product couldn't be removed from the cart. Please, contact our support.",
  addFailed: "The product couldn't be added to the cart. Please, contact our support.",
  addSeveralFailed: "Products couldn't be added to the cart. Please, try again later or contact our support.",
  locked: 'Your cart is currently blocked by the unfinished checkout process. Try again later.',
  couponAdded: 'The coupon has been added successfully.',
  couponFailed: 'The coupon has failed due to the incorrect response status.',
  transactionFailed: "We're sorry, but there's been an error and the transaction failed. Try again or contact our support.",
} as const

export const PAYMENT_TEXTS = {
  purchased: "You've successfully purchased the app",
  cardRefused:
    'Unfortunately, we were unable to charge your card. Please, ensure that all Credit Card details are valid and you have sufficient funds in the account.',
  billingFailed:
    'It looks like there’s been an error on our side. Don’t worry, your card details are valid. Please retry or contact our support.',
  blocked: 'There’s been an error caused by AdBlock. Whitelist this site in AdBlock or add it to Trusted Sites in your browser.',
  noSuchCharge: "This transaction doesn't exist.",
  failed: 'Payment failed',
  ended: 'Payment declined/cancelled',
} as const

/** The messages if a call about a charge was not answered, or failed on the server. */
export const CHARGE_TEXTS = {
  recurrent_charge: {
    notCreated: 'Recurrent charge creation failed',
    notAccepted: "Recurrent charge couldn't be accepted",
    notActivated: "Recurrent charge couldn't be activated",
    notDeclined: "Recurrent charge couldn't be declined",
    notCancelled: "Recurrent charge couldn't be cancelled",
    failed: 'Recurrent charge failed',
  },
  direct_charge: {
    notCreated: 'Direct charge creation failed',
    notAccepted: "Direct charge couldn't be accepted",
    notActivated: "Direct charge couldn't be activated",
    notDeclined: "Direct charge couldn't be declined",
    failed: 'Direct charge failed',
  },
} as const

/**
 * After a purchase the cart is checked this many times, with this pause (ms), before the screen says that the payment is being processed.
 */
export const PURCHASE_POLL = { times: 10, everyMs: 250 } as const
/** The interval (ms) at which a charge, or a cart on a screen, is checked. */
export const CHARGE_POLL_MS = 2_000
export const CART_POLL_MS = 2_000

/** Local storage key: the time at which a tab last changed a cart, so that the other tabs load it again. */
export const CART_KEY = 'cart_changed'
