import type { IntentRow, SetupRow } from '../ledger/rows.ts'
import type { Reader, Transaction } from '../ledger/store.ts'
import { authorize, failAuthentication } from './authorize.ts'
import { failSetup, setUp } from './setup-intents.ts'

/** The intent that a challenge belongs to; null if the challenge was answered or the intent has ended. */
export const challengeOf = (read: Reader, id: string): { intent: IntentRow } | { setup: SetupRow } | null => {
  const challenge = read.get('challenges', id)
  const intent = challenge && read.get('intents', challenge.of)
  if (intent?.challenge === id) return { intent }
  const setup = challenge && read.get('setups', challenge.of)
  return setup?.challenge === id ? { setup } : null
}

/** Records whether the cardholder passed the challenge. False if the challenge is over. */
export const answerChallenge = (transaction: Transaction, id: string, passed: boolean, now: number): boolean => {
  const about = challengeOf(transaction, id)
  if (!about) return false
  const context = { transaction, idempotencyKey: null, now }
  transaction.remove('challenges', id)
  const row = 'intent' in about ? about.intent : about.setup
  const card = row.card === null ? undefined : transaction.get('cards', row.card)
  // Another payment may have used the card up meanwhile.
  const usable = passed && card !== undefined && !card.spent ? card : null
  if ('intent' in about) {
    if (usable) authorize(context, about.intent, usable, { ownerAway: false, authenticated: true })
    else failAuthentication(context, about.intent)
  } else if (usable) setUp(context, about.setup, usable, true)
  else failSetup(context, about.setup)
  return true
}
