import { siteOf } from '@marketplace/domain/network'
import { createTurns, NoTurn, type TakeTurn, type TurnLimits } from '../core/turns.ts'
import { SearchRefused } from '../ports/search.ts'

const MESSAGES = {
  busy: 'The search has too much to do right now. Try again in a moment.',
  'too-many': 'Too many searches at once come from this address. Try again in a moment.',
} as const

/** Turns of network addresses; those of one site share theirs. Rejects with SearchRefused if the caller gets no turn. */
export const createSearchTurns = (limits: TurnLimits): TakeTurn => {
  const takeTurn = createTurns(limits)
  return (address, work) =>
    takeTurn(siteOf(address), work).catch((error: unknown) => {
      throw error instanceof NoTurn ? new SearchRefused(error.reason, MESSAGES[error.reason]) : error
    })
}
