import type { Instance } from '@marketplace/contracts/installs'
import { useSyncExternalStore } from 'react'

// What this tab knows of the organization's installs: the one copy, from which cards, pages and dialogs show it. It goes with whoever is
// signed in.

type Known = {
  /** What is installed, by the ids of the applications. */
  ids: ReadonlySet<string>
  /** What is known of single applications; null where that could not be asked. */
  instances: ReadonlyMap<string, Instance | null>
}

const nothing: Known = { ids: new Set(), instances: new Map() }
let known = nothing
const listeners = new Set<() => void>()
const set = (next: Known): void => {
  known = next
  for (const listener of listeners) listener()
}

export const forgetInstalls = (): void => set(nothing)

/** The list of everything that is installed has come. */
export const keepInstalled = (ids: Iterable<string>): void => set({ ...known, ids: new Set(ids) })

/** What there is of one application has come, or could not be asked: then what is known of it stays installed. */
export const keepInstance = (id: string, instance: Instance | null): void => {
  const ids = new Set(known.ids)
  if (instance?.installed) ids.add(id)
  else if (instance) ids.delete(id)
  set({ ids, instances: new Map(known.instances).set(id, instance) })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an application is known to be installed; false for as long as nobody has asked, as on the server. */
export const useInstalled = (id: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => known.ids.has(id),
    () => false,
  )

/** What the organization has of an application; undefined until it is known, null where it could not be asked. */
export const useKnownInstance = (id: string): Instance | null | undefined =>
  useSyncExternalStore(
    subscribe,
    () => known.instances.get(id),
    () => undefined,
  )
