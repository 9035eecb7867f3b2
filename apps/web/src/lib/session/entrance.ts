import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { InvalidToken } from './accounts-client.ts'
import { track } from '../signals.ts'
import type { SessionEffects } from './session-effects.ts'
import type { Granted, SessionEvent } from './state.ts'
import type { Transaction } from './transactions.ts'

/** The one way in: what is done with a token, wherever it has come from. `entered` hears of everybody who gets in. */
export const createEntrance = (effects: SessionEffects, entered: () => void) => {
  const { accounts, tokens, send, now } = effects

  const describe = ({ token, accountId, organizationId }: Granted) => {
    const later = <T>(work: Promise<T>, eventOf: (found: T) => SessionEvent | null) =>
      void work.then(
        (found) => {
          const event = eventOf(found)
          if (event && effects.state().data?.token === token) send(event)
        },
        // If this call fails, the values from before it stay: no reseller, no name.
        () => {},
      )
    later(accounts.account(token, accountId), (account) => ({ type: 'described', ...account }))
    later(accounts.organizationName(token, organizationId), (name) => (name ? { type: 'placed', organizationName: name } : null))
    later(effects.partnerType(token), (type) => ({ type: 'licensed', isReseller: Boolean(type) }))
  }

  /** A new token that nobody will use is ended. If that cannot be said it ends by its age. */
  const throwAway = (token: string | null): void => {
    const isKept = [effects.state().data?.token, tokens.ofTab(), tokens.ofCookie()].includes(token ?? undefined)
    if (token && !isKept) void accounts.endToken(token).catch(() => {})
  }

  /** This person is here already, and as nobody else. */
  const isHere = ({ accountId, organizationId, actorEmail }: Granted): boolean => {
    const { data, actorEmail: actor } = effects.state()
    return data?.accountId === accountId && data.organizationId === organizationId && actor === actorEmail
  }

  /** `isNew`: it was not kept before. An old one of this tab does not take the place of a newer one that new tabs start from. */
  const enter = (granted: Granted, isNew: boolean): void => {
    // Who browses as somebody else does so in this tab alone.
    const ghost = granted.actorEmail !== null
    const renewed = isHere(granted)
    entered()
    tokens.keep(granted.token, isNew && !ghost)
    // After the cookie, which is where the other tabs look then.
    if (!ghost && (isNew || tokens.lastAccount() !== granted.accountId)) tokens.remember(granted.accountId)
    send({ type: renewed ? 'renewed' : 'authorized', granted })
    effects.stopAsking()
    if (!renewed) describe(granted)
    if (isNew && !renewed && !ghost) track('signed_in')
  }

  /** Enters with a token if it is good; one that was kept and is not is forgotten, so that the next way is tried. */
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

  /** The token for the code of an answer; null if that answers nothing that was asked here, or is refused. Nobody else can use the code. */
  const exchange = async (asked: Transaction | null, code: string): Promise<string | null> =>
    asked && accounts.exchange({ code, verifier: asked.verifier })

  /** Enters with an answer in a message. Says why it did not work, or null. */
  const tryAnswer = async ({ code, state }: { code: string; state: string }): Promise<string | null> => {
    const asked = effects.transactions.take(state)
    if (!asked) return SESSION_TEXTS.foreignTransaction
    return (await tryToken(await exchange(asked, code), true)) ? null : SESSION_TEXTS.tokenInvalid
  }

  return { enter, isHere, throwAway, tryToken, tryKept, exchange, tryAnswer }
}
export type Entrance = ReturnType<typeof createEntrance>
