import type { Instance } from '@marketplace/contracts/installs/schemas'
import { useSyncExternalStore } from 'react'
import { markInstalled } from '../installs.ts'
import { currentSession, onSession, whoOf } from '../session/store.ts'

// The organization's instances of single applications, as the API last answered; null if loading failed. Whether an application is
// installed is kept in lib/installs.ts only.

let instances: ReadonlyMap<string, Instance | null> = new Map()
const listeners = new Set<() => void>()
const set = (next: typeof instances): void => {
  instances = next
  for (const listener of listeners) listener()
}

/** Identifies the person to whom the instances belong; null while nobody is signed in. */
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

/** If loading failed, the known state "installed" stays. */
export const keepInstance = (id: string, instance: Instance | null): void => {
  if (instance) markInstalled(id, instance.installed)
  set(new Map(instances).set(id, instance))
}

/** The organization's instance of an application; undefined until it is known, null if loading failed. */
export const useKnownInstance = (id: string): Instance | null | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => instances.get(id),
    () => undefined,
  )
