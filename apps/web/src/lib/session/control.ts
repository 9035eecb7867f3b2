import { SESSION_TEXTS } from '@marketplace/contracts/session'
import { paths } from '../paths.ts'
import type { AddressToken } from './address-token.ts'
import { createEntrance } from './entrance.ts'
import type { Prompt } from './prompts.ts'
import { createAddressReader } from './read-address.ts'
import type { SessionEffects } from './session-effects.ts'

const SIGNED_OUT_HERE = 'You are signed out here. The accounts server could not be told.'

const failureOf = (error: unknown): string => (error instanceof Error ? error.message : SESSION_TEXTS.tokenInvalid)

/**
 * The sign-in (specification, section 4): a token that is there already, then the silent way, then a popup, and a redirect for who
 * wants it. Each way ends in a token that the accounts server has vouched for, or in a failure that says why.
 */
export const createSessionControl = (effects: SessionEffects, fromAddress: AddressToken | null) => {
  const { accounts, tokens, transactions, send } = effects
  let silentTried = false
  // The accounts server has refused whoever is signed in there.
  let asOther = false
  const entrance = createEntrance(effects, () => {
    asOther = false
  })
  const { tryToken, tryKept, tokenOf } = entrance
  const readAddress = createAddressReader(effects, entrance)
  let starting: Promise<void> | null = null
  let signingIn: Promise<boolean> | null = null
  const isAuthorized = () => effects.state().isAuthorized

  /** Answers with why nobody is signed in, where there is a reason to keep; nobody who was not asked is told it. */
  const trySilently = async (): Promise<string | null> => {
    if (silentTried || tokens.lastAccount() === null) return null
    silentTried = true
    const state = transactions.begin('')
    const answer = await effects.askSilently(state)
    if ('token' in answer) {
      await tryToken(tokenOf(answer), true)
      return null
    }
    transactions.take(state)
    return answer.error === SESSION_TEXTS.timeout ? answer.error : null
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
      if (!isAuthorized()) send({ type: 'failed', error: refused })
    } catch (error) {
      if (!isAuthorized()) send({ type: 'failed', error: failureOf(error) })
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
      send({ type: 'failed', error })
      return { kind: 'refused', error, asOther }
    }
    try {
      const state = transactions.begin('')
      const answer = await effects.askInPopup(state, asOther)
      if (!('token' in answer)) transactions.take(state)
      if ('gone' in answer) {
        send({ type: 'failed', error: null })
        return { kind: answer.gone }
      }
      if ('error' in answer) {
        asOther ||= answer.asOther ?? false
        return refuse(answer.error)
      }
      const token = tokenOf(answer)
      if (!token) return refuse(SESSION_TEXTS.foreignTransaction)
      return (await tryToken(token, true)) ? null : refuse(SESSION_TEXTS.tokenInvalid)
    } catch (error) {
      return refuse(failureOf(error))
    }
  }

  /** Goes on for as long as the person wants to; each of their answers is a click, in answer to which a window may open. */
  const signInByPopup = async (to: string): Promise<boolean> => {
    let failed = await popup()
    while (failed) {
      const answer = await effects.ask(failed)
      if (answer === 'tab') effects.leave(transactions.begin(to), asOther)
      if (answer !== 'again') break
      failed = await popup()
    }
    return isAuthorized()
  }

  const end = (token: string, everywhere: boolean): void => {
    tokens.forget(token)
    if (everywhere) tokens.remember(null)
    send({ type: 'ended' })
  }

  return {
    /** Looks who is signed in, without showing anything. What is known is not asked again. */
    start: (): Promise<void> => (starting === null && effects.state().isInitialized ? Promise.resolve() : look()),
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
    takeAddress: async (answer: AddressToken): Promise<void> => {
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
    /** The product API says that the token is none any more. */
    lost: (token: string): void => {
      const { data, isGhostLogin } = effects.state()
      if (data?.token !== token) return
      end(token, !isGhostLogin)
      effects.say(SESSION_TEXTS.loggedOut)
      effects.go(paths.home())
    },
    /** Another tab has signed in as somebody, or out. */
    followTab: (accountId: string | null): void => {
      const { data, isGhostLogin } = effects.state()
      if (isGhostLogin || (data?.accountId ?? null) === accountId) return
      if (data) end(data.token, false)
      if (accountId !== null) void look()
    },
  }
}
