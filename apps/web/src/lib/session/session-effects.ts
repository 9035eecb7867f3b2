import type { AccountsClient } from './accounts-client.ts'
import type { PopupAnswer } from './ask.ts'
import type { SignInAnswer } from './authorize-address.ts'
import type { Prompt, PromptAnswer } from './prompts.ts'
import type { SessionEvent, SessionState } from './state.ts'
import type { TokenStorage } from './token-storage.ts'
import type { PendingSignIns } from './pending-sign-ins.ts'

/** Everything that the session does outside of its own state. Tests pass fakes. */
export type SessionEffects = {
  accounts: Pick<AccountsClient, 'info' | 'answers' | 'exchange' | 'account' | 'organizationName' | 'endSessions' | 'endToken'>
  tokens: TokenStorage
  transactions: PendingSignIns
  state: () => SessionState
  send: (event: SessionEvent) => void
  /** Shows a prompt and resolves with the answer. */
  ask: (prompt: Prompt) => Promise<PromptAnswer>
  /** Closes the open prompt. */
  stopAsking: () => void
  /** Asks in a hidden frame for a code: for this organization, or for the accounts server's default one. */
  askSilently: (state: string, organizationId?: string) => Promise<SignInAnswer>
  askInPopup: (state: string, asOther: boolean) => Promise<PopupAnswer>
  /** Navigates to the accounts server. */
  leave: (state: string, asOther: boolean) => void
  /** Navigates to a path within the variant; `instead` replaces the entry in the history. */
  go: (to: string, instead?: boolean) => void
  /** The current path within the variant. */
  here: () => string
  say: (message: string) => void
  /** Runs work that can wait until the page shows its content. */
  later: (work: () => void) => void
  /** Whether the page stays open when a token is refused before it expires. */
  keepsPage: boolean
  partnerType: (token: string) => Promise<string | null>
  now: () => number
  /** A number from 0 to 1. */
  random: () => number
  /** Runs the work while no other tab of the browser runs it. */
  alone: (work: () => Promise<void>) => Promise<void>
}
