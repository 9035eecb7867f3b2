import { useSyncExternalStore } from 'react'

/** What the person has to be asked, or told, before the sign-in goes on. */
export type Prompt =
  /** A token came from elsewhere: whose it is, and whether somebody else browses with it. */
  | { kind: 'continue'; name: string; ghost: boolean }
  | { kind: 'blocked' | 'closed' }
  /** The accounts server has refused, or its answer did not fit. */
  | { kind: 'refused'; error: string }

let prompt: Prompt | null = null
const listeners = new Set<() => void>()

export const currentPrompt = (): Prompt | null => prompt
export const setPrompt = (next: Prompt | null): void => {
  prompt = next
  for (const listener of listeners) listener()
}

export const usePrompt = (): Prompt | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    currentPrompt,
    () => null,
  )
