import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { InvalidToken } from './accounts-client.ts'
import { track } from '../signals.ts'
import type { SessionEffects } from './session-effects.ts'
import type { Granted, SessionEvent } from './state.ts'
import type { PendingSignIn } from './pending-sign-ins.ts'

/** Checks tokens and signs in with them. `entered` is called after each sign-in. */
export const createEntrance = (effects: SessionEffects, entered: () => void) => {
  const { accounts, tokens, send, now } = effects

  const describe = ({ token, accountId, organizationId }: Granted) => {
    const later = <T>(work: Promise<T>, eventOf: (found: T) => SessionEvent | null) =>
      void work.then(
        (found) => {
          const event = eventOf(found)
          if (event && effects.state().data?.token === token) send(event)
        },
        // If this call fails, the previous values stay: no name, no reseller.
        () => {},
      )
    later(accounts.account(token, accountId), (account) => ({ type: 'described', ...account }))
    later(accounts.organizationName(token, organizationId), (name) => (name ? { type: 'placed', organizationName: name } : null))
    later(effects.partnerType(token), (type) => ({ type: 'licensed', isReseller: Boolean(type) }))
  }

  /** Revokes a new token that is not needed. If that fails, it expires by itself. */
  const throwAway = (token: string | null): void => {
    const isKept = [effects.state().data?.token, tokens.ofTab(), tokens.ofCookie()].includes(token ?? undefined)
    if (token && !isKept) void accounts.endToken(token).catch(() => {})
  }

  /** Whether this account is signed in already, with the same organization and the same acting person. */
  const isHere = ({ accountId, organizationId, actorEmail }: Granted): boolean => {
    const { data, actorEmail: actor } = effects.state()
    return data?.accountId === accountId && data.organizationId === organizationId && actor === actorEmail
  }

  /**
   * Signs in with a confirmed token. `isNew`: it was not stored before. A stored token of this tab must not replace a newer one in the
   * cookie that new tabs start from.
   */
  const enter = (granted: Granted, isNew: boolean): void => {
    // Staff who browse as somebody else do so in this tab only.
    const ghost = granted.actorEmail !== null
    const renewed = isHere(granted)
    entered()
    tokens.keep(granted.token, isNew && !ghost)
    // Written after the cookie, because the other tabs read the cookie when they hear of this.
    if (!ghost && (isNew || tokens.lastAccount() !== granted.accountId)) tokens.remember(granted.accountId)
    send({ type: renewed ? 'renewed' : 'authorized', granted })
    effects.stopAsking()
    if (!renewed) effects.later(() => describe(granted))
    if (isNew && !renewed && !ghost) track('signed_in')
  }

  /** Signs in with a token if it is valid. An invalid stored token is removed, so that the next source is tried. */
  const tryToken = async (token: string | null, isNew: boolean): Promise<boolean> => {
    if (!token) return false
    try {
      const granted = await accounts.info(token)
      const isNeeded = !isHere(granted) || (effects.state().data?.endsAt ?? 0) <= now()
      if (isNew && !isNeeded) throwAway(token)
      else enter(granted, isNew)
      return true
    } catch (error) {
      if (!(error instanceof InvalidToken)) throw error
      if (!isNew) tokens.forget(token)
      return false
    }
  }

  const tryKept = async (): Promise<boolean> =>
    effects.state().isAuthorized || (await tryToken(tokens.ofTab(), false)) || (await tryToken(tokens.ofCookie(), false))

  /**
   * Exchanges the code of an answer for a token. Null if this browser did not begin the sign-in, or if the code is refused. Without the
   * verifier, which only this browser has, a stolen code is useless.
   */
  const exchange = async (asked: PendingSignIn | null, code: string): Promise<string | null> =>
    asked && accounts.exchange({ code, verifier: asked.verifier })

  /** Signs in with an answer from a message. Returns why it failed, or null. */
  const tryAnswer = async ({ code, state }: { code: string; state: string }): Promise<string | null> => {
    const asked = effects.transactions.take(state)
    if (!asked) return SESSION_TEXTS.foreignTransaction
    return (await tryToken(await exchange(asked, code), true)) ? null : SESSION_TEXTS.tokenInvalid
  }

  return { enter, isHere, throwAway, tryToken, tryKept, exchange, tryAnswer }
}
export type Entrance = ReturnType<typeof createEntrance>
