import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { paths } from '../paths.ts'
import { Unreachable } from './accounts-client.ts'
import type { AddressAnswer } from './address-answer.ts'
import { createEntrance } from './entrance.ts'
import type { Prompt } from './prompts.ts'
import { createAddressReader } from './read-address.ts'
import { createRenewal } from './renewal.ts'
import type { SessionEffects } from './session-effects.ts'

const SIGNED_OUT_HERE = 'You are signed out here. The accounts server could not be told.'

const failureOf = (error: unknown): string => (error instanceof Error ? error.message : SESSION_TEXTS.tokenInvalid)

/**
 * The sign-in (docs/product/accounts.md, Signing in). It tries a stored token, then the silent frame, then a popup, or a redirect if the
 * person prefers that. Each attempt ends with a token that the accounts server has confirmed, or with a message that gives the reason.
 */
export const createSessionControl = (effects: SessionEffects, fromAddress: AddressAnswer | null) => {
  const { accounts, tokens, transactions, send } = effects
  let silentTried = false
  // Whether the accounts server has refused the account that is signed in there.
  let asOther = false
  const entrance = createEntrance(effects, () => {
    asOther = false
  })
  const { tryKept, tryAnswer } = entrance
  const readAddress = createAddressReader(effects, entrance)
  let starting: Promise<void> | null = null
  let signingIn: Promise<boolean> | null = null
  const isAuthorized = () => effects.state().isAuthorized
  /** Ends a failed sign-in. If a person was signed in before, they stay signed in. */
  const fail = (error: string | null, isUnreachable = false): void =>
    send(isAuthorized() ? { type: 'stayed' } : { type: 'failed', error, isUnreachable })

  /** Tries the silent frame. Returns the reason of a failure. It is not shown at once, because the person did not ask to sign in. */
  const trySilently = async (): Promise<string | null> => {
    if (silentTried || tokens.lastAccount() === null) return null
    silentTried = true
    const state = transactions.begin('')
    const answer = await effects.askSilently(state)
    if ('code' in answer) {
      await tryAnswer(answer)
      return null
    }
    transactions.take(state)
    if (answer.error !== SESSION_TEXTS.timeout) return null
    if (await accounts.answers()) return answer.error
    silentTried = false
    throw new Unreachable()
  }

  const begin = async (): Promise<void> => {
    if (isAuthorized() && !fromAddress) return
    if (!isAuthorized()) send({ type: 'started' })
    let refused: string | null = null
    try {
      if (fromAddress) {
        const answer = fromAddress
        fromAddress = null
        refused = await readAddress(answer)
      }
      if (!(await tryKept())) refused ??= await trySilently()
      if (!isAuthorized()) fail(refused)
    } catch (error) {
      fail(failureOf(error), error instanceof Unreachable)
    }
  }

  const look = (): Promise<void> => {
    starting ??= begin().finally(() => {
      starting = null
    })
    return starting
  }

  /** Signs in by a popup. Returns why it failed; null if somebody is signed in. */
  const popup = async (): Promise<Prompt | null> => {
    send({ type: 'started' })
    const refuse = (error: string): Prompt => {
      fail(error)
      return { kind: 'refused', error, asOther }
    }
    const giveUp = (): Prompt => {
      fail(SESSION_TEXTS.unreachable, true)
      return { kind: 'unreachable' }
    }
    try {
      const state = transactions.begin('')
      const answer = await effects.askInPopup(state, asOther)
      if (!('code' in answer)) transactions.take(state)
      if ('gone' in answer) {
        // An empty popup that the person has closed may mean that the accounts server does not answer.
        if (answer.gone === 'closed' && !(await accounts.answers())) return giveUp()
        fail(null)
        return { kind: answer.gone }
      }
      if ('error' in answer) {
        asOther ||= answer.asOther ?? false
        return refuse(answer.error)
      }
      const refused = await tryAnswer(answer)
      return refused === null ? null : refuse(refused)
    } catch (error) {
      return error instanceof Unreachable ? giveUp() : refuse(failureOf(error))
    }
  }

  /** Tries again. Returns why it failed; null if somebody is signed in. No popup is opened while the server does not answer. */
  const tryAgain = async (): Promise<Prompt | null> => {
    if (!effects.state().isUnreachable) return popup()
    await look()
    if (isAuthorized()) return null
    return effects.state().isUnreachable ? { kind: 'unreachable' } : popup()
  }

  /** Asks again after each failure until the person stops. Each answer of the person is a click, so that the browser allows a popup. */
  const askOn = async (first: Prompt | null, to: string): Promise<void> => {
    let failed = first
    while (failed) {
      const answer = await effects.ask(failed)
      if (answer === 'tab') effects.leave(transactions.begin(to), asOther)
      if (answer !== 'again') break
      failed = await tryAgain()
    }
  }

  const signInByPopup = async (to: string): Promise<boolean> => {
    await askOn(effects.state().isUnreachable ? { kind: 'unreachable' } : await popup(), to)
    return isAuthorized()
  }

  let expiring: Promise<void> | null = null
  /** Asks to sign in again. The page and the typed text stay, whatever the answer is. */
  const expire = (): Promise<void> => {
    expiring ??= askOn({ kind: 'expired' }, effects.here()).finally(() => {
      expiring = null
    })
    return expiring
  }
  const renewal = createRenewal(effects, entrance, expire)

  const end = (token: string, everywhere: boolean): void => {
    tokens.forget(token)
    if (everywhere) tokens.remember(null)
    send({ type: 'ended' })
  }

  return {
    /** Finds out who is signed in, without showing anything. Does nothing if this is already known. */
    start: (): Promise<void> => (starting === null && effects.state().isInitialized ? Promise.resolve() : look()),
    /** Tries again after the accounts server could not be reached. */
    lookAgain: look,
    /**
     * Signs in after a click: with a stored token, else by a popup. `to` is the page to which a redirect in this tab returns. Resolves
     * with whether somebody is signed in.
     */
    signIn: (to: string): Promise<boolean> => {
      signingIn ??= look()
        .then(() => isAuthorized() || signInByPopup(to))
        .finally(() => {
          signingIn = null
        })
      return signingIn
    },
    /** Signs in by a redirect of this tab. */
    signInInTab: (to: string): void => effects.leave(transactions.begin(to), asOther),
    /** Handles an answer that came in the address while the page was open. */
    takeAddress: async (answer: AddressAnswer): Promise<void> => {
      await starting
      fromAddress = answer
      await look()
    },
    signOut: async (): Promise<void> => {
      const token = effects.state().data?.token
      if (!token) return
      const ended = accounts.endSessions(token)
      end(token, true)
      effects.go(paths.home())
      await ended.catch(() => effects.say(SIGNED_OUT_HERE))
    },
    /** Staff stop browsing as somebody else, and are themselves again. */
    stopGhost: async (): Promise<void> => {
      const token = effects.state().data?.token
      if (!token) return
      end(token, false)
      await accounts.endToken(token).catch(() => effects.say(SIGNED_OUT_HERE))
      await look()
    },
    /** Call this when an API has refused the token. Resolves once the person has signed in again or declined to. */
    lost: async (token: string): Promise<void> => {
      const { data, isGhostLogin } = effects.state()
      if (data?.token !== token) return
      if (!isGhostLogin && (effects.keepsPage || data.endsAt <= effects.now())) {
        send({ type: 'refused' })
        return expire()
      }
      end(token, !isGhostLogin)
      effects.say(SESSION_TEXTS.loggedOut)
      effects.go(paths.home())
    },
    /** Renews the session if that is due. */
    renew: renewal.check,
    /** Another tab has a new token for `accountId`, or has signed out (null). */
    followTab: (accountId: string | null): void => {
      const { data, isGhostLogin } = effects.state()
      if (isGhostLogin) return
      if (data && data.accountId === accountId) return void renewal.adopt().catch(() => {})
      if (data) end(data.token, false)
      if (accountId === null) return
      silentTried = false
      void look()
    },
  }
}
