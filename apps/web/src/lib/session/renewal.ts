import { RENEW_BEFORE_MS, RENEW_SPREAD_MS } from '@marketplace/contracts/accounts/session'
import type { Entrance } from './entrance.ts'
import type { SessionEffects } from './session-effects.ts'

/**
 * Renews a session silently before its token expires. Tabs take turns, so a later tab can use the token of an earlier one. `expire` is
 * called once for each token that has expired without being renewed.
 */
export const createRenewal = (effects: SessionEffects, { enter, isHere, exchange, throwAway }: Entrance, expire: () => void) => {
  const { accounts, tokens, transactions, state, now } = effects
  const spread = effects.random() * RENEW_SPREAD_MS
  let working: Promise<void> | null = null
  let expired: string | null = null

  /**
   * Null for staff who browse as somebody else. The accounts server's cookie belongs to the staff member, so it cannot renew the token of
   * the other account.
   */
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
    /** Renews the session if that is due. Call this at intervals, and when the person returns to the tab. */
    check: async (): Promise<void> => {
      if (!isDue()) return
      working ??= effects
        .alone(renew)
        // After a failure the token is still valid, and the next check tries again.
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
