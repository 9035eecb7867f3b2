import { STATE_LENGTH, TRANSACTION_KEY, TRANSACTION_MS, VERIFIER_LENGTH } from '@marketplace/contracts/accounts/session'
import { readStored, store, storedKeys } from '../storage.ts'
import { randomText } from './random-text.ts'

/** A sign-in that is under way. */
export type Transaction = {
  /** Where the person was, within the variant. */
  to: string
  startedAt: number
  /** Proves at the exchange of the code that it was asked for here; empty once it was answered. */
  verifier: string
  /** It was answered already: the browser's "back" to the accounts server brings another answer to it. */
  answered?: true
}

export type Keep = {
  keys: () => string[]
  read: (key: string) => string | null
  write: (key: string, value: string | null) => void
}

/** In this tab, where a redirect comes back to; a browser that refuses storage keeps it for as long as the page lives. */
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

/** 32 characters, which published clients use too. */
export const newState = (): string => randomText(STATE_LENGTH)

const isTransaction = (value: unknown): value is Transaction =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  typeof value.to === 'string' &&
  'startedAt' in value &&
  typeof value.startedAt === 'number' &&
  'verifier' in value &&
  typeof value.verifier === 'string'

const readTransaction = (text: string | null): Transaction | null => {
  if (!text) return null
  try {
    const found: unknown = JSON.parse(text)
    return isTransaction(found) ? found : null
  } catch {
    return null
  }
}

/** Sign-ins under way by their state: each is answered once, within half an hour. */
export const createTransactions = (keep: Keep, now: () => number, makeState: () => string = newState) => {
  const write = (key: string, transaction: Transaction | null) =>
    keep.write(key, transaction && JSON.stringify(transaction satisfies Transaction))
  const find = (key: string): Transaction | null => {
    const found = readTransaction(keep.read(key))
    return found && now() - found.startedAt < TRANSACTION_MS ? found : null
  }
  return {
    begin: (to: string): string => {
      for (const key of keep.keys()) if (key.startsWith(TRANSACTION_KEY) && !find(key)) keep.write(key, null)
      const state = makeState()
      write(TRANSACTION_KEY + state, { to, startedAt: now(), verifier: randomText(VERIFIER_LENGTH) })
      return state
    },
    /** What the code of a sign-in that is under way will be exchanged with. */
    verifier: (state: string): string => find(TRANSACTION_KEY + state)?.verifier ?? '',
    /** The sign-in that this state belongs to; null where it is none of ours, was answered before, or is too old. */
    take: (state: string): Transaction | null => {
      const key = TRANSACTION_KEY + state
      const found = find(key)
      if (found?.answered) return null
      write(key, found?.to ? { ...found, verifier: '', answered: true } : null)
      return found
    },
    /** Where a sign-in began that was answered already; null where it is none of ours. */
    answered: (state: string): string | null => {
      const found = find(TRANSACTION_KEY + state)
      return found?.answered ? found.to : null
    },
  }
}
export type Transactions = ReturnType<typeof createTransactions>
