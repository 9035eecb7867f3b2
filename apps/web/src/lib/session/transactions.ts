import { STATE_LENGTH, TRANSACTION_KEY, TRANSACTION_MS } from '@marketplace/contracts/session'
import { readStored, store } from '../storage.ts'

/** A sign-in that is under way. */
export type Transaction = {
  /** Where the person was, within the variant. */
  to: string
  startedAt: number
}

export type Keep = { read: (key: string) => string | null; write: (key: string, value: string | null) => void }

/** In this tab, where a redirect comes back to; a browser that refuses storage keeps it for as long as the page lives. */
export const tabKeep = (): Keep => {
  const memory = new Map<string, string>()
  return {
    read: (key) => readStored('sessionStorage', key) ?? memory.get(key) ?? null,
    write: (key, value) => {
      if (value === null) memory.delete(key)
      else memory.set(key, value)
      store('sessionStorage', key, value)
    },
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** 32 random characters out of 64 (specification, section 9). */
export const newState = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(STATE_LENGTH)), (byte) => ALPHABET[byte & 63]).join('')

const isTransaction = (value: unknown): value is Transaction =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  typeof value.to === 'string' &&
  'startedAt' in value &&
  typeof value.startedAt === 'number'

/** Sign-ins under way by their state: each is answered once, within half an hour. */
export const createTransactions = (keep: Keep, now: () => number, makeState: () => string = newState) => ({
  begin: (to: string): string => {
    const state = makeState()
    keep.write(TRANSACTION_KEY + state, JSON.stringify({ to, startedAt: now() } satisfies Transaction))
    return state
  },
  /** The sign-in that this state belongs to; null where it is none of ours, was answered before, or is too old. */
  take: (state: string): Transaction | null => {
    const key = TRANSACTION_KEY + state
    const text = state && keep.read(key)
    if (!text) return null
    keep.write(key, null)
    try {
      const found: unknown = JSON.parse(text)
      return isTransaction(found) && now() - found.startedAt < TRANSACTION_MS ? found : null
    } catch {
      return null
    }
  },
})
export type Transactions = ReturnType<typeof createTransactions>
