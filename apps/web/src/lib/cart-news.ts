import { CART_KEY } from '@marketplace/contracts/carts/texts'
import { store } from './storage.ts'

// Tabs of one browser tell each other that a cart has changed. What is stored for it says only when: whoever hears of it asks again.

const listeners = new Set<() => void>()
let isListening = false

/** A cart may have been changed elsewhere: everybody who shows it asks again. */
export const hearCart = (): void => {
  for (const listener of listeners) listener()
}

/** Tells the other tabs, and whatever else of this one shows the cart. */
export const tellCart = (): void => {
  store('localStorage', CART_KEY, `${Date.now()} ${Math.random()}`)
  hearCart()
}

/** Hears of it, whichever tab it was. */
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
