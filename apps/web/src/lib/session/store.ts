import { useSyncExternalStore } from 'react'
import { keepInstalled } from '../installs.ts'
import { MAYBE_CLASS } from './maybe.ts'
import type { SessionData, SessionState } from './state.ts'

let state: SessionState | null = null
const listeners = new Set<() => void>()

/** Identifies account and organization. It stays the same when the token is renewed. */
export const whoOf = ({ accountId, organizationId }: SessionData): string => `${accountId} ${organizationId}`

export const currentSession = (): SessionState | null => state
/** Removes MAYBE_CLASS, once it is known who is signed in, or that this cannot be found out. */
export const settleSession = (): void => document.documentElement.classList.remove(MAYBE_CLASS)

export const setSession = (next: SessionState): void => {
  // Another person must not see the previous one's installed applications.
  if ((next.data && whoOf(next.data)) !== (state?.data && whoOf(state.data))) keepInstalled([])
  state = next
  if (next.isInitialized) settleSession()
  for (const listener of listeners) listener()
}
export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session's state; null until the session is loaded, and on the server. */
export const useSession = (): SessionState | null => useSyncExternalStore(onSession, currentSession, () => null)
