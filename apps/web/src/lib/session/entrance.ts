import { InvalidToken } from './accounts-client.ts'
import type { SessionEffects } from './session-effects.ts'
import type { Granted, SessionEvent } from './state.ts'

/** The one way in: what is done with a token, wherever it has come from. `entered` hears of everybody who gets in. */
export const createEntrance = (effects: SessionEffects, entered: () => void) => {
  const { accounts, tokens, transactions, send } = effects

  const describe = ({ token, accountId, organizationId }: Granted) => {
    const later = <T>(work: Promise<T>, eventOf: (found: T) => SessionEvent | null) =>
      void work.then(
        (found) => {
          const event = eventOf(found)
          if (event && effects.state().data?.token === token) send(event)
        },
        // "False on failure" (section 4) is what it is before an answer, and so is a name that is not known.
        () => {},
      )
    later(accounts.account(token, accountId), (account) => ({ type: 'described', ...account }))
    later(accounts.organizationName(token, organizationId), (name) => (name ? { type: 'placed', organizationName: name } : null))
    later(effects.partnerType(token), (type) => ({ type: 'licensed', isReseller: Boolean(type) }))
  }

  /** `isNew`: it was not kept before. An old one of this tab does not take the place of a newer one that new tabs start from. */
  const enter = (granted: Granted, isNew: boolean): void => {
    // Who browses as somebody else does so in this tab alone.
    const ghost = granted.actorEmail !== null
    entered()
    tokens.keep(granted.token, isNew && !ghost)
    if (!ghost) tokens.remember(granted.accountId)
    send({ type: 'authorized', granted })
    effects.stopAsking()
    describe(granted)
  }

  /** A new token that nobody will use is none any more. Where that cannot be said it ends by its age. */
  const throwAway = (token: string | null): void => {
    const isKept = [effects.state().data?.token, tokens.ofTab(), tokens.ofCookie()].includes(token ?? undefined)
    if (token && !isKept) void accounts.endToken(token).catch(() => {})
  }

  /** This person is here already, and as nobody else. */
  const isHere = ({ accountId, organizationId, actorEmail }: Granted): boolean => {
    const { data, actorEmail: actor } = effects.state()
    return data?.accountId === accountId && data.organizationId === organizationId && actor === actorEmail
  }

  /** Enters with a token if it is good; one that was kept and is not is forgotten, so that the next way is tried. */
  const tryToken = async (token: string | null, isNew: boolean): Promise<boolean> => {
    if (!token) return false
    try {
      const granted = await accounts.info(token)
      if (isNew && isHere(granted)) throwAway(token)
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

  /** The token of an answer to what was asked here; one that answers something else is thrown away. */
  const tokenOf = ({ token, state }: { token: string; state: string }): string | null => {
    if (transactions.take(state)) return token
    throwAway(token)
    return null
  }

  return { enter, throwAway, tryToken, tryKept, tokenOf }
}
export type Entrance = ReturnType<typeof createEntrance>
