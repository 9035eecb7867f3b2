import type { Store } from '../ledger/store.ts'
import { end } from './payment-intents.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const AUTHORIZATION_LIFETIME_MS = 7 * DAY_MS

/** Releases amounts that were authorized more than seven days ago and not captured. */
export const expireAuthorizations = (store: Store, now: number): void => {
  const old = store
    .newestFirst('intents')
    .filter(({ status, createdAt }) => status === 'requires_capture' && now - createdAt >= AUTHORIZATION_LIFETIME_MS)
  for (const row of old) store.change((transaction) => end({ transaction, idempotencyKey: null, now }, row, 'automatic'))
}

/** Removes idempotency keys that are older than a day, or all of them. */
export const forgetKeys = (store: Store, now: number, all = false): number => {
  const old = store.newestFirst('keys').filter(({ at }) => all || now - at >= DAY_MS)
  store.change((transaction) => {
    for (const { id } of old) transaction.remove('keys', id)
  })
  return old.length
}
