import { CART_KEY } from '@marketplace/contracts/carts/texts'
import { store } from './storage.ts'

// Tells other tabs of this browser that a cart has changed. The stored value holds only a time, so that each tab loads the cart itself.

const listeners = new Set<() => void>()
let isListening = false

/** Calls the listeners after a change of the cart outside of this browser, for example by the host product. */
export const hearCart = (): void => {
  for (const listener of listeners) listener()
}

/** Calls the listeners in this tab and in the other tabs. */
export const tellCart = (): void => {
  store('localStorage', CART_KEY, `${Date.now()} ${Math.random()}`)
  hearCart()
}

/** Adds a listener for changes of the cart in any tab. Returns a function that removes it. */
export const onCartNews = (listener: () => void): (() => void) => {
  if (!isListening) {
    isListening = true
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === CART_KEY && newValue !== null) hearCart()
    })
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}
