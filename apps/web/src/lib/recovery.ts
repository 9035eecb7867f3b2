import { readStored, store } from './storage.ts'

const KEY = 'marketplace-full-load'

/**
 * Loads the address in full because a chunk of it did not come, once: false means that this was tried for the same address
 * just before (or cannot be remembered), so that the caller has to show something instead.
 */
export const loadInFullOnce = (address: string): boolean => {
  if (readStored('sessionStorage', KEY) === address) return false
  if (!store('sessionStorage', KEY, address)) return false
  // The same address but for the hash would only scroll.
  if (new URL(address, window.location.href).href.split('#')[0] === window.location.href.split('#')[0]) window.location.reload()
  else window.location.assign(address)
  return true
}

/** A page came up whole: a later failure may load in full again. */
export const forgetFullLoad = (): void => {
  store('sessionStorage', KEY, null)
}
