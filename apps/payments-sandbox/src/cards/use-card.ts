import type { CardRow } from '../ledger/rows.ts'
import { AUTHENTICATION_REQUIRED, behaviourOf, type Decline, EXPIRED } from './behaviours.ts'
import { isExpired } from './read-card.ts'

export type CardUse = {
  /** `charge`: to receive a payment. `setup`: only to save the card. */
  purpose: 'charge' | 'setup'
  /** Whether the cardholder is absent, so that no challenge is possible. */
  ownerAway: boolean
  /** Whether the cardholder has just passed a challenge. */
  authenticated: boolean
  now: number
}

/** The bank's decision: yes, no, or a challenge that the cardholder has to pass first. */
export const askBank = (
  card: CardRow,
  { purpose, ownerAway, authenticated, now }: CardUse,
): { answer: 'yes' | 'challenge' } | { answer: 'no'; because: Decline } => {
  const { declines, challenge } = behaviourOf(card.behaviour)
  if (isExpired(card, now)) return { answer: 'no', because: EXPIRED }
  const asked = challenge === 'always' || (challenge === 'until_set_up' && !card.setUp)
  if (asked && !authenticated) return ownerAway ? { answer: 'no', because: AUTHENTICATION_REQUIRED } : { answer: 'challenge' }
  if (declines && (declines.on === 'always' || (declines.on === 'charge' && purpose === 'charge')))
    return { answer: 'no', because: declines.because }
  return { answer: 'yes' }
}
