import type { AccountsClient } from './accounts-client.ts'
import type { PopupAnswer } from './ask.ts'
import type { SignInAnswer } from './authorize-address.ts'
import type { Prompt, PromptAnswer } from './prompts.ts'
import type { SessionEvent, SessionState } from './state.ts'
import type { TokenStorage } from './token-storage.ts'
import type { PendingSignIns } from './pending-sign-ins.ts'

/** Everything that the session does to its surroundings. Tests pass fakes. */
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
  /** Asks in a hidden frame, for this organization, or for the one that the accounts server takes by default. */
  askSilently: (state: string, organizationId?: string) => Promise<SignInAnswer>
  askInPopup: (state: string, asOther: boolean) => Promise<PopupAnswer>
  /** Navigates to the accounts server. */
  leave: (state: string, asOther: boolean) => void
  /** Navigates to a path within the variant; `instead` replaces the entry in the history. */
  go: (to: string, instead?: boolean) => void
  /** The current path within the variant. */
  here: () => string
  say: (message: string) => void
  /** Whether the page stays when a token is refused before its end. */
  keepsPage: boolean
  partnerType: (token: string) => Promise<string | null>
  now: () => number
  /** A number from 0 to 1. */
  random: () => number
  /** Runs the work while no other tab runs it. */
  alone: (work: () => Promise<void>) => Promise<void>
}
