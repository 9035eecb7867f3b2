import { useSyncExternalStore } from 'react'

/** What the person has to be asked, or told, before the sign-in goes on. */
export type Prompt =
  /** A token came from elsewhere: whose it is, and whether somebody else browses with it. */
  | { kind: 'continue'; name: string; ghost: boolean }
  | { kind: 'blocked' | 'closed' }
  /** The accounts server does not answer. */
  | { kind: 'unreachable' }
  /** The token has ended and could not be renewed. */
  | { kind: 'expired' }
  /** The accounts server has refused, or its answer did not fit. */
  | { kind: 'refused'; error: string; asOther: boolean }

/** `again`: with a window. `tab`: in this tab. `no`: not now. */
export type PromptAnswer = 'again' | 'tab' | 'no'

let prompt: Prompt | null = null
let settle: ((answer: PromptAnswer) => void) | null = null
const listeners = new Set<() => void>()

const show = (next: Prompt | null): void => {
  prompt = next
  for (const listener of listeners) listener()
}

/** Answers what is asked, if anything is. */
export const answerPrompt = (answer: PromptAnswer): void => {
  const waiting = settle
  settle = null
  if (prompt) show(null)
  waiting?.(answer)
}

/** Asks. What was asked before and not answered counts as refused. */
export const askPerson = (next: Prompt): Promise<PromptAnswer> => {
  answerPrompt('no')
  return new Promise((resolve) => {
    settle = resolve
    show(next)
  })
}

export const usePrompt = (): Prompt | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => prompt,
    () => null,
  )
