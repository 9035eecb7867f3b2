import { useSyncExternalStore } from 'react'

// The ids of the installed applications that this tab knows of, in one place for cards, pages and dialogs. Cleared when another person
// signs in.

let ids: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** Replaces the list of installed applications. */
export const keepInstalled = (next: Iterable<string>): void => {
  ids = new Set(next)
  for (const listener of listeners) listener()
}

/** Sets whether one application is installed. */
export const markInstalled = (id: string, installed: boolean): void =>
  keepInstalled(installed ? [...ids, id] : [...ids].filter((other) => other !== id))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an application is known to be installed; false until the list has loaded, and on the server. */
export const useInstalled = (id: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => ids.has(id),
    () => false,
  )
