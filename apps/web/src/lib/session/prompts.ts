import { useSyncExternalStore } from 'react'

/** A question or message that interrupts a sign-in. */
export type Prompt =
  /** A token came in a link: the person confirms the account. `ghost`: staff browse as this account. */
  | { kind: 'continue'; name: string; ghost: boolean }
  | { kind: 'blocked' | 'closed' }
  /** The accounts server does not answer. */
  | { kind: 'unreachable' }
  /** The token has expired and could not be renewed. */
  | { kind: 'expired' }
  /** The accounts server has refused, or has sent an unexpected answer. */
  | { kind: 'refused'; error: string; asOther: boolean }

/** `again`: try again in a popup. `tab`: sign in in this tab. `no`: not now. */
export type PromptAnswer = 'again' | 'tab' | 'no'

let prompt: Prompt | null = null
let settle: ((answer: PromptAnswer) => void) | null = null
const listeners = new Set<() => void>()

const show = (next: Prompt | null): void => {
  prompt = next
  for (const listener of listeners) listener()
}

/** Answers the open prompt, if there is one. */
export const answerPrompt = (answer: PromptAnswer): void => {
  const waiting = settle
  settle = null
  if (prompt) show(null)
  waiting?.(answer)
}

/** Shows a prompt. An earlier one that was not answered counts as `no`. */
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
