import { SESSION_TEXTS } from '@marketplace/contracts/session'
import { type AccountsClient, InvalidToken } from './accounts-client.ts'
import type { AddressToken } from './address-token.ts'
import type { PopupAnswer } from './ask.ts'
import type { Answer } from './authorize-address.ts'
import type { Prompt } from './prompts.ts'
import type { Granted, SessionEvent, SessionState } from './state.ts'
import type { TokenStorage } from './token-storage.ts'
import type { Transactions } from './transactions.ts'

/** Everything that the session does to the world; in tests all of it is played. */
export type SessionEffects = {
  accounts: AccountsClient
  tokens: TokenStorage
  transactions: Transactions
  state: () => SessionState
  send: (event: SessionEvent) => void
  prompt: (prompt: Prompt | null) => void
  /** Asks for a token without showing anything. */
  askSilently: (state: string) => Promise<Answer>
  askInPopup: (state: string) => Promise<PopupAnswer>
  /** Leaves for the accounts server. */
  leave: (state: string) => void
  /** Goes to a path within the variant. */
  go: (to: string) => void
  say: (message: string) => void
  partnerType: (token: string) => Promise<string | null>
}

/**
 * The sign-in (specification, section 4): a token that is there already, then the silent way, then a popup, and a redirect for who
 * wants it. Each way ends in a token that the accounts server has vouched for, or in a failure that says why.
 */
