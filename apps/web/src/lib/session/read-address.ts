import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { paths } from '../paths.ts'
import type { AddressAnswer } from './address-answer.ts'
import type { Entrance } from './entrance.ts'
import type { SessionEffects } from './session-effects.ts'

/** Handles an answer of the accounts server, or a token, that came in the address. */
export const createAddressReader = (effects: SessionEffects, { enter, throwAway, tryToken, tryKept, exchange }: Entrance) => {
  const { accounts, transactions } = effects

  /** A token that this page did not ask for is used only after the person has confirmed the account. */
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

  /** Handles what came in the address. Returns the message to show, or null. */
  const readAddress = async ({ token, code, state, error, frenzied }: AddressAnswer): Promise<string | null> => {
    if (token && !state) {
      await offer(token, frenzied)
      return null
    }
    // This page only asks for codes, so a token in the address is never the answer to a sign-in that it has begun.
    const asked = token ? null : transactions.take(state)
    if (!asked) {
      throwAway(token)
      // The browser's back button leads to the accounts server, which redirects here again. A signed-in person then returns to the page on
      // which the sign-in began.
      const before = transactions.answered(state)
      if (before && (await tryKept())) effects.go(before, true)
      return SESSION_TEXTS.foreignTransaction
    }
    const { to } = asked
    if (code && (await tryToken(await exchange(asked, code), true))) {
      if (to) effects.go(to, true)
      return null
    }
    if (to) effects.go(paths.signIn(to), true)
    return error || SESSION_TEXTS.tokenInvalid
  }

  return readAddress
}
