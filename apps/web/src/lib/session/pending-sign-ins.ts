import { STATE_LENGTH, TRANSACTION_KEY, TRANSACTION_MS, VERIFIER_LENGTH } from '@marketplace/contracts/accounts/session'
import { readStored, store, storedKeys } from '../storage.ts'
import { randomText } from './random-text.ts'

/** A sign-in that is under way. */
export type PendingSignIn = {
  /** The path within the variant to which the sign-in returns. */
  to: string
  startedAt: number
  /** The PKCE verifier, which proves that this browser asked for the code; empty once it was used. */
  verifier: string
  /**
   * Set once the answer was used. With the browser's back button the person may return to the accounts server, which then answers again.
   */
  answered?: true
}

export type Keep = {
  keys: () => string[]
  read: (key: string) => string | null
  write: (key: string, value: string | null) => void
}

/** Storage of this tab, to which a redirect returns. If the browser refuses storage, values are kept until the page is left. */
export const tabKeep = (): Keep => {
  const memory = new Map<string, string>()
  return {
    keys: () => [...new Set([...storedKeys('sessionStorage'), ...memory.keys()])],
    read: (key) => readStored('sessionStorage', key) ?? memory.get(key) ?? null,
    write: (key, value) => {
      if (value === null) memory.delete(key)
      else memory.set(key, value)
      store('sessionStorage', key, value)
    },
  }
}

/** 32 characters, like the states of published clients. */
export const newState = (): string => randomText(STATE_LENGTH)

const isPendingSignIn = (value: unknown): value is PendingSignIn =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  typeof value.to === 'string' &&
  'startedAt' in value &&
  typeof value.startedAt === 'number' &&
  'verifier' in value &&
  typeof value.verifier === 'string'

const readPendingSignIn = (text: string | null): PendingSignIn | null => {
  if (!text) return null
  try {
    const found: unknown = JSON.parse(text)
    return isPendingSignIn(found) ? found : null
  } catch {
    return null
  }
}

/** The sign-ins under way, by their state. Each can be answered once, within half an hour. */
export const createPendingSignIns = (keep: Keep, now: () => number, makeState: () => string = newState) => {
  const write = (key: string, transaction: PendingSignIn | null) =>
    keep.write(key, transaction && JSON.stringify(transaction satisfies PendingSignIn))
  const find = (key: string): PendingSignIn | null => {
    const found = readPendingSignIn(keep.read(key))
    return found && now() - found.startedAt < TRANSACTION_MS ? found : null
  }
  return {
    begin: (to: string): string => {
      for (const key of keep.keys()) if (key.startsWith(TRANSACTION_KEY) && !find(key)) keep.write(key, null)
      const state = makeState()
      write(TRANSACTION_KEY + state, { to, startedAt: now(), verifier: randomText(VERIFIER_LENGTH) })
      return state
    },
    /** The verifier of a sign-in that is under way; '' if the state is unknown or too old. */
    verifier: (state: string): string => find(TRANSACTION_KEY + state)?.verifier ?? '',
    /** Returns the sign-in of a state, and marks it as answered; null if it is unknown, answered or too old. */
    take: (state: string): PendingSignIn | null => {
      const key = TRANSACTION_KEY + state
      const found = find(key)
      if (found?.answered) return null
      write(key, found?.to ? { ...found, verifier: '', answered: true } : null)
      return found
    },
    /** The path to which an already answered sign-in returned; null if the state is unknown or not answered. */
    answered: (state: string): string | null => {
      const found = find(TRANSACTION_KEY + state)
      return found?.answered ? found.to : null
    },
  }
}
export type PendingSignIns = ReturnType<typeof createPendingSignIns>
