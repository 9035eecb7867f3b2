import type { AccountsClient } from './accounts-client.ts'
import type { PopupAnswer } from './ask.ts'
import type { Answer } from './authorize-address.ts'
import type { Prompt, PromptAnswer } from './prompts.ts'
import type { SessionEvent, SessionState } from './state.ts'
import type { TokenStorage } from './token-storage.ts'
import type { Transactions } from './transactions.ts'

/** Everything that the session does to the world; in tests all of it is played. */
export type SessionEffects = {
  accounts: Pick<AccountsClient, 'info' | 'answers' | 'exchange' | 'account' | 'organizationName' | 'endSessions' | 'endToken'>
  tokens: TokenStorage
  transactions: Transactions
  state: () => SessionState
  send: (event: SessionEvent) => void
  /** Asks the person. */
  ask: (prompt: Prompt) => Promise<PromptAnswer>
  /** Nothing has to be asked any more. */
  stopAsking: () => void
  /** Asks without showing anything: for this organization, or for whichever the accounts server takes first. */
  askSilently: (state: string, organizationId?: string) => Promise<Answer>
  askInPopup: (state: string, asOther: boolean) => Promise<PopupAnswer>
  /** Leaves for the accounts server. */
  leave: (state: string, asOther: boolean) => void
  /** Goes to a path within the variant; `instead` of where the person is. */
  go: (to: string, instead?: boolean) => void
  /** Where the person is, within the variant. */
  here: () => string
  say: (message: string) => void
  /** Whether the page stays as it is when a token is refused before its end. */
  keepsPage: boolean
  partnerType: (token: string) => Promise<string | null>
  now: () => number
  /** Between 0 and 1. */
  random: () => number
  /** Does the work while no other tab does it. */
  alone: (work: () => Promise<void>) => Promise<void>
}