export const createSessionControl = (effects: SessionEffects, fromAddress: AddressToken | null) => {
  const { accounts, tokens, transactions, send, prompt } = effects
  let silentTried = false
  let offered: Granted | null = null
  let starting: Promise<void> | null = null
  let signingIn: Promise<boolean> | null = null

  const describe = ({ token, accountId, organizationId }: Granted) => {
    const stillOurs = () => effects.state().data?.token === token
    const later = <T>(work: Promise<T>, event: (found: T) => SessionEvent | null) =>
      void work.then(
        (found) => {
          const made = event(found)
          if (made && stillOurs()) send(made)
        },
        () => {},
      )
    later(accounts.account(token, accountId), (account) => ({ type: 'described', ...account }))
    later(accounts.organizationName(token, organizationId), (name) => (name ? { type: 'placed', organizationName: name } : null))
    // "False on failure" is what it is before an answer.
    later(effects.partnerType(token), (type) => ({ type: 'licensed', isReseller: Boolean(type) }))
  }

  const enter = (granted: Granted): void => {
    // Who browses as somebody else does so in this tab alone.
    const ghost = granted.actorEmail !== null
    tokens.keep(granted.token, !ghost)
    if (!ghost) tokens.remember(granted.accountId)
    prompt(null)
    send({ type: 'authorized', granted })
    describe(granted)
  }

  /** Enters with a token if it is good; one that is not is forgotten, so that the next way is tried. */
  const tryToken = async (token: string | null): Promise<boolean> => {
    if (!token) return false
    try {
      enter(await accounts.info(token))
      return true
    } catch (error) {
      if (!(error instanceof InvalidToken)) throw error
      tokens.forget(token)
      return false
    }
  }

  const trySilently = async (): Promise<boolean> => {
    if (silentTried || tokens.lastAccount() === null) return false
    silentTried = true
    const answer = await effects.askSilently(transactions.begin(''))
    return 'token' in answer && transactions.take(answer.state) !== null && tryToken(answer.token)
  }

  const refuse = (error: string): void => {
    send({ type: 'failed', error })
    prompt({ kind: 'refused', error })
  }

  const offer = async ({ token, frenzied }: { token: string; frenzied: boolean }): Promise<void> => {
    try {
      offered = await accounts.info(token)
      const { name, email } = await accounts.account(token, offered.accountId)
      const ghost = offered.actorEmail !== null
      prompt({ kind: 'continue', name: ghost ? email : name, ghost })
    } catch {
      offered = null
      if (frenzied) effects.say(SESSION_TEXTS.ghostFailed)
    }
  }

  /** What came in the address; true where it has settled who is signed in. */
  const takeAnswer = async (answer: AddressToken): Promise<boolean> => {
    const { token, state, error } = answer
    if (!state) {
      if (token) await offer({ token, frenzied: answer.frenzied })
      return false
    }
    const transaction = transactions.take(state)
    if (!transaction) {
      refuse(SESSION_TEXTS.foreignTransaction)
      return true
    }
    if (!token) {
      refuse(error)
      return true
    }
    if (!(await tryToken(token))) {
      refuse(SESSION_TEXTS.tokenInvalid)
      return true
    }
    if (transaction.to) effects.go(transaction.to)
    return true
  }

  const failureOf = (error: unknown): string => (error instanceof Error ? error.message : SESSION_TEXTS.tokenInvalid)

  const begin = async (): Promise<void> => {
    if (effects.state().isAuthorized) return
    send({ type: 'started' })
    try {
      if (fromAddress) {
        const answer = fromAddress
        fromAddress = null
        if (await takeAnswer(answer)) return
      }
      if ((await tryToken(tokens.ofTab())) || (await tryToken(tokens.ofCookie())) || (await trySilently())) return
      send({ type: 'failed', error: null })
    } catch (error) {
      send({ type: 'failed', error: failureOf(error) })
    }
  }

  /** Looks who is signed in, without showing anything. */
  const start = (): Promise<void> => {
    starting ??= begin().finally(() => {
      starting = null
    })
    return starting
  }

  const popup = async (): Promise<boolean> => {
    send({ type: 'started' })
    const answer = await effects.askInPopup(transactions.begin(''))
    if ('gone' in answer) {
      send({ type: 'failed', error: null })
      prompt({ kind: answer.gone })
      return false
    }
    try {
      if ('error' in answer) refuse(answer.error)
      else if (!transactions.take(answer.state)) refuse(SESSION_TEXTS.foreignTransaction)
      else if (await tryToken(answer.token)) return true
      else refuse(SESSION_TEXTS.tokenInvalid)
    } catch (error) {
      refuse(failureOf(error))
    }
    return false
  }

  /** Leaves this session behind, wherever it is kept. */
  const leave = (token: string, everywhere: boolean): void => {
    tokens.forget(token)
    if (everywhere) tokens.remember(null)
    send({ type: 'ended' })
  }

  return {
    start,
    /** In answer to a click: what is there, then a popup. Says whether somebody is signed in now. */
    signIn: (): Promise<boolean> => {
      prompt(null)
      signingIn ??= (async () => {
        await start()
        return effects.state().isAuthorized || popup()
      })().finally(() => {
        signingIn = null
      })
      return signingIn
    },
    /** A popup alone, in answer to a click on what said that the first one did not open. */
    openPopup: popup,
    signInByRedirect: (to: string): void => effects.leave(transactions.begin(to)),
    /** The person's answer to a token that came from elsewhere. */
    answerOffer: (accepted: boolean): void => {
      prompt(null)
      if (accepted && offered) enter(offered)
      offered = null
    },
    signOut: async (): Promise<void> => {
      const token = effects.state().data?.token
      if (!token) return
      const ended = accounts.endSessions(token)
      leave(token, true)
      effects.go('/')
      await ended.catch(() => effects.say('You are signed out here. The accounts server could not be told.'))
    },
    /** Support stops browsing as somebody else, and is whoever it was before. */
    stopGhost: async (): Promise<void> => {
      const token = effects.state().data?.token
      if (!token) return
      leave(token, false)
      await accounts.endToken(token).catch(() => {})
      await start()
    },
    /** The product API says that the token is none any more. */
    lost: (token: string): void => {
      if (effects.state().data?.token !== token) return
      leave(token, effects.state().actorEmail === null)
      effects.say(SESSION_TEXTS.loggedOut)
      effects.go('/')
    },
    /** Another tab has signed in as somebody, or out. */
    followTab: (accountId: string | null): void => {
      const { data, isGhostLogin } = effects.state()
      if (isGhostLogin || data?.accountId === accountId) return
      if (data) {
        tokens.forget(data.token)
        send({ type: 'ended' })
      }
      if (accountId !== null) void start()
    },
  }
}

export type SessionControl = ReturnType<typeof createSessionControl>
