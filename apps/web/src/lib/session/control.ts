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
 * The sign-in (docs/product/accounts.md, Signing in): a token that is there already, then the silent way, then a popup, and a redirect for who
 * wants it. Each way ends in a token that the accounts server has vouched for, or in a failure that says why.
 */
export const createSessionControl = (effects: SessionEffects, fromAddress: AddressAnswer | null) => {
  const { accounts, tokens, transactions, send } = effects
  let silentTried = false
  // The accounts server has refused whoever is signed in there.
  let asOther = false
  const entrance = createEntrance(effects, () => {
    asOther = false
  })
  const { tryKept, tryAnswer } = entrance
  const readAddress = createAddressReader(effects, entrance)
  let starting: Promise<void> | null = null
  let signingIn: Promise<boolean> | null = null
  const isAuthorized = () => effects.state().isAuthorized
  /** Nobody got in; whoever was there before stays. */
  const fail = (error: string | null, isUnreachable = false): void =>
    send(isAuthorized() ? { type: 'stayed' } : { type: 'failed', error, isUnreachable })

  /** Answers with why nobody is signed in, where there is a reason to keep; nobody who was not asked is told it. */
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

  /** Why a popup did not sign anybody in; null where it did. */
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
        // A window that stays empty is closed too.
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

  /** Why the next try did not sign anybody in; null where it did. No window is opened that could only stay empty. */
  const tryAgain = async (): Promise<Prompt | null> => {
    if (!effects.state().isUnreachable) return popup()
    await look()
    if (isAuthorized()) return null
    return effects.state().isUnreachable ? { kind: 'unreachable' } : popup()
  }

  /** Goes on for as long as the person wants to; each of their answers is a click, in answer to which a window may open. */
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
  /** The page stays as it is, with all that was typed, whatever the person answers. */
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
    /** Looks who is signed in, without showing anything. What is known is not asked again. */
    start: (): Promise<void> => (starting === null && effects.state().isInitialized ? Promise.resolve() : look()),
    /** Looks once more, after the accounts server could not be reached. */
    lookAgain: look,
    /** In answer to a click: what is there, then a popup. `to` is where a sign-in in this tab comes back to. Says whether somebody is signed in now. */
    signIn: (to: string): Promise<boolean> => {
      signingIn ??= look()
        .then(() => isAuthorized() || signInByPopup(to))
        .finally(() => {
          signingIn = null
        })
      return signingIn
    },
    /** Without a window of its own. */
    signInInTab: (to: string): void => effects.leave(transactions.begin(to), asOther),
    /** An answer that came in the address while the page was open. */
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
    /** Support stops browsing as somebody else, and is whoever it was before. */
    stopGhost: async (): Promise<void> => {
      const token = effects.state().data?.token
      if (!token) return
      end(token, false)
      await accounts.endToken(token).catch(() => effects.say(SIGNED_OUT_HERE))
      await look()
    },
    /** An API has refused the token. Resolves once the person has signed in again, or does not want to. */
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
    /** Renews the session if it is time for that. */
    renew: renewal.check,
    /** Another tab has a new token for somebody, or has signed out. */
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
