import { useSyncExternalStore } from 'react'
import { keepInstalled } from '../installs.ts'
import { MAYBE_CLASS } from './maybe.ts'
import type { SessionData, SessionState } from './state.ts'

let state: SessionState | null = null
const listeners = new Set<() => void>()

/** Whose data is shown: this stays the same when the token is renewed. */
export const whoOf = ({ accountId, organizationId }: SessionData): string => `${accountId} ${organizationId}`

export const currentSession = (): SessionState | null => state
/** It is known who is signed in, or it will not be. */
export const settleSession = (): void => document.documentElement.classList.remove(MAYBE_CLASS)

export const setSession = (next: SessionState): void => {
  // What somebody has installed goes with them.
  if ((next.data && whoOf(next.data)) !== (state?.data && whoOf(state.data))) keepInstalled([])
  state = next
  if (next.isInitialized) settleSession()
  for (const listener of listeners) listener()
}
export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who is signed in; null for as long as nobody has looked, as on the server. */
export const useSession = (): SessionState | null => useSyncExternalStore(onSession, currentSession, () => null)
