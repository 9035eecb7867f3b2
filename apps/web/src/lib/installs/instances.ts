import type { Instance } from '@marketplace/contracts/installs/schemas'
import { useSyncExternalStore } from 'react'
import { markInstalled } from '../installs.ts'
import { currentSession, onSession, whoOf } from '../session/store.ts'

// What the organization has of single applications, as the API has said last; null where that could not be asked. Whether one of them is
// installed is not kept here: that goes to lib/installs.ts.

let instances: ReadonlyMap<string, Instance | null> = new Map()
const listeners = new Set<() => void>()
const set = (next: typeof instances): void => {
  instances = next
  for (const listener of listeners) listener()
}

/** Whose instances these are; null while nobody is signed in. */
export const whoNow = (): string | null => {
  const data = currentSession()?.data
  return data ? whoOf(data) : null
}

let who = whoNow()
onSession(() => {
  if (whoNow() === who) return
  who = whoNow()
  set(new Map())
})

/** Where an instance could not be asked, what is known to be installed stays so. */
export const keepInstance = (id: string, instance: Instance | null): void => {
  if (instance) markInstalled(id, instance.installed)
  set(new Map(instances).set(id, instance))
}

/** What the organization has of an application; undefined until it is known, null where it could not be asked. */
export const useKnownInstance = (id: string): Instance | null | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => instances.get(id),
    () => undefined,
  )
