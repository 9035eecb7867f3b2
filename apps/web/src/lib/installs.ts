import { useSyncExternalStore } from 'react'

// What this tab knows to be installed, by the ids of the applications: the one copy, from which cards, pages and dialogs show it. It goes
// with whoever is signed in.

let ids: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** The list of everything that is installed has come. */
export const keepInstalled = (next: Iterable<string>): void => {
  ids = new Set(next)
  for (const listener of listeners) listener()
}

/** One application is known to be installed, or not to be. */
export const markInstalled = (id: string, installed: boolean): void =>
  keepInstalled(installed ? [...ids, id] : [...ids].filter((other) => other !== id))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an application is known to be installed; false for as long as nobody has asked, as on the server. */
export const useInstalled = (id: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => ids.has(id),
    () => false,
  )
