import type { Navigation } from 'react-router'
import { readStored, store } from './storage.ts'

const KEY = 'marketplace-full-load'

/** If the document still exists after this time (ms), the browser has not left it. */
const LEFT_WITHIN_MS = 5000
let leftAt = 0

/** Whether this document is being replaced by a full load, so that a message shown now would be lost. */
export const isLeaving = (): boolean => Date.now() - leftAt < LEFT_WITHIN_MS

/** Whether the browser shows this address. Hashes are ignored. */
export const isHere = (address: string): boolean => address.split('#')[0] === window.location.href.split('#')[0]

/** Loads a complete address of this site as a new document. With `replace`, it replaces the current entry of the history. */
export const loadInFull = (address: string, replace = false): void => {
  leftAt = Date.now()
  const { location } = window
  // Assigning an address that differs only in its hash would scroll instead of loading.
  if (isHere(address)) location.reload()
  else location[replace ? 'replace' : 'assign'](address)
}

/**
 * Loads the address as a full document after a chunk failed to load. Returns false if this was already tried for the same address, or if
 * storage is refused: then the caller has to show a message.
 */
export const loadInFullOnce = (address: string, replace = false): boolean => {
  if (readStored('sessionStorage', KEY) === address || !store('sessionStorage', KEY, address)) return false
  loadInFull(address, replace)
  return true
}

/** Call this when a page was shown successfully, so that a later failure may load a full document again. */
export const forgetFullLoad = (): void => {
  store('sessionStorage', KEY, null)
}

/** The hash of a navigation, and whether it replaces the entry in the history. A loader's request contains neither. */
export const navigationTarget = (href: string, navigation: () => Navigation | undefined): { hash: string; replace: boolean } => {
  // At the first load, after "Back" and after a reload, the browser's address is already the target.
  if (isHere(href)) return { hash: window.location.hash, replace: false }
  const { location, historyAction } = navigation() ?? {}
  return { hash: location?.hash ?? '', replace: historyAction === 'REPLACE' }
}
