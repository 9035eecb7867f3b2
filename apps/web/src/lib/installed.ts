import { useSyncExternalStore } from 'react'

const none: ReadonlySet<string> = new Set()
let ids = none
const listeners = new Set<() => void>()

/** The ids of what the organization has installed (specification, section 3, "Installed apps list: ids only"). */
export const setInstalled = (next: Iterable<string>): void => {
  ids = new Set(next)
  for (const listener of listeners) listener()
}
export const markInstalled = (id: string, installed: boolean): void =>
  setInstalled(installed ? [...ids, id] : [...ids].filter((other) => other !== id))

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
