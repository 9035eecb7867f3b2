import { RENEW_BEFORE_MS, RENEW_SPREAD_MS } from '@marketplace/contracts/accounts/session'
import type { Entrance } from './entrance.ts'
import type { SessionEffects } from './session-effects.ts'

/**
 * Renews a session silently before its token ends. Tabs take turns: the second one finds the first one's token and asks for none.
 * `expire` is called once for a token that has ended without a successor.
 */
export const createRenewal = (effects: SessionEffects, { enter, isHere, exchange, throwAway }: Entrance, expire: () => void) => {
  const { accounts, tokens, transactions, state, now } = effects
  const spread = effects.random() * RENEW_SPREAD_MS
  let working: Promise<void> | null = null
  let expired: string | null = null

  /** Null for staff who browse as somebody else: the accounts server's cookie belongs to themselves, so their token is not renewed. */
  const current = () => (state().isGhostLogin ? null : state().data)
  const isDue = (): boolean => {
    const data = current()
    return data !== null && now() >= data.endsAt - RENEW_BEFORE_MS - spread
  }

  /** Takes over the token that another tab has got for the same person. */
  const adopt = async (): Promise<void> => {
    const data = current()
    const kept = tokens.ofCookie()
    if (!data || !kept || kept === data.token) return
    const granted = await accounts.info(kept)
    if (isHere(granted) && granted.endsAt > data.endsAt) enter(granted, false)
  }

  const askForMore = async (): Promise<void> => {
    const data = current()
    if (!data) return
    const transaction = transactions.begin('')
    const answer = await effects.askSilently(transaction, data.organizationId)
    if ('error' in answer) return void transactions.take(transaction)
    const token = await exchange(transactions.take(answer.state), answer.code)
    if (!token) return
    const granted = await accounts.info(token)
    if (isHere(granted)) enter(granted, true)
    else throwAway(token)
  }

  const renew = async (): Promise<void> => {
    await adopt().catch(() => {})
    if (isDue()) await askForMore()
  }

  return {
    adopt,
    /** Renews if it is due. Call this at intervals, and when the person comes back. */
    check: async (): Promise<void> => {
      if (!isDue()) return
      working ??= effects
        .alone(renew)
        // A failure changes nothing: the token is still valid, and the next check tries again.
        .catch(() => {})
        .finally(() => {
          working = null
        })
      await working
      const data = current()
      if (!data || now() < data.endsAt || expired === data.token) return
      expired = data.token
      expire()
    },
  }
}
