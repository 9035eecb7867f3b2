import { useSyncExternalStore } from 'react'

/** How long a toast stays by default. */
export const TOAST_MS = 4000
const ID_LENGTH = 21
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** No more are shown at once: they cover the page. */
export const MOST_TOASTS = 3

/** `from` is the application whose words these are, or that has caused them. */
export type Toast = { id: string; message: string; duration: number; from?: string }

/** 21 random characters out of 64. */
export const newToastId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_LENGTH)), (byte) => ALPHABET[byte & 63]).join('')

const none: readonly Toast[] = []
let toasts: readonly Toast[] = none
const listeners = new Set<() => void>()
const set = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message for a moment and says its id. An application has one at a time, so that it covers nobody else's. */
export const showToast = (message: string, duration = TOAST_MS, from?: string): string => {
  const id = newToastId()
  const others = from === undefined ? toasts : toasts.filter((toast) => toast.from !== from)
  set([...others, { id, message, duration, ...(from !== undefined && { from }) }].slice(-MOST_TOASTS))
  return id
}

/** Session storage: a message that the next document of this tab shows, once. */
export const NEXT_TOAST_KEY = 'marketplace-toast'

export const dismissToast = (id: string): void => {
  const next = toasts.filter((toast) => toast.id !== id)
  if (next.length !== toasts.length) set(next)
}

export const currentToasts = (): readonly Toast[] => toasts

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    currentToasts,
    () => none,
  )
