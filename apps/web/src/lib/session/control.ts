import { SESSION_TEXTS } from '@marketplace/contracts/session'
import { paths } from '../paths.ts'
import { type AccountsClient, InvalidToken } from './accounts-client.ts'
import type { AddressToken } from './address-token.ts'
import type { PopupAnswer } from './ask.ts'
import type { Answer } from './authorize-address.ts'
import type { Prompt, PromptAnswer } from './prompts.ts'
import type { Granted, SessionEvent, SessionState } from './state.ts'
import type { TokenStorage } from './token-storage.ts'
import type { Transactions } from './transactions.ts'

/** Everything that the session does to the world; in tests all of it is played. */
export type SessionEffects = {
  accounts: Pick<AccountsClient, 'info' | 'account' | 'organizationName' | 'endSessions' | 'endToken'>
  tokens: TokenStorage
  transactions: Transactions
  state: () => SessionState
  send: (event: SessionEvent) => void
  /** Asks the person. */
  ask: (prompt: Prompt) => Promise<PromptAnswer>
  /** Nothing has to be asked any more. */
  stopAsking: () => void
  /** Asks for a token without showing anything. */
  askSilently: (state: string) => Promise<Answer>
  askInPopup: (state: string, asOther: boolean) => Promise<PopupAnswer>
  /** Leaves for the accounts server. */
  leave: (state: string, asOther: boolean) => void
  /** Goes to a path within the variant; `instead` of where the person is. */
  go: (to: string, instead?: boolean) => void
  say: (message: string) => void
  partnerType: (token: string) => Promise<string | null>
}

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
  let starting: Promise<void> | null = null
  let signingIn: Promise<boolean> | null = null
  const isAuthorized = () => effects.state().isAuthorized

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
    asOther = false
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
    isAuthorized() || (await tryToken(tokens.ofTab(), false)) || (await tryToken(tokens.ofCookie(), false))

  /** The token of an answer to what was asked here; one that answers something else is thrown away. */
  const tokenOf = ({ token, state }: { token: string; state: string }): string | null => {
    if (transactions.take(state)) return token
    throwAway(token)
    return null
  }

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

  /** A token that nobody here has asked for is taken only from who says so (decisions, Accounts). */
  const offer = async (token: string, frenzied: boolean): Promise<void> => {
    try {
      const granted = await accounts.info(token)
      const { name, email } = await accounts.account(token, granted.accountId)
      const ghost = granted.actorEmail !== null
      if ((await effects.ask({ kind: 'continue', name: ghost ? email : name, ghost })) === 'again') enter(granted, true)
    } catch {
      if (frenzied) effects.say(SESSION_TEXTS.ghostFailed)
    }
  }

  /** Takes what came in the address. Answers with the refusal to show, or with null. */
  const readAddress = async ({ token, state, error, frenzied }: AddressToken): Promise<string | null> => {
    if (!state) {
      if (token) await offer(token, frenzied)
      return null
    }
    const transaction = transactions.take(state)
    if (!transaction) {
      throwAway(token)
      // The browser's "back" to the accounts server ends here again: who is signed in is where they were.
      const before = transactions.answered(state)
      if (before && (await tryKept())) effects.go(before, true)
      return SESSION_TEXTS.foreignTransaction
    }
    const { to } = transaction
    if (token && (await tryToken(token, true))) {
      if (to) effects.go(to, true)
      return null
    }
    if (to) effects.go(paths.signIn(to), true)
    return error || SESSION_TEXTS.tokenInvalid
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
