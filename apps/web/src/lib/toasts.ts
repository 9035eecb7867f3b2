import { useSyncExternalStore } from 'react'

/** How long a toast is shown by default (ms). */
export const TOAST_MS = 4000
const ID_LENGTH = 21
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The most toasts that are shown at once, since toasts cover the page. */
export const MOST_TOASTS = 3

/** `from` is the id of the application that caused the message. */
export type Toast = { id: string; message: string; duration: number; from?: string }

/** 21 random characters from an alphabet of 64. */
export const newToastId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_LENGTH)), (byte) => ALPHABET[byte & 63]).join('')

const none: readonly Toast[] = []
let toasts: readonly Toast[] = none
const listeners = new Set<() => void>()
const set = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast and returns its id. An application has only one at a time, so that it cannot push others away. */
export const showToast = (message: string, duration = TOAST_MS, from?: string): string => {
  const id = newToastId()
  const others = from === undefined ? toasts : toasts.filter((toast) => toast.from !== from)
  set([...others, { id, message, duration, ...(from !== undefined && { from }) }].slice(-MOST_TOASTS))
  return id
}

/** Session storage key: a message that the next document of this tab shows once. */
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
